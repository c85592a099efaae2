/** When requests are sent, on a clock that moves from one wait to the next. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fakeClock } from '#kit/testing/testing.ts';
import { anchors, noContents, stores, type OpenStore } from './fixtures.ts';
import { inOrder } from './laws/virtual-time.ts';
import { HostSchedule } from '../store/sqlite/host-schedule.ts';
import type { CrawlerContext } from '../jobs/context.ts';
import { HostPauses } from '../jobs/host-pauses.ts';
import { JobRun } from '../jobs/job-run.ts';
import type { Fetcher } from '../web/fetcher.ts';

interface Page {
  readonly status?: number;
  readonly body?: string;
  readonly location?: string;
  readonly retryAfter?: string;
}

/** A crawler of pages that answer at once, and the instants at which they were requested. */
async function virtual(
  t: TestContext,
  open: OpenStore,
  pages: Record<string, Page>,
  more: Partial<CrawlerContext> = {},
) {
  const clock = fakeClock(0);
  const { store, isIdle } = inOrder(await open(t, clock));
  const waits: { due: number; resolve: () => void }[] = [];
  const requests: [at: number, url: string][] = [];
  const never = new AbortController().signal;
  const fetcher: Fetcher = {
    async get(url) {
      requests.push([clock(), url.href]);
      const { status = 200, body = '', location, retryAfter } = pages[url.href] ?? { status: 404 };
      const head = { status, contentType: 'text/html', location, retryAfter };
      return { ...head, body: Buffer.from(body) };
    },
    stream: () => assert.fail('no sitemap is asked for'),
    close: async () => {},
  };
  const crawler: CrawlerContext = {
    store,
    fetcher,
    contents: noContents,
    pauses: new HostPauses(),
    clock,
    sleep: (ms) => new Promise<void>((resolve) => waits.push({ due: clock() + ms, resolve })),
    owner: 'me',
    delayMs: 1_000,
    robotsToken: undefined,
    stopping: never,
    ending: never,
    ...more,
  };

  /** Crawls from the seeds at the same time; time passes only when everybody waits. */
  async function crawl(maxPages: number, ...seeds: string[]) {
    for (const seed of seeds) await crawler.store.create(seed, seed, maxPages, clock());
    const jobs = await crawler.store.acquire(
      { owner: 'me', until: Number.MAX_SAFE_INTEGER },
      clock(),
      9,
    );
    const runs = Promise.all(jobs.map((job) => new JobRun(crawler, job).crawl()));
    let isOver = false;
    void runs.then(() => (isOver = true));
    for (;;) {
      for (let turn = 0; turn < 30; turn++) {
        if (!isIdle()) turn = 0;
        await setImmediate();
      }
      if (isOver) break;
      waits.sort((a, b) => a.due - b.due);
      const next = waits.shift()!;
      clock.advance(next.due - clock());
      next.resolve();
    }
    return Promise.all(jobs.map(({ n }) => crawler.store.find(n)));
  }
  return { crawl, requests, clock };
}

const a = 'http://a.test';
const many = (origin: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i): [string, Page] => [
      `${origin}/${i === 0 ? '' : i}`,
      { body: i === 0 ? anchors(...Array.from({ length: count - 1 }, (_, i) => `/${i + 1}`)) : '' },
    ]),
  );

