/**
 * Slots of a Redis Cluster move between its nodes while services work: every limit and every ledger
 * stays exact. A step is refused (503) while its slot is on its way, or it is done wholly.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { openRedis } from '#kit/stores/redis.ts';
import { startCluster, type TestCluster } from '#kit/testing/cluster.ts';
import { eventually, missing, twoReplicas } from '#kit/testing/testing.ts';
import { Refusal } from '#kit/web/problem.ts';
import { openRedisStore as openFlashSale } from '../services/flash-sale/store/redis/redis-flash-sale-store.ts';
import { openRedisStore as openInventory } from '../services/inventory/store/redis/redis-inventory-store.ts';
import { shardOfHub } from '../services/inventory/store/shards.ts';
import { openRedisUsage } from '../services/promotion/store/redis/usage.ts';
import { redisLimiter } from '../services/rate-limiter/store/redis/redis-rate-limiter-store.ts';

const now = Date.now();
const log = pino({ level: 'error' });
/** Times that a slot moves in one test. */
const moves = 6;
const ends: (() => unknown)[] = [];
let cluster: TestCluster;

describe('while its slot moves back and forth under load', { skip: missing('redis') }, () => {
  before(async () => {
    cluster = await startCluster({ after: (end) => ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  it('a promotion is used as often as its limit allows', async (t) => {
    const limit = 300;
    const { first, second } = await twoReplicas(t, () => openRedisUsage(cluster.address, 'promo'));
    const rule = { incarnation: 'r', stackable: true, perUser: 0, global: limit, lifetimeMs: 0 };
    let applied = 0;
    const use = async (n: number) => {
      const order = { orderId: `o${n}`, fingerprint: 'f', terms: '' };
      const request = { candidates: [rule], userId: `u${n}`, device: `d${n}`, order, now };
      const outcome = await (n % 2 === 0 ? first : second).countUses(request);
      assert.equal(outcome.kind, 'counted');
      if (outcome.kind === 'counted' && outcome.verdicts[0] === 'applied') applied++;
    };
    const asked = await underLoad('{promo}', use);
    // What a refused request did is done once, if at all.
    await drain(limit, asked, use);
    assert.equal(applied, limit);
  });

  it('a rate limiter allows as many requests as its limit', async (t) => {
    const limit = 300;
    const { first, second } = await twoReplicas(t, async () =>
      redisLimiter(await openRedis(cluster.address), '{rl}', 'sliding-window'),
    );
    let allowed = 0;
    const ask = async (n: number) => {
      const limiter = n % 2 === 0 ? first : second;
      if ((await limiter.allow('client', limit, 600_000, now)).allowed) allowed++;
    };
    const asked = await underLoad('{rl}', ask);
    await drain(limit, asked, ask);
    assert.equal(allowed, limit);
  });

  it('a flash sale holds the units of the sales that its keys know, and no others', async (t) => {
    const { first, second } = await twoReplicas(t, () => openFlashSale(cluster.address, 'fs', log));
    const load = {
      productId: 'lamp',
      flow: 'standard',
      slots: [],
      voucherLimit: 0,
      rules: {},
    } as const;
    const buckets = Array<number>(10).fill(1_000_000);
    await first.load({ ...load, buckets, reset: false, seed: 's', now });
    const buy = async (n: number) => {
      const ids = { orderId: `order ${n}`, reservationId: `res ${n}`, idempotencyKey: `key ${n}` };
      const buyer = { userId: `u${n}`, devices: [`d${n}`], bucket: n % 10, slot: undefined };
      const store = n % 2 === 0 ? first : second;
      await store.checkout({ productId: 'lamp', qty: 1, ...buyer, ...ids, now });
    };
    const asked = await underLoad('{fs}', buy);
    let known = 0;
    for (let n = 0; n < asked; n++) {
      if ((await first.originalOf(`key ${n}`, now))?.kind === 'completed') known++;
    }
    const stock = (await first.stock('lamp'))!;
    assert.ok(known > 0);
    assert.equal(stock.held, known);
    assert.equal(stock.available + stock.held, stock.loaded);
  });

  it('an inventory holds the units of its reservations, and no others', async (t) => {
    const { first, second } = await twoReplicas(t, () => openInventory(cluster.address, 'inv'));
    const key = { hubId: 'hub', sku: 'milk' };
    await first.load({ ...key, quantity: 1e6, partitioned: true, entryId: 'e', now });
    const lines = [{ sku: 'milk', qty: 1 }];
    let reserved = 0;
    const reserve = async (n: number) => {
      const ids = { reservationId: `r${n}`, orderId: `o${n}`, userId: 'u', hubId: 'hub' };
      const store = n % 2 === 0 ? first : second;
      const primaryBuckets = [n % 10];
      const outcome = await store.reserve({ ...ids, lines, primaryBuckets, holdMs: 30_000, now });
      if (outcome.kind === 'reserved') reserved++;
    };
    await underLoad(`{inv:${shardOfHub('hub')}}`, reserve);
    assert.ok(reserved > 0);
    assert.equal((await first.stock(key))!.held, reserved);
  });
});

/**
 * Moves the slot of a tag back and forth while eight clients work, each step with a number of its
 * own. The only error that a step may throw is a refusal with 503. Returns how many were begun.
 */
async function underLoad(tag: string, step: (n: number) => Promise<void>): Promise<number> {
  const slot = Number(await cluster.cli('cluster', 'keyslot', tag));
  const source = await cluster.ownerOf(slot);
  const other = cluster.nodes.find((node) => node !== source)!;
  let begun = 0;
  let ended = 0;
  const moved = new AbortController();
  const clients = Array.from({ length: 8 }, async () => {
    while (!moved.signal.aborted) {
      await unlessUnavailable(step(begun++));
      ended++;
      await setImmediate();
    }
  });
  const between = () => {
    const before = ended;
    return eventually(() => ended > before);
  };
  const moving = (async () => {
    for (let i = 0; i < moves; i++) {
      const keys = await (await cluster.ownerOf(slot)).redis.cluster('COUNTKEYSINSLOT', slot);
      const portion = Math.ceil(keys / 2) + 1;
      await cluster.moveSlot(slot, i % 2 === 0 ? other : source, { portion, between });
    }
  })().finally(() => moved.abort());
  await Promise.all([moving, ...clients]);
  return begun;
}

/** Goes on until a limit must be reached. */
async function drain(limit: number, asked: number, step: (n: number) => Promise<void>) {
  for (let n = asked; n < asked + limit; n++) await step(n);
}

async function unlessUnavailable(step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 503)) throw error;
  }
}
