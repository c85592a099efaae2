/** The rules of a crawl, over HTTP, on both stores. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  anchors,
  crawled,
  deployments,
  discovered,
  job,
  openCrawler,
  over,
  paths,
  post,
  redirect,
  site,
  start,
  text,
  until,
  type Handler,
} from './fixtures.ts';

for (const { name, skip, env } of deployments) {
  describe(`crawling, on ${name}`, { skip }, () => {
    it('a job is answered with 202, runs, and is completed with its pages', async (t) => {
      const { app, clock } = await openCrawler(t, env());
      const { origin } = await site(t, {
        '/': `<title>Home</title>${anchors('/a', '/b')}`,
        '/a': `<title>A</title>${anchors('/')}`,
        '/b': '<title>B</title>',
      });
      const response = await post(app, { url: origin });
      assert.equal(response.statusCode, 202);
      const { job_id: id, ...rest } = response.json();
      assert.deepEqual(rest, { status: 'started' });
      assert.match(id, /^crawl_[1-9]\d*$/);
      const { pages, ...done } = await over(app, id);
      const now = clock();
      assert.deepEqual(done, {
        id,
        status: 'completed',
        seed_url: origin,
        max_pages: 10,
        started_at: now,
        ended_at: now,
      });
      assert.deepEqual(pages[0], {
        url: `${origin}/`,
        status_code: 200,
        title: 'Home',
        links: [`${origin}/a`, `${origin}/b`],
        crawled_at: now,
      });
      assert.deepEqual(paths(pages).sort(), ['/', '/a', '/b']);
    });

    it('pages grow while the job runs, and ended_at is null until it is over', async (t) => {
      const { app } = await openCrawler(t, env());
      const held = Promise.withResolvers<void>();
      const slow: Handler = (_request, response) =>
        void held.promise.then(() =>
          response.writeHead(200, { 'content-type': 'text/html' }).end(),
        );
      const { origin } = await site(t, { '/': anchors('/a', '/slow'), '/a': '', '/slow': slow });
      const id = await start(app, origin);
      const running = await until(app, id, ({ pages }) => pages.length === 2);
      assert.deepEqual([running.status, running.ended_at], ['running', null]);
      const urls = await discovered(app, id);
      assert.deepEqual(
        urls.map(({ status, reason }) => `${status} ${reason}`),
        ['done fetched', 'done fetched', 'fetching null'],
      );
      held.resolve();
      assert.equal((await over(app, id)).pages.length, 3);
    });

    it('at most max_pages pages are fetched; the rest is over budget', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin, requests } = await site(t, (path) => anchors(`${path}1`, `${path}2`));
      const { job, urls } = await crawled(app, origin, 5);
      assert.equal(job.pages.length, 5);
      requests.delete('/robots.txt');
      assert.equal(requests.size, 5);
      const reasons = Map.groupBy(urls, ({ reason }) => reason);
      assert.equal(reasons.get('fetched')!.length, 5);
      assert.equal(reasons.get('budget')!.length, urls.length - 5);
    });

    it('breadth first: no page is deeper than one that was fetched after it', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, (path) =>
        path.length < 5 ? anchors(`${path}1`, `${path}2`, `${path}3`) : '',
      );
      const { job } = await crawled(app, origin, 40);
      const depths = job.pages.map(({ url }) => new URL(url).pathname.length - 1);
      // Three workers: a page of the next depth may overtake the last ones of its own.
      for (const [i, depth] of depths.entries()) {
        for (const later of depths.slice(i + 3)) assert.ok(later >= depth, depths.join());
      }
      assert.equal(depths.filter((depth) => depth === 3).length, 27);
    });

    it('each reason: fetched, robots, budget, duplicate, off-scheme, private, error', async (t) => {
      const { app } = await openCrawler(
        t,
        { ...env(), CRAWL_BLOCK_PRIVATE: '1' },
        { isPublic: (address) => address === '127.0.0.1' },
      );
      const { origin } = await site(t, {
        '/robots.txt': text('text/plain', 'User-agent: *\nDisallow: /secret'),
        '/': anchors(
          '/moved',
          '/secret',
          'mailto:a@b.c',
          'http://10.0.0.1/x',
          '/cut',
          '/',
          '/last',
        ),
        '/moved': redirect('/target'),
        '/target': '<title>Target</title>',
        '/cut': (request) => request.socket.destroy(),
        '/last': '',
      });
      const { job, urls } = await crawled(app, origin, 4);
      assert.deepEqual(
        urls.map(({ url, reason }) => [url.replace(origin, ''), reason]),
        [
          ['/', 'fetched'],
          ['/moved', 'fetched'],
          ['/secret', 'robots'],
          ['http://10.0.0.1/x', 'private address'],
          ['/cut', 'error'],
          ['/last', 'budget'],
          ['mailto:a@b.c', 'off-scheme'],
          ['/target', 'duplicate'],
        ],
      );
      assert.equal(job.pages.length, 4);
      const response = await app.inject(`/crawl/${job.id}/urls`);
      assert.deepEqual(response.json().counts, {
        fetched: 2,
        robots: 1,
        'private address': 1,
        error: 1,
        budget: 1,
        'off-scheme': 1,
        duplicate: 1,
      });
    });

    it('a cancelled job ends at once, keeps its pages, and requests nothing more', async (t) => {
      const { app } = await openCrawler(t, env());
      const asked = Promise.withResolvers<void>();
      const { origin, requests } = await site(t, {
        '/': anchors('/slow', '/slow2', '/slow3', '/never'),
        '/slow': () => asked.resolve(),
        '/slow2': () => {},
        '/slow3': () => {},
        '/never': '',
      });
      const id = await start(app, origin);
      await asked.promise;
      const cancel = () => app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
      const first = await cancel();
      assert.deepEqual(
        [first.statusCode, first.json()],
        [200, { job_id: id, status: 'cancelled' }],
      );
      const seen = await job(app, id);
      assert.deepEqual([seen.status, paths(seen.pages)], ['cancelled', ['/']]);
      assert.equal(typeof seen.ended_at, 'number');
      const urls = await discovered(app, id);
      assert.deepEqual([...new Set(urls.slice(1).map(({ reason }) => reason))], ['cancelled']);
      assert.equal((await cancel()).statusCode, 200);
      assert.equal(requests.has('/never'), false);
    });

    it('a completed job cannot be cancelled', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': '' });
      const { id } = await crawled(app, origin);
      const response = await app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
      assert.deepEqual([response.statusCode, response.json().code], [409, 'JOB_COMPLETED']);
      assert.equal((await job(app, id)).status, 'completed');
    });

    it('an unknown job is 404', async (t) => {
      const { app } = await openCrawler(t, env());
      for (const id of [
        'crawl_1',
        'crawl_0',
        'crawl_01',
        'crawl_',
        'crawl_x',
        '1',
        `crawl_${'9'.repeat(40)}`,
      ]) {
        for (const path of [`/crawl/${id}`, `/crawl/${id}/urls`]) {
          const response = await app.inject(path);
          assert.deepEqual([response.statusCode, response.json().code], [404, 'UNKNOWN_JOB'], path);
        }
        const cancel = await app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
        assert.equal(cancel.statusCode, 404);
      }
    });

    it('pages can be asked for from an offset on, any number of them', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, {
        '/': anchors('/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8'),
      });
      const { id, job } = await crawled(app, origin);
      assert.equal(job.pages.length, 9);
      const ask = async (query: string) =>
        (await app.inject(`/crawl/${id}?${query}`)).json().job.pages as unknown;
      for (let offset = 0; offset <= 9; offset++) {
        assert.deepEqual(await ask(`offset=${offset}`), job.pages.slice(offset));
        for (const limit of [0, 1, 4, 5, 1_000]) {
          const expected = job.pages.slice(offset, offset + limit);
          assert.deepEqual(await ask(`offset=${offset}&limit=${limit}`), expected);
        }
      }
      assert.deepEqual(await ask(`offset=${Number.MAX_SAFE_INTEGER}`), []);
    });

    it('more jobs than slots wait as started, and all are completed', async (t) => {
      const { app } = await openCrawler(t, { ...env(), CRAWL_JOBS: '1' });
      const held = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      const { origin } = await site(t, {
        '/': (_request, response) => {
          asked.resolve();
          void held.promise.then(() => response.end());
        },
      });
      const ids = [await start(app, origin), await start(app, origin), await start(app, origin)];
      await asked.promise;
      assert.equal((await job(app, ids[1]!)).status, 'started');
      held.resolve();
      for (const id of ids) assert.equal((await over(app, id)).status, 'completed');
    });
  });
}
