/** Scripts when Redis has lost something that they need. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Redis } from 'ioredis';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { variantA } from '../../rules/variant-a.ts';
import { log, newOrder, offerTo, orderMs, report, T0 } from '../../test/fixtures.ts';
import type { KeptBatch } from '../batches.ts';
import { limits, type DispatchStore } from '../dispatch-store.ts';
import { openRedisStore } from './redis-dispatch-store.ts';

const now = T0;
const place = { lat: 1, lng: 2, cell: 'x', speedKmh: null, maxOrders: null };
const batch = ['claimed', 'claimed 2', 'claimed 3'];
const answer = (id: string) => ({ driverId: `d ${id}`, assignmentId: `${id}/d ${id}` });

/** Orders in every state, of which each timer has one that is due at `now`. */
async function fill(store: DispatchStore): Promise<void> {
  const submit = (id: string, at: number, endsAt = now + orderMs) =>
    store.orders.submit(newOrder(id, { endsAt, hubId: 'h' }), at);
  const offer = async (id: string, at: number, endsAt?: number) => {
    await report(store, `d ${id}`, at);
    await submit(id, at - 5_000, endsAt);
    assert.equal(await offerTo(store, { [id]: `d ${id}` }, at), 1, id);
  };
  const long = now - limits.keepMs;
  await offer('delivered', long);
  await store.offers.accept(answer('delivered'), long);
  const move = { driverId: 'd delivered', from: ['accepted'], to: 'idle' };
  await store.drivers.move({ ...move, order: 'delivered' }, long);
  await offer('late', now - 60_000, now);
  await store.offers.accept(answer('late'), now - 60_000);
  await offer('unanswered', now - 30_000);
  await offer('rejected', now - 2_000);
  await store.offers.reject(answer('rejected'), now - 2_000);
  await submit('unmatched', now - 6_500);
  await offerTo(store, {}, now - 1_500);
  await offer('offered', now - 1_000);
  await submit('manual', now - 1_000, now - 1);
  await store.offers.runTimers(now - 1);
  for (const id of batch) await submit(id, now - 1);
  assert.ok((await store.orders.claimBatch('x', now - 1))!.orders.length >= 3);
  for (const id of ['pooled', 'pooled 2', 'pooled 3']) await submit(id, now);
  await report(store, 'd idle', now);
  for (const id of ['old batch', 'batch']) await store.batches.save(kept(id), 9);
}

const cancel = (store: DispatchStore, orderId: string) =>
  store.orders.cancel({ orderId, reason: null }, now);

const kept = (batchId: string): KeptBatch => ({
  batchId,
  at: now,
  method: 'per driver',
  weights: variantA.weights,
  orders: [],
  drivers: { driverId: [], lat: [], lng: [], speedKmh: [], maxOrders: [], lastAssignedAt: [] },
  matches: [],
});

const steps: Record<string, (store: DispatchStore) => Promise<unknown>> = {
  'submit an order': (store) => store.orders.submit(newOrder('new'), now),
  'submit a known order': (store) => store.orders.submit(newOrder('pooled'), now),
  'claim a batch': (store) => store.orders.claimBatch('y', now),
  'make offers': (store) => {
    const proposal = { orderId: 'claimed', driverId: 'd idle', assignmentId: 'new', score: 1 };
    const tables = new Map(batch.map((id) => [id, { total: 0, best: [] }]));
    const offers = { batchId: 'batch of claimed', proposals: [proposal], tables };
    return store.offers.make({ ...offers, expiresAt: now + 1_000 }, now);
  },
  accept: (store) => store.offers.accept(answer('offered'), now),
  reject: (store) => store.offers.reject(answer('offered'), now),
  'reject again': (store) => store.offers.reject(answer('rejected'), now),
  'assign by hand': (store) => {
    const offer = { orderId: 'manual', driverId: 'd idle', assignmentId: 'new' };
    return store.offers.assignByHand({ ...offer, expiresAt: now + 1, endsAt: now + 2 }, now);
  },
  move: (store) => {
    const move = { driverId: 'd late', from: ['accepted'], to: 'idle' };
    return store.drivers.move({ ...move, order: 'delivered' }, now);
  },
  report: (store) => store.drivers.report({ driverId: 'd idle', ...place }, now),
  'cancel an order in the pool': (store) => cancel(store, 'pooled'),
  'cancel an order that is being matched': (store) => cancel(store, 'claimed'),
  'cancel an offer': (store) => cancel(store, 'offered'),
  'cancel an order that is under way': (store) => cancel(store, 'late'),
  'cancel an order in the manual queue': (store) => cancel(store, 'manual'),
  'track an order': (store) => store.orders.track('late'),
  'list orders': (store) => store.orders.page({ after: '', limit: 3 }),
  'list orders of a status': (store) => store.orders.page({ after: '', limit: 3, group: 'pool' }),
  'list drivers': (store) => store.drivers.page({ after: '', limit: 3 }),
  'find the oldest order': (store) => store.orders.oldestWaiting(),
  'save a batch': (store) => store.batches.save(kept('new'), 1),
  'list batches': (store) => store.batches.page(9, 9),
  'find idle drivers': (store) => store.drivers.findIdle(newOrder('o').cell, now),
  'run timers': (store) => store.offers.runTimers(now),
  'delete old': (store) => store.deleteOld(now),
};

const skip = missing('redis');

it('whatever record Redis has lost, no step fails half-way', { skip }, async (t) => {
  const prefix = unique('t');
  const store = await openRedisStore(servers.redis, prefix, variantA, log);
  const redis = new Redis(servers.redis);
  t.after(() => Promise.all([store.close(), redis.quit()]));
  await fill(store);
  const keys = () => redis.keys(`{${prefix}-a}:*`);
  const all = await Promise.all(
    (await keys()).map(async (key) => ({ key, dump: await redis.dumpBuffer(key) })),
  );
  for (const { key: lost } of all) {
    for (const [name, step] of Object.entries(steps)) {
      await redis.del(await keys());
      const left = all.filter(({ key }) => key !== lost);
      await Promise.all(left.map(({ key, dump }) => redis.restore(key, 0, dump)));
      await assert.doesNotReject(step(store), `${name}, without ${lost}`);
    }
  }
});
