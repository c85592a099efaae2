/** Requests that fail and are sent again; a page is answered once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  anchors,
  crawled,
  deployments,
  instant,
  openCrawler,
  paths,
  redirect,
  site,
  text,
  type Handler,
} from './fixtures.ts';

/** Fails as often as told, and then answers. */
function flaky(failures: readonly (number | 'cut')[], headers: Record<string, string> = {}) {
  const left = [...failures];
  const handler: Handler = (request, response) => {
    const failure = left.shift();
    if (failure === 'cut') return void request.socket.destroy();
    if (failure !== undefined) return void response.writeHead(failure, headers).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>At last</title>');
  };
  return handler;
}

/** Notes how long is waited, and does not wait. */
function recording() {
  const pauses: number[] = [];
  const sleep = async (ms: number, signal: AbortSignal) => {
    pauses.push(ms);
    await setImmediate();
    signal.throwIfAborted();
  };
  return { pauses, environment: { ...instant, sleep } };
}

for (const { name, skip, env } of deployments) {
  describe(`retries, with jobs on ${name}`, { skip }, () => {
    it('network errors, 429 and 5xx are requested again; the page is answered once', async (t) => {
      const { app } = await openCrawler(t, env());
      const failing = { '/cut': ['cut', 'cut'], '/429': [429], '/500': [500, 503, 599] } as const;
      const { origin, requests } = await site(t, {
        '/': anchors(...Object.keys(failing)),
        ...Object.fromEntries(Object.entries(failing).map(([path, of]) => [path, flaky(of)])),
      });
      const { job, page, urls } = await crawled(app, origin, 10, { retries: 3 });
      assert.deepEqual(paths(job.pages).sort(), ['/', '/429', '/500', '/cut']);
      for (const [path, failures] of Object.entries(failing)) {
        assert.deepEqual([page(path).status_code, page(path).title], [200, 'At last'], path);
        assert.equal(requests.get(path), failures.length + 1, path);
      }
      assert.ok(urls.every(({ reason, detail }) => reason === 'fetched' && detail === undefined));
    });

    it('when the retries are used up, the last answer is the page; by default there are none', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin, requests } = await site(t, {
        '/': anchors('/down', '/cut'),
        '/down': (_request, response) => void response.writeHead(503).end(),
        '/cut': (request) => void request.socket.destroy(),
      });
      for (const retries of [0, 2]) {
        requests.clear();
        const options = retries === 0 ? {} : { retries };
        const { job, page } = await crawled(app, origin, 10, options);
        assert.deepEqual([page('/down').status_code, page('/down').error], [503, undefined]);
        assert.deepEqual(page('/cut').error, 'other side closed');
        assert.equal(job.pages.length, 3);
        for (const path of ['/down', '/cut']) assert.equal(requests.get(path), retries + 1, path);
      }
    });

    it('other answers, and errors that can only come again, are not requested again', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin, requests } = await site(t, {
        '/': anchors('/404', '/403', '/mail', '/loop'),
        '/403': (_request, response) => void response.writeHead(403).end(),
        '/mail': redirect('mailto:a@b.c'),
        '/loop': redirect('/loop'),
      });
      await crawled(app, origin, 10, { retries: 5 });
      for (const path of ['/404', '/403', '/mail', '/loop']) {
        assert.equal(requests.get(path), 1, path);
      }
    });

    it('pauses are 1, 2, 4 … s, or what Retry-After says, up to 60 s', async (t) => {
      const { environment, pauses } = recording();
      const { app, clock } = await openCrawler(t, env(), environment);
      const long = { 'retry-after': '7' };
      for (const [handler, expected] of [
        [flaky([500, 500, 500, 500, 500]), [1_000, 2_000, 4_000, 8_000, 16_000]],
        // For the next attempt, and, as the clock stands still, for the turn at the host as well.
        [flaky([429, 503], long), [7_000, 7_000, 7_000, 7_000]],
        [flaky([429], { 'retry-after': '3600' }), [60_000, 60_000]],
        [flaky([429, 429], { 'retry-after': '0' }), [1_000, 2_000]],
        [
          flaky([429], { 'retry-after': new Date(clock() + 30_000).toUTCString() }),
          [30_000, 30_000],
        ],
        [flaky([429], { 'retry-after': 'soon' }), [1_000]],
      ] as const) {
        pauses.length = 0;
        const { origin } = await site(t, { '/': handler });
        const { job } = await crawled(app, origin, 1, { retries: 5 });
        assert.equal(job.pages[0]!.title, 'At last');
        // The last one is the drain period.
        assert.deepEqual(pauses.slice(0, -1), expected);
      }
    });

    it('while one page waits for its next attempt, workers go on with others', async (t) => {
      const waiting = Promise.withResolvers<void>();
      const sleep = async (ms: number, signal: AbortSignal) => {
        if (ms === 1_000) await waiting.promise;
        await setImmediate();
        signal.throwIfAborted();
      };
      const { app } = await openCrawler(t, env(), { sleep });
      const others = Array.from({ length: 12 }, (_, i) => `/${i}`);
      const last = others.at(-1)!;
      const { origin } = await site(t, {
        '/': anchors('/a', '/b', '/c', '/d', ...others),
        ...Object.fromEntries(['/a', '/b', '/c', '/d'].map((path) => [path, flaky([503])])),
        ...Object.fromEntries(others.map((path) => [path, ''])),
        [last]: (_request, response) => {
          response.end();
          waiting.resolve();
        },
      });
      const { job } = await crawled(app, origin, 100, { retries: 1 });
      assert.equal(job.pages.length, 5 + others.length);
      assert.equal(job.pages.filter(({ title }) => title === 'At last').length, 4);
    });

    it('a page that waits has its place in the budget', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin, requests } = await site(t, (path) => {
        if (path === '/robots.txt') return undefined;
        return path === '/' ? anchors('/a', '/b', '/c', '/d') : flaky([500]);
      });
      const { job, reason } = await crawled(app, origin, 3, { retries: 5 });
      assert.equal(job.pages.length, 3);
      requests.delete('/robots.txt');
      assert.deepEqual([...requests.keys()], ['/', '/a', '/b']);
      assert.equal(reason('/c'), 'budget');
    });

    it('an attempt may go where an earlier one of the same page was redirected to', async (t) => {
      const { app } = await openCrawler(t, env());
      let failures = 1;
      const { origin, requests } = await site(t, {
        '/': anchors('/a', '/x'),
        '/a': redirect('/b'),
        '/b': flaky([503, 503]),
        // When it leads there, it has failed before as well.
        '/x': (request, response) => {
          if (failures-- > 0) return void response.writeHead(503).end();
          redirect('/b')(request, response);
        },
      });
      const { page, urls } = await crawled(app, origin, 10, { retries: 2 });
      assert.deepEqual([page('/a').title, page('/a').final_url], ['At last', `${origin}/b`]);
      assert.equal(requests.get('/b'), 3);
      // For another page it is visited.
      assert.deepEqual([page('/x').title, page('/x').status_code], ['', 302]);
      assert.equal(urls.find(({ url }) => url.endsWith('/b'))!.reason, 'duplicate');
    });

    it('robots.txt is asked for again, too', async (t) => {
      const { app } = await openCrawler(t, env());
      const rules = text('text/plain', 'User-agent: *\nDisallow: /no');
      const failing = [500, 429];
      const { origin, requests } = await site(t, {
        '/robots.txt': (request, response) => {
          const status = failing.shift();
          if (status === undefined) return rules(request, response);
          response.writeHead(status).end();
        },
        '/': anchors('/no'),
      });
      const { reason } = await crawled(app, origin, 10, { retries: 2 });
      assert.deepEqual([reason('/'), reason('/no')], ['fetched', 'robots']);
      assert.equal(requests.get('/robots.txt'), 3);
    });
  });
}
