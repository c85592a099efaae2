/** The contract for content and old jobs, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Content } from '../archive.ts';
import type { CrawlStore } from '../crawler-store.ts';
import {
  create,
  now,
  ours,
  page,
  progress,
  theirs,
  until,
  url,
  type Replicas,
} from './fixtures.ts';

const content = (more: Partial<Content> = {}): Content => ({
  page: 0,
  format: 'text',
  body: Buffer.from([0, 1, 255, 0x1f, 0x8b]),
  ...more,
});

const numbers = (jobs: readonly { readonly n: number }[]) => jobs.map(({ n }) => n);

/** A job that is over. */
async function ended(store: CrawlStore, at = now): Promise<number> {
  const { n } = await create(store);
  await store.cancel(n, at);
  return n;
}

async function purged(store: CrawlStore): Promise<number> {
  let portions = 0;
  while (await store.purge()) portions++;
  return portions;
}

export function archiveContract(
  name: string,
  skip: string | false,
  open: (t: TestContext) => Promise<Replicas>,
): void {
  describe(`content and old jobs on ${name}`, { skip }, () => {
    test('options come back as they were given', async (t) => {
      const { first, second } = await open(t);
      const options = {
        same_host: true,
        include: ['a*\\"ä'],
        exclude: [],
        max_depth: 0,
        formats: ['html' as const],
        retries: 5,
        sitemaps: false,
        webhook: 'https://hook.example/x',
      };
      const { n } = await first.create('http://a/', 'http://a/', 1, now, options);
      const job = (await second.find(n))!;
      assert.deepEqual([job.options, job.webhookStatus], [options, 'pending']);
      assert.deepEqual((await second.acquire(ours, now, 1))[0]!.options, options);
    });

    test('how often a URL was requested is recorded', async (t) => {
      const { first, reopen } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      for (const attempts of [1, 2, 5]) {
        const row = url(0, { state: 'claimed', attempts });
        await first.save('first', n, progress({ urls: [row] }));
        assert.deepEqual(await first.urls(n, 0, 1), [row]);
      }
      assert.equal((await (await reopen()).urls(n, 0, 1))[0]?.attempts, 5);
    });

    test('content is kept for its page and format, and may be kept again', async (t) => {
      const { first, second, reopen } = await open(t);
      const { n } = await create(first);
      await first.acquire(ours, now, 1);
      const large = Buffer.alloc(1024 * 1024, 'ab\0');
      assert.equal(await first.keep('first', n, content({ body: Buffer.from('old') })), true);
      assert.equal(await first.keep('first', n, content()), true);
      assert.equal(await first.keep('first', n, content({ format: 'html', body: large })), true);
      assert.equal(await first.keep('first', n, content({ page: 999, format: 'markdown' })), true);
      const read = async (store: CrawlStore, number: number, format: Content['format']) => {
        const body = await store.content(n, number, format);
        return body && Buffer.from(body);
      };
      assert.deepEqual(await read(second, 0, 'text'), content().body);
      assert.deepEqual(await read(second, 0, 'html'), large);
      assert.equal(await read(second, 0, 'markdown'), undefined);
      assert.equal(await read(second, 1, 'text'), undefined);
      assert.deepEqual(await read(await reopen(), 999, 'markdown'), content().body);
    });

    test('a replica that does not hold a job keeps no content of it', async (t) => {
      const { first, second } = await open(t);
      const { n } = await create(first);
      assert.equal(await first.keep('first', n, content()), false);
      await first.acquire(ours, now, 1);
      await second.acquire(theirs, until, 1);
      assert.equal(await second.keep('second', n, content()), true);
      assert.equal(await first.keep('first', n, content({ body: Buffer.from('late') })), false);
      assert.deepEqual(Buffer.from((await first.content(n, 0, 'text'))!), content().body);
      await second.complete('second', n, now);
      assert.equal(await second.keep('second', n, content({ page: 1 })), false);
    });

    test('jobs are listed by status, the newest first, page by page', async (t) => {
      const { first, second } = await open(t);
      const jobs: number[] = [];
      for (let i = 0; i < 6; i++) jobs.push((await create(first)).n);
      await first.acquire(ours, now, 4);
      await first.complete('first', jobs[0]!, now);
      await first.cancel(jobs[1]!, now);
      await first.cancel(jobs[5]!, now);
      const any = Number.MAX_SAFE_INTEGER;
      assert.deepEqual(numbers(await second.list(undefined, any, 9)), jobs.toReversed());
      assert.deepEqual(numbers(await second.list(undefined, any, 2)), [jobs[5], jobs[4]]);
      assert.deepEqual(numbers(await second.list(undefined, jobs[2]!, 9)), [jobs[1], jobs[0]]);
      for (const [status, expected] of [
        ['started', [4]],
        ['running', [3, 2]],
        ['completed', [0]],
        ['cancelled', [5, 1]],
        ['failed', []],
      ] as const) {
        assert.deepEqual(
          numbers(await second.list(status, any, 9)),
          expected.map((i) => jobs[i]),
          status,
        );
      }
      assert.deepEqual(numbers(await second.list('cancelled', jobs[5]!, 1)), [jobs[1]]);
      assert.deepEqual((await second.list('completed', any, 1))[0], await first.find(jobs[0]!));
    });

    test('a job that is over is removed, once; before, it is not', async (t) => {
      const { first, second } = await open(t);
      const [waiting, running] = [await create(first), await create(first)];
      await first.acquire(ours, now, 2);
      await first.release('first', waiting.n);
      assert.equal(await second.remove(waiting.n), 'running');
      assert.equal(await second.remove(running.n), 'running');
      assert.equal(await second.remove(running.n + 1), 'unknown');
      await first.complete('first', running.n, now);
      assert.equal(await second.remove(running.n), 'removed');
      assert.equal(await first.remove(running.n), 'unknown');
      assert.equal(await first.find(running.n), undefined);
      assert.equal((await first.cancel(running.n, now))?.status, undefined);
      assert.deepEqual(numbers(await first.list(undefined, 1e9, 9)), [waiting.n]);
      assert.deepEqual(await first.list('completed', 1e9, 9), []);
    });

    test('one of the removals that race removes', async (t) => {
      const { first, second } = await open(t);
      const n = await ended(first);
      const outcomes = await Promise.all([first.remove(n), second.remove(n), first.remove(n)]);
      assert.deepEqual(outcomes.sort(), ['removed', 'unknown', 'unknown']);
    });

    test('jobs that ended by then are removed, the oldest first, others are not', async (t) => {
      const { first, second } = await open(t);
      const jobs: number[] = [];
      for (const at of [now + 3, now + 1, now + 2, now]) jobs.push(await ended(first, at));
      const running = await create(first);
      assert.equal(await second.removeEnded(now - 1, 9), 0);
      assert.equal(await second.removeEnded(now + 2, 2), 2);
      assert.deepEqual(numbers(await first.list(undefined, 1e9, 9)), [running.n, jobs[2], jobs[0]]);
      assert.equal(await first.removeEnded(now + 2, 9), 1);
      assert.equal(await first.removeEnded(now + 2, 9), 0);
      assert.deepEqual(numbers(await first.list(undefined, 1e9, 9)), [running.n, jobs[0]]);
    });

    test('remains of a removed job are deleted, portion by portion, and nothing else', async (t) => {
      const { first, second, reopen } = await open(t);
      const fill = async () => {
        const { n } = await create(first);
        await first.acquire(ours, now, 1);
        const urls = Array.from({ length: 2_000 }, (_, i) => url(i + 1));
        const pages = Array.from({ length: 9 }, (_, i) => [i, page()] as const);
        await first.save('first', n, progress({ urls, pages }));
        for (const [number] of pages) await first.keep('first', n, content({ page: number }));
        await first.complete('first', n, now);
        return n;
      };
      const [gone, kept] = [await fill(), await fill()];
      assert.equal(await second.purge(), false);
      await second.remove(gone);
      await second.purge();
      // A restart goes on.
      const store = await reopen();
      assert.ok((await purged(store)) > 1);
      assert.deepEqual(await store.urls(gone, 0, 9), []);
      assert.deepEqual(await store.pages(gone, 0, 9), []);
      assert.equal(await store.content(gone, 8, 'text'), undefined);
      assert.equal((await store.urls(kept, 0, 9_999)).length, 2_001);
      assert.equal((await store.pages(kept, 0, 99)).length, 9);
      assert.ok((await store.content(kept, 8, 'text')) !== undefined);
      // Numbers are not given again.
      assert.ok((await create(store)).n > kept);
    });
  });
}
