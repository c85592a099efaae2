/** Redis takes nothing back when a script fails, so none may write before the last thing that can. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Redis } from 'ioredis';
import { openRedis } from '#kit/stores/redis.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { adjustment, lines, load, reserved, reserveRequest, T0 } from '../../test/fixtures.ts';
import { shardOfHub, shardOfReference } from '../shards.ts';
import { lifetimes, type InventoryStore } from '../inventory-store.ts';
import { openRedisStore } from './redis-inventory-store.ts';

const late = T0 + lifetimes.holdMs + 1;
const both = lines({ milk: 1, tea: 1 });

describe(
  'a script that meets a row it cannot read fails, and has changed nothing',
  {
    skip: missing('redis'),
  },
  () => {
    it('confirm, release, reap: of two lines the second', async (t) => {
      const { store, breakStock, fails } = await setUp(t);
      const id = await reserved(store, { lines: both });
      await breakStock('tea');
      await fails(() => store.confirm(id, T0));
      await fails(() => store.release(id, T0));
      await fails(() => store.confirm(id, late));
      await fails(() => store.reap(late));
    });

    it('extend and retake: of two lines the second', async (t) => {
      const { store, breakStock, fails } = await setUp(t);
      const id = await reserved(store, { lines: both });
      await breakStock('tea');
      await fails(() => store.extend(id, 5_000, late));
      await fails(() => store.retake(id, T0));
      await fails(() => store.retake(id, late));
    });

    it('adjust: the stock; only its reference is granted', async (t) => {
      const { store, redis, prefix, breakStock, fails } = await setUp(t);
      await breakStock('tea');
      const one = adjustment(5, { sku: 'tea' });
      const granted = `{${prefix}:${shardOfReference(one.reference)}}:reference:${one.reference}`;
      await assert.rejects(() => store.adjust(one));
      assert.equal(await redis.exists(granted), 1);
      await fails(() => store.adjust(one));
    });

    it('reserve: the second line, after an earlier reservation of the order has expired', async (t) => {
      const { store, breakStock, fails } = await setUp(t);
      await reserved(store, { orderId: 'o', lines: lines({ milk: 1 }) });
      await breakStock('tea');
      const again = reserveRequest({ orderId: 'o', lines: both, now: late });
      await fails(() => store.reserve(again));
    });

    it('reap: of two overdue reservations the second', async (t) => {
      const { store, redis, key, fails } = await setUp(t);
      await reserved(store);
      const second = await reserved(store, { now: T0 + 1 });
      await redis.del(key(`reservation:${second}`));
      await fails(() => store.reap(late + 1));
    });

    it('load: the stock', async (t) => {
      const { store, breakStock, fails } = await setUp(t);
      await breakStock('tea');
      await fails(() => store.load(load(5, { sku: 'tea' })));
    });

    it('acknowledge and claim: of several entries the last', async (t) => {
      const { store, redis, key, fails } = await setUp(t);
      const entries = await store.claim(T0);
      await redis.hset(key('entries'), entries.at(-1)!.id, 'no JSON');
      await fails(() => store.acknowledge(entries));
      await redis.hdel(key('entries'), entries.at(-1)!.id);
      await fails(() => store.claim(T0 + lifetimes.claimMs));
    });

    it('reject: the earlier rejection', async (t) => {
      const { store, redis, key, fails } = await setUp(t);
      const [entry] = await store.claim(T0);
      await redis.hset(key('rejections'), entry!.id, 'no JSON');
      await fails(() => store.reject(entry!, 'why', T0));
    });
  },
);

async function setUp(t: TestContext) {
  const prefix = unique('t');
  const store: InventoryStore = await openRedisStore(servers.redis, prefix);
  const redis = (await openRedis(servers.redis)) as Redis;
  t.after(async () => {
    redis.disconnect();
    await store.close();
  });
  const key = (name: string) => `{${prefix}:${shardOfHub('hub')}}:${name}`;
  /** All that Redis holds of this test. */
  const contents = async () => {
    const keys = (await redis.keys(`{${prefix}:*`)).toSorted();
    return Promise.all(keys.map(async (name) => [name, await redis.dump(name)]));
  };
  const fails = async (step: () => Promise<unknown>) => {
    const before = await contents();
    await assert.rejects(step, /script|user_script|JSON|nil|invalid/i);
    assert.deepEqual(await contents(), before);
  };
  for (const sku of ['milk', 'tea']) await store.load(load(10, { sku }));
  const breakStock = (sku: string) => redis.set(key(`stock:hub\t${sku}`), 'no JSON');
  return { store, redis, prefix, key, breakStock, fails };
}
