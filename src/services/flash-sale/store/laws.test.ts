/** Laws that hold after every step of any history, and under real concurrency, on every store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { runSwarm } from '#kit/testing/swarm.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { deviceRate } from '../limits.ts';
import { buy, log, sum, T0 } from './contract/fixtures.ts';
import { histories } from './laws/history.ts';
import { Oracle, pooled, stock, type Handles, type Opened } from './laws/oracle.ts';
import { openRedisStore } from './redis/redis-flash-sale-store.ts';
import { openDatabase, sqliteStore } from './sqlite/sqlite-flash-sale-store.ts';

const stores = [
  {
    name: 'SQLite',
    skip: false as const,
    runs: 250,
    open: async (file = ':memory:'): Promise<Opened> => {
      // One process has the file, so both replicas are the same store.
      const db = openDatabase({ file });
      const store = sqliteStore(db);
      const handles: Handles = [store, store];
      const replace = async () => {
        // Another process has nothing of the memory of the one before.
        handles.fill(sqliteStore(db));
        return true;
      };
      return { handles, replace };
    },
    close: ([one]: Handles) => one.close(),
  },
  {
    name: 'Redis',
    skip: missing('redis'),
    runs: 40,
    open: async (): Promise<Opened> => {
      const prefix = unique('t');
      const openOne = () => openRedisStore(servers.redis, prefix, log);
      const handles: Handles = [await openOne(), await openOne()];
      const replace = async (which: 0 | 1) => {
        await handles[which].close();
        handles[which] = await openOne();
        return false;
      };
      return { handles, replace };
    },
    close: (handles: Handles) => Promise.all(handles.map((store) => store.close())),
  },
];

for (const { name, skip, runs, open, close } of stores) {
  describe(`laws of the flash sale on ${name}`, { skip }, () => {
    it('hold after every step of any small history', (t) =>
      runSwarm(t, histories, runs, async ({ setting, steps }) => {
        const opened = await open();
        try {
          const oracle = new Oracle(opened, setting);
          for (const step of steps) await oracle.take(step);
        } finally {
          await close(opened.handles);
        }
      }));

    const opened = async (t: TestContext) => {
      const { handles } = await open(join(temporaryFolder(), 'flash-sale.db'));
      t.after(() => close(handles));
      return handles;
    };

    it('200 buyers at once of 100 units: 100 completed, 100 queued at 0 to 99', async (t) => {
      const handles = await opened(t);
      await handles[0].load(stock('p', 100));
      const outcomes = await together(200, (i) => handles[i % 2]!.checkout(buy()));
      const { completed, queued } = Object.groupBy(outcomes, ({ kind }) => kind);
      assert.equal(completed?.length, 100);
      const positions = queued?.map((one) => (one.kind === 'queued' ? one.position : -1));
      const inOrder = positions?.toSorted((a, b) => a - b);
      assert.deepEqual(inOrder, [...Array(100).keys()]);
      const view = await handles[1].stock('p');
      assert.deepEqual(view && [view.available, view.held, view.waiting], [0, 100, 100]);
    });

    it('buyers of several units at once never get more than there is', async (t) => {
      const handles = await opened(t);
      await handles[0].load(stock('p', 100));
      const purchases = Array.from({ length: 100 }, (_, i) => buy({ qty: 1 + (i % 5) }));
      const outcomes = await together(100, (i) => handles[i % 2]!.checkout(purchases[i]!));
      const sold = purchases.filter((_, i) => outcomes[i]!.kind === 'completed');
      const view = await handles[1].stock('p');
      assert.equal(sum(sold.map(({ qty }) => qty)), view?.held);
      assert.equal(view && view.available + view.held, 100);
      // Somebody queued, so less was left than anybody in the queue had asked for at the time.
      assert.ok(view && view.available < 5);
    });

    it('units that are released at once go to waiting users, each once', async (t) => {
      const handles = await opened(t);
      await handles[0].load(stock('p', 50));
      const sales = Array.from({ length: 50 }, () => buy());
      await together(50, (i) => handles[i % 2]!.checkout(sales[i]!));
      for (let i = 0; i < 80; i++) await handles[i % 2]!.checkout(buy({ userId: `u${i}` }));
      const outcomes = await together(100, (i) =>
        handles[i % 2]!.release(sales[i >> 1]!.reservationId, T0),
      );
      const promoted = outcomes.flatMap((one) => (one.kind === 'released' ? one.promoted : []));
      const users = new Set(promoted.map(({ userId }) => userId));
      assert.deepEqual(users, new Set(Array.from({ length: 50 }, (_, i) => `u${i}`)));
      assert.equal(promoted.length, 50);
      const view = await handles[0].stock('p');
      assert.deepEqual(view && [view.available, view.held, view.waiting], [0, 50, 30]);
    });

    it('a key that arrives 50 times at once sells once, with and without a slot pool', async (t) => {
      const handles = await opened(t);
      await handles[0].load(stock('p', 100));
      const outcomes = await together(50, async (i) => {
        const purchase = buy({ idempotencyKey: 'k' });
        if (i % 4 < 2) return handles[i % 2]!.checkout(purchase);
        return pooled(handles[i % 2]!, handles[(i + 1) % 2]!, purchase);
      });
      assert.equal(outcomes.filter(({ kind }) => kind === 'completed').length, 1);
      assert.equal(outcomes.filter(({ kind }) => kind === 'repeated').length, 49);
      assert.equal((await handles[1].stock('p'))?.held, 1);
    });

    it('20 of 50 requests of a device at once pass', async (t) => {
      const handles = await opened(t);
      const outcomes = await together(50, (i) =>
        handles[i % 2]!.checkout(buy({ devices: i % 3 === 0 ? ['d', `other ${i}`] : ['d'] })),
      );
      assert.equal(outcomes.filter(({ kind }) => kind === 'queued').length, deviceRate.limit);
    });

    it('a pool of 7 admits 7 at once', async (t) => {
      const handles = await opened(t);
      const outcomes = await together(30, (i) => handles[i % 2]!.admit(buy(), 7));
      assert.equal(outcomes.filter(({ kind }) => kind === 'admitted').length, 7);
    });
  });
}

function together<T>(count: number, act: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => act(i)));
}
