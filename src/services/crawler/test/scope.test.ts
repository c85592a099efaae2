/** Which URLs a crawl requests: same_host, include, exclude, max_depth. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import {
  anchors,
  crawled,
  deployments,
  openCrawler,
  paths,
  post,
  redirect,
  site,
  type Handler,
  type Seen,
} from './fixtures.ts';

const reasons = (urls: readonly Seen[]) =>
  Object.fromEntries(urls.map(({ url, reason }) => [new URL(url).pathname, reason]));

for (const { name, skip, env } of deployments) {
  describe(`scope, with jobs on ${name}`, { skip }, () => {
    it('same_host: only the host and the port of the seed; the rest is out of scope', async (t) => {
      const { app } = await openCrawler(t, env());
      const other = await site(t, { '/other': '' });
      const { origin, requests } = await site(t, {
        '/': anchors('/in', `${other.origin}/other`),
        '/in': '',
      });
      const { job, urls } = await crawled(app, origin, 10, { same_host: true });
      assert.deepEqual(paths(job.pages), ['/', '/in']);
      assert.deepEqual(reasons(urls), {
        '/': 'fetched',
        '/in': 'fetched',
        '/other': 'out of scope',
      });
      assert.equal(urls.find(({ url }) => url.endsWith('/other'))!.detail, 'same_host');
      assert.equal(other.requests.size, 0);
      assert.equal(requests.get('/in'), 1);
    });

    it('include and exclude: globs over the URL without its fragment', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, (path) =>
        path === '/start'
          ? anchors(
              '/doc/a',
              '/doc/a/b',
              '/doc/c#part',
              '/doc/x?q=1',
              '/doc/x',
              '/else',
              '/deep/a/b',
            )
          : '',
      );
      const { urls } = await crawled(app, `${origin}/start`, 20, {
        include: [`${origin}/doc/*`, `${origin}/deep/**`],
        exclude: ['**/x?q=*'],
      });
      assert.deepEqual(
        urls.map(({ url, reason, detail }) => [url.slice(origin.length), reason, detail]),
        [
          ['/start', 'fetched', undefined],
          ['/doc/a', 'fetched', undefined],
          ['/doc/a/b', 'out of scope', 'include'],
          ['/doc/c', 'fetched', undefined],
          ['/doc/x?q=1', 'out of scope', 'exclude'],
          ['/doc/x', 'fetched', undefined],
          ['/else', 'out of scope', 'include'],
          ['/deep/a/b', 'fetched', undefined],
        ],
      );
    });

    it('the seed is always in scope, also when a page links or redirects to it', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, {
        '/': anchors('/in', '/back'),
        '/in': anchors('/'),
        '/back': redirect('/'),
      });
      const options = { include: ['**/in', '**/back'], exclude: [`${origin}/`], max_depth: 1 };
      const { urls, page } = await crawled(app, origin, 10, options);
      assert.deepEqual(reasons(urls), { '/': 'fetched', '/in': 'fetched', '/back': 'duplicate' });
      assert.equal(page('/back').error, undefined);
    });

    it('max_depth: links from the seed; 0 is the seed alone', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin, requests } = await site(t, (path) => anchors(`${path}1`));
      const none = await crawled(app, origin, 10, { max_depth: 0 });
      assert.deepEqual(reasons(none.urls), { '/': 'fetched', '/1': 'out of scope' });
      assert.equal(none.urls[1]!.detail, 'max_depth');
      const two = await crawled(app, origin, 10, { max_depth: 2 });
      assert.deepEqual(reasons(two.urls), {
        '/': 'fetched',
        '/1': 'fetched',
        '/11': 'fetched',
        '/111': 'out of scope',
      });
      assert.equal(requests.has('/111'), false);
    });

    it('a long way that is quick does not put a page out of reach of a short one', async (t) => {
      const { app } = await openCrawler(t, env());
      const slow = async (...[, response]: Parameters<Handler>) => {
        // Time enough to go the long way, if somebody did.
        for (let turns = 0; turns < 500 && !requests.has('/long2'); turns++) await setImmediate();
        for (let turns = 0; turns < 500; turns++) await setImmediate();
        response.writeHead(200, { 'content-type': 'text/html' }).end(anchors('/x'));
      };
      const { origin, requests } = await site(t, {
        '/': anchors('/short', '/long1'),
        '/short': (...of) => void slow(...of),
        '/long1': anchors('/long2'),
        '/long2': anchors('/x'),
        '/x': '',
      });
      const { urls } = await crawled(app, origin, 10, { max_depth: 2 });
      const found = urls.find(({ url }) => url.endsWith('/x'))!;
      assert.deepEqual([found.depth, found.reason], [2, 'fetched']);
    });

    it('a page that is reached in several ways has the depth of the shortest', async (t) => {
      const { app } = await openCrawler(t, env());
      const size = 9;
      let graph: number[][] = [];
      const { origin } = await site(t, (path) =>
        anchors(...(graph[Number(path.slice(1))] ?? []).map((n) => `/${n}`)),
      );
      const node = fc.nat(size - 1);
      const links = fc.array(fc.array(node, { maxLength: 4 }), {
        minLength: size,
        maxLength: size,
      });
      await fc.assert(
        fc.asyncProperty(links, fc.nat(4), async (given, maxDepth) => {
          graph = given;
          const { urls } = await crawled(app, `${origin}/0`, 20, { max_depth: maxDepth });
          const depths = new Map([[0, 0]]);
          for (const [n, depth] of depths) {
            for (const next of depth > maxDepth ? [] : graph[n]!) {
              if (!depths.has(next)) depths.set(next, depth + 1);
            }
          }
          const expected = [...depths].map(([n, depth]) => [
            `/${n}`,
            depth,
            depth > maxDepth ? 'out of scope' : 'fetched',
          ]);
          const seen = urls.map(({ url, depth, reason }) => [
            url.slice(origin.length),
            depth,
            reason,
          ]);
          assert.deepEqual(new Set(seen.map(String)), new Set(expected.map(String)));
        }),
        { numRuns: name === 'SQLite' ? 25 : 8 },
      );
    });

    it('a redirect out of scope is a page with that error, and nothing is asked there', async (t) => {
      const { app } = await openCrawler(t, env());
      const other = await site(t, { '/': '' });
      const { origin, requests } = await site(t, {
        '/': anchors('/away', '/secret', '/twice'),
        '/away': redirect(`${other.origin}/`),
        '/secret': redirect('/private/x'),
        '/twice': redirect('/away2'),
        '/away2': redirect('/private/y'),
      });
      const options = { same_host: true, exclude: ['**/private/**'] };
      const { page, urls, job } = await crawled(app, origin, 10, options);
      for (const path of ['/away', '/secret', '/twice']) {
        assert.deepEqual([page(path).status_code, page(path).error], [302, 'out of scope'], path);
      }
      const out = urls.filter(({ reason }) => reason === 'out of scope').map(({ url }) => url);
      assert.deepEqual(
        out.sort(),
        [`${other.origin}/`, `${origin}/private/x`, `${origin}/private/y`].sort(),
      );
      assert.equal(job.pages.length, 4);
      assert.equal(other.requests.size, 0);
      assert.equal(requests.has('/private/x'), false);
    });

    it('a page beyond the depth of a link may be within that of a redirect', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, {
        '/': anchors('/near', '/to-far'),
        '/near': anchors('/far'),
        '/to-far': redirect('/far'),
        '/far': '<title>Far</title>',
      });
      const { page, reason } = await crawled(app, origin, 10, { max_depth: 1 });
      assert.equal(page('/to-far').title, 'Far');
      assert.equal(reason('/far'), 'duplicate');
    });

    it('a job shows what was asked of it, and nothing else', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': '' });
      const asked = { same_host: true, include: ['**'], exclude: [], max_depth: 3, retries: 2 };
      const { job } = await crawled(app, origin, 1, asked);
      const { id, status, seed_url, max_pages, pages, started_at, ended_at, ...rest } = job;
      assert.deepEqual(rest, asked);
      const plain = await crawled(app, origin, 1);
      assert.deepEqual(Object.keys(plain.job), [
        'id',
        'status',
        'seed_url',
        'max_pages',
        'started_at',
        'ended_at',
        'pages',
      ]);
      assert.ok(id && status && seed_url && max_pages && pages && started_at && ended_at);
    });

    it('POST /crawl: a bad option is 400 and names the member', async (t) => {
      const { app } = await openCrawler(t, env());
      const url = 'http://example.com/';
      const many = Array.from({ length: 51 }, () => 'x');
      for (const [options, member] of [
        [{ same_host: 'yes' }, 'same_host'],
        [{ include: 'x' }, 'include'],
        [{ include: [1] }, 'include.0'],
        [{ include: [''] }, 'include.0'],
        [{ include: many }, 'include'],
        [{ exclude: ['x'.repeat(513)] }, 'exclude.0'],
        [{ exclude: ['\ud800'] }, 'exclude.0'],
        [{ exclude: many }, 'exclude'],
        [{ max_depth: -1 }, 'max_depth'],
        [{ max_depth: 101 }, 'max_depth'],
        [{ max_depth: 1.5 }, 'max_depth'],
        [{ retries: 6 }, 'retries'],
        [{ retries: -1 }, 'retries'],
        [{ sitemaps: 1 }, 'sitemaps'],
        [{ formats: ['pdf'] }, 'formats.0'],
        [{ formats: ['html', 'html'] }, 'formats'],
        [{ webhook: 'ftp://example.com/' }, 'webhook'],
        [{ webhook: 1 }, 'webhook'],
      ] as const) {
        const response = await post(app, { url, ...options });
        assert.equal(response.statusCode, 400, JSON.stringify(options));
        assert.equal(response.json().code, 'VALIDATION_FAILED');
        assert.equal(response.json().errors[0].path, member, JSON.stringify(options));
      }
      const fifty = await post(app, { url, include: many.slice(1), exclude: many.slice(1) });
      assert.equal(fifty.statusCode, 202);
      const { job_id: id } = fifty.json();
      await app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
    });
  });
}
