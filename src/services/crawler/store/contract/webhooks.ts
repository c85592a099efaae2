/** Webhooks that are due from the end of a job, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { CrawlStore } from '../crawler-store.ts';
import { now, ours, theirs, until, type Replicas } from './fixtures.ts';

const told = { webhook: 'https://hook.example/' };

const create = async (store: CrawlStore, options = told) =>
  (await store.create('http://a/', 'http://a/', 1, now, options)).n;

const take = async (store: CrawlStore, at: number, lease = at + 100, limit = 9) =>
  (await store.takeWebhooks(at, lease, limit))
    .map(({ job, attempt }) => [job.n, job.status, attempt] as const)
    .sort(([a], [b]) => a - b);

export function webhookContract(
  name: string,
  skip: string | false,
  open: (t: TestContext) => Promise<Replicas>,
): void {
  describe(`webhooks on ${name}`, { skip }, () => {
    test('each end of a job makes its webhook due, in the same step', async (t) => {
      const { first, second, reopen } = await open(t);
      const [completed, failed] = [await create(first), await create(first)];
      await first.acquire(ours, now, 2);
      const cancelled = await create(first);
      assert.deepEqual(await take(second, now + 1e9), []);
      await first.complete('first', completed, now);
      await first.cancel(cancelled, now + 1);
      await second.acquire(theirs, until, 1);
      await first.acquire(ours, until + 1e6, 1);
      assert.equal((await first.find(failed))!.status, 'failed');
      const store = await reopen();
      assert.deepEqual(await take(store, now - 1), []);
      assert.deepEqual(await take(store, until + 1e6), [
        [completed, 'completed', 1],
        [failed, 'failed', 1],
        [cancelled, 'cancelled', 1],
      ]);
    });

    test('a job that nobody asked to be told of makes none due', async (t) => {
      const { first } = await open(t);
      const { n } = await first.create('http://a/', 'http://a/', 1, now);
      await first.cancel(n, now);
      assert.deepEqual(await take(first, now + 1e9), []);
      assert.equal((await first.find(n))!.webhookStatus, null);
    });

    test('each goes to one of any number of replicas, the longest due first', async (t) => {
      const { first, second } = await open(t);
      const jobs: number[] = [];
      for (let i = 0; i < 8; i++) jobs.push(await create(first));
      for (const [i, n] of jobs.entries()) await first.cancel(n, now - i);
      assert.deepEqual((await take(first, now, now + 100, 1))[0]![0], jobs[7]);
      const rest = await Promise.all([take(first, now), take(second, now), take(first, now)]);
      assert.deepEqual(
        rest
          .flat()
          .map(([n]) => n)
          .sort((a, b) => a - b),
        jobs.slice(0, 7),
      );
    });

    test('one whose attempt has no end is due again; a late end of it changes nothing', async (t) => {
      const { first, second } = await open(t);
      const n = await create(first);
      await first.cancel(n, now);
      assert.deepEqual(await take(first, now, now + 100), [[n, 'cancelled', 1]]);
      assert.deepEqual(await take(second, now + 99), []);
      assert.deepEqual(await take(second, now + 100, now + 200), [[n, 'cancelled', 2]]);
      await first.settleWebhook(n, 1, 'delivered', null);
      assert.equal((await first.find(n))!.webhookStatus, 'pending');
      await second.settleWebhook(n, 2, 'pending', now + 5_000);
      assert.deepEqual(await take(first, now + 4_999), []);
      assert.deepEqual(await take(first, now + 5_000), [[n, 'cancelled', 3]]);
    });

    test('one that is settled is not due again', async (t) => {
      const { first, second } = await open(t);
      for (const status of ['delivered', 'failed'] as const) {
        const n = await create(first);
        await first.cancel(n, now);
        await take(first, now);
        await first.settleWebhook(n, 1, status, null);
        assert.equal((await second.find(n))!.webhookStatus, status);
        assert.deepEqual(await take(second, now + 1e9), []);
        await first.cancel(n, now);
        assert.deepEqual(await take(second, now + 1e9), []);
      }
    });

    test('a job that is removed still tells of its end', async (t) => {
      const { first, second, reopen } = await open(t);
      const n = await create(first);
      await first.cancel(n, now);
      await first.remove(n);
      while (await second.purge());
      assert.equal(await first.find(n), undefined);
      assert.deepEqual(await take(second, now), [[n, 'cancelled', 1]]);
      const store = await reopen();
      await store.settleWebhook(n, 1, 'pending', now + 1);
      assert.deepEqual(await take(store, now + 1e6), [[n, 'cancelled', 2]]);
      await store.settleWebhook(n, 2, 'delivered', null);
      assert.deepEqual(await take(store, now + 1e9), []);
      assert.equal(await store.remove(n), 'unknown');
      assert.equal(await store.purge(), false);
    });
  });
}
