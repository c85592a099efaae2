import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { counted } from '#kit/observe/counters.ts';
import { Metrics } from '#kit/observe/metrics.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { registerCounters } from '../counters.ts';
import { buy, log, reserve, stock, sweep, T0 } from '../store/contract/fixtures.ts';
import { openRedisStore } from '../store/redis/redis-flash-sale-store.ts';
import { openDatabase, sqliteStore } from '../store/sqlite/sqlite-flash-sale-store.ts';
import type { FlashSaleStore } from '../store/flash-sale-store.ts';

const holdMs = 60_000;

function counting(open: () => Promise<FlashSaleStore>): void {
  it('counts holds that lapse, and every promotion, however it came about', async (t) => {
    const metrics = new Metrics();
    const store = counted(await open(), registerCounters(metrics, 'flash-sale'));
    t.after(() => store.close());
    const expect = async (name: string, n: number) => {
      const line = `hawker_flash_sale_${name}_total{service="flash-sale"} ${n}\n`;
      assert.ok((await metrics.registry.metrics()).includes(line), line);
    };
    const wait = async (from: number, to: number) => {
      for (let i = from; i < to; i++) await store.checkout(buy({ userId: `u${i}` }));
    };

    await wait(0, 3);
    await store.load(stock(300, { rules: { holdMs } }));
    await store.load(stock(300));
    await expect('loaded', 1);
    await expect('promoted', 3);

    const one = await reserve(store);
    await reserve(store, { qty: 296 });
    await wait(3, 4);
    await store.release(one, T0);
    await expect('promoted', 4);

    // More than one step promotes at once.
    await wait(4, 304);
    const lapsed = await sweep(store, T0 + holdMs);
    assert.equal(lapsed.promoted.length, 300);
    await expect('lapsed', 5);
    await expect('promoted', 304);

    // A release that does not suffice for the head, who then leaves.
    await store.checkout(buy({ userId: 'big', qty: 300 }));
    await wait(304, 305);
    await store.release(lapsed.promoted[0]!.reservationId, T0 + holdMs);
    await expect('promoted', 304);
    await store.leave('big', 'p', T0 + holdMs);
    await expect('promoted', 305);
    await expect('left', 1);
    await expect('released', 2);

    await store.setMode('p', 'closed', T0 + holdMs);
    await store.setMode('unknown', 'closed', T0 + holdMs);
    await expect('switched', 1);
  });
}

describe('the counters of the flash sale on SQLite', () => {
  counting(async () => sqliteStore(openDatabase({ file: ':memory:' })));
});

describe('the counters of the flash sale on Redis', { skip: missing('redis') }, () => {
  counting(() => openRedisStore(servers.redis, unique('t'), log));
});
