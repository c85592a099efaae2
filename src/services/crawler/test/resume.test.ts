/** Restarts, replicas and outages: a job goes on, and no URL is requested twice. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { relay } from '#kit/testing/process.ts';
import {
  assertUnavailable,
  eventually,
  missing,
  servers,
  temporaryFolder,
  unique,
} from '#kit/testing/testing.ts';
import {
  anchors,
  deployments,
  discovered,
  job,
  openCrawler,
  over,
  paths,
  site,
  start,
  until,
  type Handler,
} from './fixtures.ts';

/** CRAWL_LEASE_MS, as it is when not set. */
const leasePeriod = 15_000;

/** A site with some pages that answer when they are told to. */
function gated(slow: readonly string[]) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const dropped = Promise.withResolvers<void>();
  let waiting = 0;
  const hold: Handler = (_request, response) => {
    response.on('close', () => --waiting === 0 && dropped.resolve());
    if (++waiting === slow.length) asked.resolve();
    void gate.promise.then(() =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Late</title>'),
    );
  };
  const pages = (path: string) => {
    if (path === '/') return anchors(...slow, '/x', '/y');
    if (slow.includes(path)) return hold;
    return ['/x', '/y'].includes(path) ? '' : undefined;
  };
  return { pages, asked: asked.promise, release: gate.resolve, dropped: dropped.promise };
}

const isReady = (ready: () => Promise<void>) =>
  ready().then(
    () => true,
    () => false,
  );

for (const { name, skip, env } of deployments) {
  describe(`stopping and going on, on ${name}`, { skip }, () => {
    it('a stop lets requests under way finish, and the next start goes on from there', async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const { pages, asked, release } = gated(['/slow1', '/slow2', '/slow3']);
      const { origin, requests } = await site(t, pages);
      const first = await openCrawler(t, full);
      const id = await start(first.app, origin);
      await asked;
      const closed = first.close();
      release();
      await closed;

      const second = await openCrawler(t, full);
      const ended = await over(second.app, id);
      assert.equal(ended.status, 'completed');
      assert.deepEqual(paths(ended.pages).sort(), ['/', '/slow1', '/slow2', '/slow3', '/x', '/y']);
      assert.ok(ended.pages.every(({ error }) => error === undefined));
      for (const path of paths(ended.pages)) assert.equal(requests.get(path), 1, path);
    });

    it('a job that waits goes on waiting after a restart', async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const never = {
        async sleep(_ms: number, signal: AbortSignal) {
          if (!signal.aborted) await once(signal, 'abort');
          throw signal.reason;
        },
      };
      const { origin, requests } = await site(t, { '/': '' });
      const first = await openCrawler(t, { ...full, CRAWL_DELAY_MS: '1000' }, never);
      const id = await start(first.app, origin);
      await until(first.app, id, ({ status }) => status === 'running');
      await first.close();
      assert.equal(requests.size, 0);
      const second = await openCrawler(t, full);
      assert.equal((await over(second.app, id)).pages.length, 1);
    });
  });
}

describe('replicas on one PostgreSQL', { skip: missing('postgres') }, () => {
  const shared = () => ({ DATABASE_URL: servers.postgres, CRAWLER_PREFIX: unique('crawler') });

  it('each answers for all jobs, and cancels any of them', async (t) => {
    const env = shared();
    const { pages, asked, dropped } = gated(['/slow1', '/slow2', '/slow3']);
    const { origin, requests } = await site(t, pages);
    const [owner, other] = [await openCrawler(t, env), await openCrawler(t, env)];
    const id = await start(owner.app, origin);
    await asked;
    assert.deepEqual(paths((await job(other.app, id)).pages), ['/']);
    const response = await other.app.inject({ method: 'POST', url: `/crawl/${id}/cancel` });
    assert.equal(response.statusCode, 200);
    assert.equal((await job(owner.app, id)).status, 'cancelled');
    // The owner learns of it when it renews its lease, and lets go of the requests.
    owner.clock.advance(leasePeriod);
    await dropped;
    assert.equal(requests.has('/x'), false);
    assert.deepEqual(paths((await job(other.app, id)).pages), ['/']);
  });

  it('a job whose owner is gone is taken over when its lease is over', async (t) => {
    const env = shared();
    const { pages, asked, release } = gated(['/slow1', '/slow2', '/slow3']);
    const { origin, requests } = await site(t, pages);
    const stalled = await openCrawler(t, env);
    const id = await start(stalled.app, origin);
    await asked;
    const heir = await openCrawler(t, env);
    heir.clock.advance(leasePeriod);
    const ended = await over(heir.app, id);
    // It cannot know what became of the requests under way, and does not repeat them.
    const interrupted = ended.pages.filter(({ error }) => error?.startsWith('interrupted'));
    assert.deepEqual(paths(interrupted), ['/slow1', '/slow2', '/slow3']);
    assert.deepEqual(paths(ended.pages).sort(), ['/', '/slow1', '/slow2', '/slow3', '/x', '/y']);
    release();
    await stalled.close();
    assert.deepEqual(await job(heir.app, id), ended);
    for (const path of paths(ended.pages)) assert.equal(requests.get(path), 1, path);
    const reasons = (await discovered(heir.app, id)).map(({ reason }) => reason);
    assert.deepEqual(reasons, ['fetched', 'error', 'error', 'error', 'fetched', 'fetched']);
  });

  it('with retries, its heir requests again what was under way, and answers it once', async (t) => {
    const env = shared();
    const { pages, asked, release } = gated(['/slow1', '/slow2', '/slow3']);
    const { origin, requests } = await site(t, pages);
    const stalled = await openCrawler(t, env);
    const id = await start(stalled.app, origin, 10, { retries: 1 });
    await asked;
    const heir = await openCrawler(t, env);
    heir.clock.advance(leasePeriod);
    await eventually(() => requests.get('/slow3') === 2);
    release();
    const ended = await over(heir.app, id);
    assert.deepEqual(paths(ended.pages).sort(), ['/', '/slow1', '/slow2', '/slow3', '/x', '/y']);
    assert.ok(ended.pages.every(({ error }) => error === undefined));
    await stalled.close();
    assert.deepEqual(await job(heir.app, id), ended);
    for (const path of ['/slow1', '/slow2', '/slow3']) assert.equal(requests.get(path), 2, path);
  });

  it('an outage is 503, and the job goes on after it without requesting anything twice', async (t) => {
    const { url, cut, mend } = await relay(servers.postgres);
    const { pages, asked, release } = gated(['/slow1', '/slow2', '/slow3']);
    const { origin, requests } = await site(t, pages);
    const crawler = await openCrawler(t, { ...shared(), DATABASE_URL: url });
    const { app } = crawler;
    const id = await start(app, origin);
    await asked;
    await cut();
    release();
    for (const request of [
      { method: 'POST', url: '/crawl', payload: { url: origin } },
      { method: 'GET', url: `/crawl/${id}` },
      { method: 'GET', url: `/crawl/${id}/urls` },
      { method: 'POST', url: `/crawl/${id}/cancel` },
    ] as const) {
      assertUnavailable(await app.inject(request));
    }
    await assert.rejects(crawler.ready());
    await mend();
    // A connection that was cut may not know yet.
    while (!(await isReady(() => crawler.ready()))) await turn();
    const ended = await over(app, id);
    assert.deepEqual(paths(ended.pages).sort(), ['/', '/slow1', '/slow2', '/slow3', '/x', '/y']);
    assert.ok(ended.pages.every(({ error }) => error === undefined));
    for (const path of paths(ended.pages)) assert.equal(requests.get(path), 1, path);
  });
});
