/** Two replicas that crawl one site at the same time, on a clock that moves from one wait to the next. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fakeClock, missing, servers, unique } from '#kit/testing/testing.ts';
import { anchors, noContents, site, text } from './fixtures.ts';
import type { CrawlerContext } from '../jobs/context.ts';
import { HostPauses } from '../jobs/host-pauses.ts';
import { JobRun } from '../jobs/job-run.ts';
import { openPostgresStore } from '../store/postgres/postgres-crawler-store.ts';
import { openFetcher } from '../web/fetcher.ts';

/** Crawls a seed on each of two replicas, one of whose clocks is ahead. */
async function crawlOnBoth(t: TestContext, seeds: readonly string[], clock = fakeClock(0)) {
  const deployment = unique('crawler');
  const waits: { due: number; resolve: () => void }[] = [];
  const never = new AbortController().signal;
  let underWay = 0;
  /** Time stands still while the calls of `target` are under way. */
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const member = target[name as keyof T];
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          underWay++;
          try {
            return await (member.apply(target, args) as unknown);
          } finally {
            underWay--;
          }
        };
      },
    });
  const jobs = seeds.map(async (seed, i) => {
    const store = await openPostgresStore(servers.postgres, deployment, clock);
    const fetcher = openFetcher({
      userAgent: 'hawker/1.0',
      isAllowed: () => true,
      timeoutMs: 60_000,
      resolve: async () => ['127.0.0.1'],
    });
    t.after(() => Promise.all([store.close(), fetcher.close()]));
    const crawler: CrawlerContext = {
      store: counted(store),
      fetcher: counted(fetcher),
      contents: noContents,
      pauses: new HostPauses(),
      clock: () => clock() + i * 5_000,
      sleep: (ms) => new Promise<void>((resolve) => waits.push({ due: clock() + ms, resolve })),
      owner: `replica ${i}`,
      delayMs: 1_000,
      robotsToken: 'hawker',
      stopping: never,
      ending: never,
    };
    await store.create(seed, seed, 10, clock());
    const [job] = await store.acquire({ owner: crawler.owner, until: 1e12 }, clock(), 1);
    return new JobRun(crawler, job!);
  });
  const running = new Set<JobRun>();
  const runs = (await Promise.all(jobs)).map((run) => {
    running.add(run);
    return run.crawl().finally(() => running.delete(run));
  });
  const all = Promise.all(runs);
  for (let quiet = 0; running.size > 0; quiet++) {
    await setImmediate();
    if (underWay > 0) quiet = 0;
    if (quiet < 30 || waits.length === 0) continue;
    quiet = 0;
    waits.sort((a, b) => a.due - b.due);
    const next = waits.shift()!;
    clock.advance(next.due - clock());
    next.resolve();
  }
  await all;
}

test(
  'requests of two replicas to one host are a third of the delay apart, or its Crawl-delay',
  { skip: missing('postgres') },
  async (t) => {
    for (const [robots, spacing] of [
      ['', 334],
      ['User-agent: *\nCrawl-delay: 7', 7_000],
    ] as const) {
      const clock = fakeClock(0);
      const arrivals: [at: number, path: string][] = [];
      const { origin } = await site(t, (path) => {
        arrivals.push([clock(), path]);
        if (path === '/robots.txt') return text('text/plain', robots);
        return path.length < 4 ? anchors(`${path}1`, `${path}2`, `${path}3`) : '';
      });
      await crawlOnBoth(t, [`${origin}/a`, `${origin}/b`], clock);
      const instants = arrivals.map(([at]) => at);
      const gaps = instants.slice(1).map((at, i) => at - instants[i]!);
      // Both have asked for robots.txt, and know of its Crawl-delay, once they ask for a page.
      const asked = arrivals.findLastIndex(([, path]) => path === '/robots.txt');
      assert.equal(arrivals.length, 22);
      for (const [i, gap] of gaps.entries()) {
        assert.ok(gap >= (i > asked ? spacing : 334), `${gap} at ${instants[i]}`);
      }
    }
  },
);