for (const { name, skip, open } of stores) {
  describe(`politeness on ${name}`, { skip }, () => {
    test('each worker waits the delay before each request, and a host has a third of it between two', async (t) => {
      const { crawl, requests } = await virtual(t, open, many(a, 8));
      await crawl(8, `${a}/`);
      const instants = requests.map(([at]) => at);
      // The seed; then three workers, a third of the delay apart, each a full delay after its last.
      assert.deepEqual(instants, [1_000, 2_000, 2_334, 2_668, 3_002, 3_336, 3_670, 4_004]);
    });

    test('requests to different hosts do not wait for each other', async (t) => {
      const [b, c] = ['http://b.test', 'http://c.test'];
      const { crawl, requests } = await virtual(t, open, {
        [`${a}/`]: { body: anchors(`${b}/`, `${c}/`) },
      });
      await crawl(3, `${a}/`);
      assert.deepEqual(requests, [
        [1_000, `${a}/`],
        [2_000, `${b}/`],
        [2_000, `${c}/`],
      ]);
    });

    test('jobs of one process share the spacing of a host', async (t) => {
      const { crawl, requests } = await virtual(t, open, many(a, 1));
      await crawl(1, `${a}/`, `${a}/other`);
      assert.deepEqual(
        requests.map(([at]) => at),
        [1_000, 1_334],
      );
    });

    test('robots.txt counts as a request, and its Crawl-delay is kept', async (t) => {
      const robots = { body: 'User-agent: *\nCrawl-delay: 10' };
      const { crawl, requests } = await virtual(
        t,
        open,
        { ...many(a, 4), [`${a}/robots.txt`]: robots },
        { robotsToken: 'hawker' },
      );
      await crawl(4, `${a}/`);
      assert.deepEqual(
        requests.map(([at]) => at),
        [1_000, 2_000, 12_000, 22_000, 32_000],
      );
    });

    for (const [status, retryAfter] of [
      [429, '10'],
      [503, '10'],
      [503, new Date(12_000).toUTCString()],
      [429, '9.4'],
    ] as const) {
      test(`a ${status} with Retry-After ${retryAfter} slows the whole host`, async (t) => {
        const b = 'http://b.test';
        const { crawl, requests } = await virtual(t, open, {
          [`${a}/`]: { body: anchors('/busy', `${b}/1`, '/1', '/2', '/3', '/4') },
          [`${a}/busy`]: { status, retryAfter },
        });
        await crawl(7, `${a}/`);
        const askedAt = (origin: string) =>
          requests.filter(([, url]) => url.startsWith(`${origin}/`)).map(([at]) => at);
        assert.deepEqual(askedAt(b), [2_000]);
        const [seed, busy, ...after] = askedAt(a);
        assert.deepEqual([seed, busy, after.length], [1_000, 2_000, 4]);
        // Also of a worker that had its turn when the host asked for time.
        let earliest = retryAfter === '9.4' ? 11_400 : 12_000;
        for (const at of after) {
          assert.ok(at >= earliest && at <= earliest + 1_000, `${after}`);
          earliest = at + 334;
        }
      });
    }

    test('without Retry-After, with a bad one, or with another status nothing is slowed', async (t) => {
      for (const busy of [
        { status: 429 },
        { status: 503, retryAfter: 'soon' },
        { status: 503, retryAfter: '-5' },
        { status: 500, retryAfter: '100' },
        { status: 200, retryAfter: '100' },
        { status: 429, retryAfter: new Date(0).toUTCString() },
      ]) {
        const { crawl, requests } = await virtual(t, open, {
          [`${a}/`]: { body: anchors('/busy', '/1') },
          [`${a}/busy`]: busy,
        });
        await crawl(3, `${a}/`);
        assert.deepEqual(
          requests.map(([at]) => at),
          [1_000, 2_000, 2_334],
        );
      }
    });

    test('robots.txt may ask for time, too, and at most a minute of it', async (t) => {
      const busy = { status: 429, retryAfter: '86400' };
      const { crawl, requests } = await virtual(
        t,
        open,
        { ...many(a, 2), [`${a}/robots.txt`]: busy },
        { robotsToken: 'hawker' },
      );
      await crawl(2, `${a}/`);
      assert.deepEqual(
        requests.map(([at]) => at),
        [1_000, 61_000, 62_000],
      );
    });

    test('a redirect waits like any other request', async (t) => {
      const { crawl, requests } = await virtual(t, open, {
        [`${a}/`]: { status: 302, location: '/next' },
      });
      await crawl(4, `${a}/`);
      assert.deepEqual(requests, [
        [1_000, `${a}/`],
        [2_000, `${a}/next`],
      ]);
    });

    test('one of two redirects that wait for one URL follows it; none waits for a visited one', async (t) => {
      const target = { status: 302, location: '/target' };
      const { crawl, requests } = await virtual(t, open, {
        [`${a}/`]: { body: anchors('/one', '/two', '/back') },
        [`${a}/one`]: target,
        [`${a}/two`]: target,
        [`${a}/back`]: { status: 302, location: '/' },
      });
      const [job] = await crawl(9, `${a}/`);
      assert.deepEqual(requests, [
        [1_000, `${a}/`],
        [2_000, `${a}/one`],
        [2_334, `${a}/two`],
        [2_668, `${a}/back`],
        [3_002, `${a}/target`],
      ]);
      assert.equal(job?.endedAt, 3_336); // the second redirect had waited for its turn
    });

    test('without a delay nothing waits, but a job lasts 2 seconds', async (t) => {
      const { crawl, requests } = await virtual(t, open, many(a, 5), { delayMs: 0 });
      const [job] = await crawl(5, `${a}/`);
      assert.deepEqual(
        requests.map(([at]) => at),
        [0, 0, 0, 0, 0],
      );
      assert.deepEqual([job?.status, job?.startedAt, job?.endedAt], ['completed', 0, 2_000]);
    });

    test('a job that lasts longer than 2 seconds ends with its last page', async (t) => {
      const { crawl } = await virtual(t, open, many(a, 4));
      const [job] = await crawl(4, `${a}/`);
      assert.equal(job?.endedAt, 2_668);
    });
  });
}

test('a booking is never before another of the same host plus its spacing, and hosts are forgotten', () => {
  const schedule = new HostSchedule();
  let last = -Infinity;
  for (let now = 0; now < 3_000; now += 7) {
    const at = schedule.book('host', now + 10, 20);
    assert.ok(at >= now + 10 && at >= last + 20);
    last = at;
    schedule.book(`host-${now}`, now, 1);
  }
  assert.equal(schedule.forget(last), 429);
  assert.equal(schedule.forget(last + 20), 1);
});
