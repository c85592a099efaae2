/** The contract of every store, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { maxUrls } from '../../jobs/frontier.ts';
import type { PageResult } from '../../schemas.ts';
import { portionCharacters, type CrawlStore } from '../crawler-store.ts';
import { limits } from '../../web/page.ts';
import {
  create,
  now,
  ours,
  page,
  progress,
  seed,
  theirs,
  totals,
  until,
  url,
  type Replicas,
} from './fixtures.ts';

export function storeContract(
  name: string,
  skip: string | false,
  open: (t: TestContext) => Promise<Replicas>,
): void {
  describe(`crawl jobs on ${name}`, { skip }, () => {
    const pagesOf = async (store: CrawlStore, n: number, offset = 0, limit = 10) =>
      (await store.pages(n, offset, limit)).map((text) => JSON.parse(text) as PageResult);

    test('a new job is started, numbered, and has its seed in the queue', async (t) => {
      const { first, second } = await open(t);
      const job = await create(first);
      assert.deepEqual(await second.find(job.n), {
        n: job.n,
        seedUrl: 'HTTP://example.com',
        maxPages: 10,
        status: 'started',
        startedAt: now,
        endedAt: null,
        totals,
        options: {},
        webhookStatus: null,
      });
      assert.deepEqual(await second.urls(job.n, 0, 10), [url(0)]);
      assert.equal(await second.find(job.n + 1), undefined);
    });

    test('jobs that are created at once have different numbers', async (t) => {
      const { first, second } = await open(t);
      const jobs = await Promise.all(
        Array.from({ length: 20 }, (_, i) => create(i % 2 ? first : second)),
      );
      assert.equal(new Set(jobs.map(({ n }) => n)).size, 20);
    });

    test('each job is acquired by one of any number of replicas, the oldest first', async (t) => {
      const { first, second } = await open(t);
      const jobs: number[] = [];
      for (let i = 0; i < 6; i++) jobs.push((await create(first)).n);
      assert.deepEqual(
        (await first.acquire(ours, now, 2)).map(({ n }) => n),
        jobs.slice(0, 2),
      );
      const taken = await Promise.all([
        first.acquire(ours, now, 3),
        second.acquire(theirs, now, 3),
        first.acquire(ours, now, 3),
      ]);
      assert.deepEqual(
        taken
          .flat()
          .map(({ n }) => n)
          .sort((a, b) => a - b),
        jobs.slice(2),
      );
      assert.equal((await second.find(jobs[0]!))?.status, 'running');
      assert.deepEqual(await second.acquire(theirs, until - 1, 9), []);
    });

    test('a job is free again when its lease is over, or released, but not when renewed', async (t) => {
      const { first, second } = await open(t);
      const [a, b, c] = [await create(first), await create(first), await create(first)];
      await first.acquire(ours, now, 3);
      const renewed = await first.renew({ owner: 'first', until: until + 10 }, [a.n, b.n, c.n + 1]);
      assert.deepEqual(
        renewed.toSorted((a, b) => a - b),
        [a.n, b.n],
      );
      assert.deepEqual(await second.renew({ owner: 'second', until: until + 10 }, [a.n]), []);
      assert.deepEqual(
        (await second.acquire(theirs, until, 9)).map(({ n }) => n),
        [c.n],
      );
      await first.release('first', a.n);
      await first.release('first', c.n); // no longer ours
      assert.deepEqual(
        (await second.acquire(theirs, until - 1, 9)).map(({ n }) => n),
        [a.n],
      );
      assert.deepEqual(await first.renew({ owner: 'first', until: until + 20 }, [a.n, b.n]), [b.n]);
    });

    test('a job that was released is not held again by a renewal that comes late', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      await first.release('first', n);
      assert.deepEqual(await first.renew(ours, [n]), []);
      assert.equal(await first.complete('first', n, now), false);
      assert.deepEqual(
        (await second.acquire(theirs, now, 9)).map((job) => job.n),
        [n],
      );
    });

    test('a job whose owners end twice without giving it back, and without a page, has failed', async (t) => {
      const { first, second, reopen } = await open(t);
      const { n } = await create(first);
      const other = await create(first);
      const over = Promise.withResolvers<number>();
      await first.watch({ changed: over.resolve, resumed() {} });
      const held = async (store: CrawlStore, lease: typeof ours, at: number) =>
        (await store.acquire(lease, at, 1)).map((job) => job.n);
      for (let i = 0; i < 5; i++) {
        assert.deepEqual(await held(first, ours, now), [n]);
        await first.release('first', n); // in order: this does not count
      }
      assert.deepEqual(await held(first, ours, now), [n]);
      assert.deepEqual(await held(second, theirs, until), [n]);
      assert.deepEqual(await held(first, ours, until), []);
      const job = await second.find(n);
      assert.deepEqual([job?.status, job?.endedAt], ['failed', until]);
      assert.equal(await over.promise, n);
      assert.equal(await second.save('second', n, progress({})), false);
      assert.equal((await second.cancel(n, until))?.status, 'failed');
      assert.deepEqual(await held(second, theirs, until), [other.n]);
      assert.equal((await (await reopen()).find(n))?.status, 'failed');
    });

    test('a job that records pages is begun again, however often its owners end', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      const [a, b] = [
        [first, 'first'],
        [second, 'second'],
      ] as const;
      for (let i = 0; i < 5; i++) {
        const at = now + i * 10_000;
        const [store, owner] = i % 2 === 0 ? a : b;
        const taken = await store.acquire({ owner, until: at + 10_000 }, at, 1);
        assert.deepEqual([i, taken.map((job) => job.n)], [i, [n]]);
        assert.equal(await store.save(owner, n, progress({ urls: [url(i)] })), true);
        assert.equal(await store.save(owner, n, progress({ pages: [[i, page()]] })), true);
      }
      await first.acquire({ owner: 'third', until: now + 60_000 }, now + 50_000, 1);
      // Neither a URL nor a page that failed shows that the job gets on.
      const lost = page({ error: 'lost' });
      await first.save('third', n, progress({ urls: [url(9)], pages: [[9, lost]] }));
      assert.deepEqual(await second.acquire(theirs, now + 60_000, 1), []);
      assert.equal((await first.find(n))?.status, 'failed');
    });

    test('owners that lost a job, and live, did not end with it', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      for (let at = now; at < now + 100_000; at += 20_000) {
        await first.acquire({ owner: 'first', until: at + 5_000 }, at, 1);
        await second.acquire({ owner: 'second', until: at + 15_000 }, at + 10_000, 1);
        await first.release('first', n);
        assert.equal(await second.save('second', n, progress({})), true);
        await first.acquire({ owner: 'first', until: at + 18_000 }, at + 15_000, 1);
        await second.release('second', n);
      }
      assert.equal((await first.find(n))?.status, 'running');
    });

    test('an owner that renews its lease too late has not lost its job', async (t) => {
      const { first } = await open(t);
      const { n } = await create(first);
      for (let at = now; at < now + 100_000; at += 15_000) {
        const jobs = await first.acquire({ owner: 'first', until: at + 15_000 }, at, 1);
        assert.deepEqual(
          jobs.map((job) => job.n),
          [n],
        );
      }
      assert.equal((await first.find(n))?.status, 'running');
    });

    test('how often a job was begun survives a restart', async (t) => {
      const { first, reopen } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      let again = await reopen();
      assert.equal((await again.acquire(theirs, until, 1))[0]?.n, n);
      again = await reopen();
      assert.deepEqual(await again.acquire(ours, until, 1), []);
      assert.equal((await again.find(n))?.status, 'failed');
    });

    test('progress is recorded, and may be recorded again', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      const done = url(0, { state: 'fetched' });
      const found = [url(1), url(2, { state: 'off-scheme', depth: 2, detail: 'why' })];
      const failed = page({ title: '', links: [], error: 'reset', final_url: `${seed}9` });
      const step = progress({
        urls: [done, ...found],
        pages: [
          [0, page()],
          [1, failed],
        ],
        totals: {
          pages: 2,
          linkCharacters: 5,
          urlCharacters: 6,
          leftOut: 7,
          urls: { fetched: 1, queued: 1 },
        },
      });
      assert.equal(await first.save('first', n, step), true);
      assert.equal(await first.save('first', n, step), true);
      assert.deepEqual(await second.urls(n, 0, 10), [done, ...found]);
      assert.deepEqual(await second.urls(n, 1, 1), [found[0]]);
      assert.deepEqual(await pagesOf(second, n), [page(), failed]);
      assert.deepEqual(await pagesOf(second, n, 1, 1), [failed]);
      assert.deepEqual((await second.find(n))?.totals, step.totals);
      await first.save('first', n, progress({ urls: [url(1, { state: 'claimed' })] }));
      assert.equal((await second.urls(n, 1, 1))[0]?.state, 'claimed');
    });

    test('a URL is recorded once a job', async (t) => {
      const { first } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      const twice = progress({ urls: [url(1), { ...url(2), url: url(1).url }] });
      await assert.rejects(first.save('first', n, twice));
      assert.deepEqual(await first.urls(n, 0, 10), [url(0)]);
    });

    test('a replica that does not hold a job records nothing, and does not complete it', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      const step = progress({
        urls: [url(1)],
        pages: [[0, page()]],
        totals: { ...totals, leftOut: 3 },
      });
      assert.equal(await first.save('first', n, step), false);
      await first.acquire(ours, now, 1);
      await second.acquire(theirs, until, 1);
      assert.equal(await first.save('first', n, step), false);
      assert.equal(await first.complete('first', n, now), false);
      assert.deepEqual(await first.urls(n, 0, 10), [url(0)]);
      assert.deepEqual(await first.pages(n, 0, 10), []);
      assert.equal((await first.find(n))?.totals.leftOut, 0);
      assert.equal(await second.save('second', n, step), true);
    });

    test('a completed job is over', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      assert.equal(await first.complete('first', n, now + 5), true);
      const job = await second.find(n);
      assert.deepEqual([job?.status, job?.endedAt], ['completed', now + 5]);
      assert.equal(await first.complete('first', n, now + 6), false);
      assert.equal(await first.save('first', n, progress({})), false);
      assert.equal((await second.cancel(n, now + 6))?.status, 'completed');
      assert.deepEqual(await second.acquire(theirs, until + 1, 9), []);
    });

    test('a cancelled job is over, once, whether it ran or not', async (t) => {
      const { first, second } = await open(t);
      const [running, waiting] = [await create(first), await create(first)];
      await first.acquire(ours, now, 1);
      for (const { n } of [running, waiting]) {
        const job = await second.cancel(n, now + 5);
        assert.deepEqual([job?.status, job?.endedAt], ['cancelled', now + 5]);
        assert.equal((await second.cancel(n, now + 6))?.endedAt, now + 5);
      }
      assert.equal(await second.cancel(waiting.n + 1, now), undefined);
      assert.equal(await first.save('first', running.n, progress({})), false);
      assert.deepEqual(await first.renew(ours, [running.n]), []);
      assert.deepEqual(await first.acquire(ours, until + 1, 9), []);
    });

    test('every replica hears of a page, a completion and a cancellation', async (t) => {
      const { first, second } = await open(t);
      const told: number[] = [];
      let next = Promise.withResolvers<void>();
      const seen = async (n: number) => {
        while (!told.includes(n)) await next.promise;
        told.length = 0;
      };
      await second.watch({
        changed(n) {
          told.push(n);
          next.resolve();
          next = Promise.withResolvers();
        },
        resumed() {},
      });
      const [a, b] = [await create(first), await create(first)];
      await first.acquire(ours, now, 2);
      await first.save('first', a.n, progress({ urls: [url(1)] }));
      await first.save('first', b.n, progress({ pages: [[0, page()]] }));
      await seen(b.n);
      await first.complete('first', a.n, now);
      await seen(a.n);
      await first.cancel(b.n, now);
      await seen(b.n);
    });

    test('requests to a host are booked apart on all replicas; hosts do not wait for each other', async (t) => {
      const { first, second, clock } = await open(t);
      const book = (store: CrawlStore, host: string, spacing = 300) =>
        store.bookRequest(host, 1_000, spacing, clock());
      assert.equal(await book(first, 'a'), 1_000);
      assert.equal(await book(second, 'a', 5_000), 1_300);
      assert.equal(await book(first, 'a'), 6_300);
      assert.equal(await book(second, 'b'), 1_000);
      clock.advance(400);
      assert.equal(await book(second, 'a'), 6_200);
      clock.advance(6_000);
      assert.equal(await book(first, 'a'), 1_000);
    });

    test('no request is booked while a host pauses, on any replica; a shorter pause changes nothing', async (t) => {
      const { first, second, clock } = await open(t);
      const book = (store: CrawlStore, host = 'a') => store.bookRequest(host, 1_000, 300, clock());
      await first.pauseHost('a', 5_000, clock());
      await second.pauseHost('a', 2_000, clock());
      assert.equal(await book(second), 5_000);
      assert.equal(await book(first), 5_300);
      assert.equal(await book(first, 'b'), 1_000);
      clock.advance(1_000);
      await second.pauseHost('a', 1_000, clock());
      assert.equal(await book(first), 4_600);
      await second.pauseHost('a', 10_000, clock());
      clock.advance(9_500);
      assert.equal(await book(second), 1_000);
    });

    test('each of the bookings that race has its own instant', async (t) => {
      const { first, second, clock } = await open(t);
      const waits = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? first : second).bookRequest('a', 1_000, 300, clock()),
        ),
      );
      assert.deepEqual(
        waits.toSorted((a, b) => a - b),
        Array.from({ length: 20 }, (_, i) => 1_000 + 300 * i),
      );
    });

    test('when completing and cancelling race, one happens', async (t) => {
      const { first, second } = await open(t);
      for (let i = 0; i < 10; i++) {
        const { n } = await create(first);
        await first.acquire(ours, now, 1);
        const [completed, cancelled] = await Promise.all([
          first.complete('first', n, now),
          second.cancel(n, now),
        ]);
        const job = await first.find(n);
        assert.equal(job?.status, completed ? 'completed' : 'cancelled');
        assert.equal(cancelled?.status, job?.status);
      }
    });

    test('URLs that differ in a backslash are different, whatever follows it', async (t) => {
      const { first, second } = await open(t);
      const odd = ['?\\', '?re=\\d+', '?\\101', '?A', '?\\\\101', '?\\x41', '?é', '?\\303\\251'];
      const urls = odd.map((query, i) => ({ ...url(i), url: seed + query }));
      const { n } = await first.create(urls[0]!.url, urls[0]!.url, 10, now);
      await first.acquire(ours, now, 1);
      const detail = 'a\\b';
      const found = urls.slice(1).map((row) => ({ ...row, detail }));
      assert.equal(await first.save('first', n, progress({ urls: found })), true);
      assert.deepEqual(
        (await second.urls(n, 0, 99)).map(({ url, detail }) => [url, detail]),
        urls.map(({ url }, i) => [url, i === 0 ? '' : detail]),
      );
      const twice = progress({ urls: [{ ...url(99), url: urls[1]!.url }] });
      await assert.rejects(first.save('first', n, twice));
    });

    test('a job with more URLs than its links may have is read whole', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      const urls = Array.from({ length: maxUrls }, (_, i) => url(i + 1));
      // As many at a time as a page may have.
      for (let from = 0; from < maxUrls; from += limits.links) {
        const part = urls.slice(from, from + limits.links);
        assert.equal(await first.save('first', n, progress({ urls: part })), true);
      }
      // Read in parts, as the next owner of the job does.
      let read = 0;
      for (;;) {
        const part = await second.urls(n, read, limits.links);
        if (part.length === 0) break;
        read += part.length;
      }
      assert.equal(read, maxUrls + 1);
    });

    test('the longest URLs and texts come back whole', async (t) => {
      const { first, second } = await open(t);
      const long = `${seed}${'%F0%9F%98%80'.repeat(700)}`;
      const { n } = await first.create(long, long, 1_000, now);
      await first.acquire(ours, now, 1);
      const wide = page({ url: long, title: '\u{10ffff}'.repeat(256), error: 'e\u0001' });
      await first.save('first', n, progress({ pages: [[0, wide]] }));
      assert.equal((await second.urls(n, 0, 1))[0]?.url, long);
      assert.deepEqual(await pagesOf(second, n, 0, 1), [wide]);
    });

    test('a portion of pages ends with the page that fills it', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      const large = page({ links: ['x'.repeat(portionCharacters)] });
      const pages = [page(), page(), large, page(), large, large];
      await first.save('first', n, progress({ pages: pages.map((each, i) => [i, each]) }));
      const read = async (offset: number, limit = 10) =>
        (await pagesOf(second, n, offset, limit)).length;
      assert.deepEqual(
        [await read(0), await read(2), await read(3), await read(5), await read(6)],
        [3, 1, 2, 1, 0],
      );
      assert.deepEqual([await read(0, 2), await read(0, 0)], [2, 0]);
    });

    test('acknowledged changes are there after a restart', async (t) => {
      const { first, reopen } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      await first.save(
        'first',
        n,
        progress({ urls: [url(0, { state: 'claimed' })], pages: [[0, page()]] }),
      );
      const again = await reopen();
      await again.ready();
      assert.equal((await again.find(n))?.status, 'running');
      assert.deepEqual(await again.urls(n, 0, 10), [url(0, { state: 'claimed' })]);
      assert.deepEqual(await pagesOf(again, n), [page()]);
    });
  });
}
