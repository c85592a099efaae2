/** Shared by the tests of dispatch: two handles on one state, orders, drivers, a whole replica. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import type { Dispatch } from '../dispatch.ts';
import { cellOf, distanceKm, type LatLng } from '../matching/lat-lng.ts';
import { openRedisStore } from '../store/redis/redis-dispatch-store.ts';
import type { RuleSet } from '../rules/rules.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-dispatch-store.ts';
import type { KeptBatch } from '../store/batches.ts';
import type { NewOrder } from '../store/orders.ts';
import type { DispatchStore } from '../store/dispatch-store.ts';

/** Opens two handles on one state, as two replicas have. */
export type Open = (t: TestContext, rules: RuleSet) => Promise<[DispatchStore, DispatchStore]>;

export const log = pino({ level: 'silent' });

/** Noon. */
export const T0 = Date.UTC(2026, 0, 1, 12);

/** After how long orders end, by default. */
export const orderMs = 24 * 3_600_000;

/** Where everything happens. */
export const here: LatLng = { lat: 12.97, lng: 77.59 };

/** So many kilometres to the north. */
export const north = (km: number): LatLng => ({ ...here, lat: here.lat + km / 111.195 });

export const stores: { name: string; skip: string | false; open: Open }[] = [
  { name: 'SQLite', skip: false, open: openSqlite },
  { name: 'Redis', skip: missing('redis'), open: openRedis(servers.redis) },
  { name: 'a Redis Cluster', skip: missing('cluster'), open: openRedis(servers.cluster) },
];

async function openSqlite(t: TestContext, rules: RuleSet): Promise<[DispatchStore, DispatchStore]> {
  const store = openSqliteStore({ file: join(temporaryFolder(), 'dispatch.db') }, rules);
  t.after(() => store.close());
  // One process holds the file: both handles are the same.
  return [store, store];
}

function openRedis(address: string): Open {
  return async (t, rules) => {
    const prefix = unique('t');
    const a = await openRedisStore(address, prefix, rules, log);
    const b = await openRedisStore(address, prefix, rules, log);
    t.after(() => Promise.all([a.close(), b.close()]));
    return [a, b];
  };
}

export function replica(rules: RuleSet, store: DispatchStore): Dispatch {
  const hubs = async () => undefined;
  return {
    rules,
    store,
    acceptTimeoutMs: 30_000,
    orderMs,
    optimal: false,
    keepBatches: 1_000,
    hubs,
  };
}

export function newOrder(orderId: string, more: Partial<NewOrder> = {}): NewOrder {
  const pickup = { lat: more.lat ?? here.lat, lng: more.lng ?? here.lng };
  return {
    orderId,
    dispatchId: null,
    hubId: null,
    cell: cellOf(pickup),
    ...pickup,
    dropoffLat: null,
    dropoffLng: null,
    note: null,
    priority: 5,
    priorityWeight: 0.5,
    batchId: `batch of ${orderId}`,
    endsAt: T0 + orderMs,
    ...more,
  };
}

export async function report(store: DispatchStore, driverId: string, now: number, at = here) {
  const location = { lat: at.lat, lng: at.lng, cell: cellOf(at) };
  await store.drivers.report({ driverId, ...location, speedKmh: null, maxOrders: null }, now);
}

/** Offers pooled orders to drivers by name, in one batch; the names of offers are `order/driver`. */
export async function offerTo(
  store: DispatchStore,
  pairs: Record<string, string>,
  now: number,
): Promise<number> {
  const batch = await store.orders.claimBatch(`offer at ${now}`, now);
  assert.ok(batch, 'a batch is due');
  const tables = new Map(batch.orders.map(({ orderId }) => [orderId, { total: 0, best: [] }]));
  const proposals = Object.entries(pairs).map(([orderId, driverId]) => ({
    orderId,
    driverId,
    assignmentId: `${orderId}/${driverId}`,
    score: 0.5,
  }));
  const { batchId } = batch;
  return store.offers.make({ batchId, proposals, tables, expiresAt: now + 30_000 }, now);
}

/** Submits an order alone and offers it to the driver when its window ends; gives that instant. */
export async function offered(
  store: DispatchStore,
  orderId: string,
  driverId: string,
  now = T0,
): Promise<number> {
  await report(store, driverId, now);
  await store.orders.submit(newOrder(orderId), now);
  assert.equal(await offerTo(store, { [orderId]: driverId }, now + 5_000), 1);
  return now + 5_000;
}

export async function stateOf(store: DispatchStore, orderId: string) {
  return (await store.orders.find(orderId))?.state;
}

/**
 * A batch knows who refused an order. It prefers drivers who did not, then those who did so longest
 * ago: all whom it prefers to the driver of an order, or to none, have another order.
 *
 * @param refusersOf the drivers who refused an order by another account, longest ago first
 */
export function assertPreferences(
  { orders, drivers, matches }: KeptBatch,
  refusersOf: (orderId: string) => string[],
): void {
  const driverOf = new Map(matches.map(({ orderId, driverId }) => [orderId, driverId]));
  const taken = new Set(driverOf.values());
  assert.equal(taken.size, matches.length, 'a driver is offered one order');
  for (const { orderId, rejectedBy, ...at } of orders) {
    assert.deepEqual(rejectedBy, refusersOf(orderId), orderId);
    const chosen = driverOf.get(orderId);
    const bound = chosen === undefined ? rejectedBy.length : rejectedBy.indexOf(chosen);
    for (const [i, driverId] of drivers.driverId.entries()) {
      if (taken.has(driverId) || rejectedBy.indexOf(driverId) >= bound) continue;
      const from = { lat: drivers.lat[i]!, lng: drivers.lng[i]! };
      assert.ok(distanceKm(from, at) > 10, `${driverId} could take ${orderId}`);
    }
  }
}

export async function drain(
  work: () => Promise<boolean | { readonly mayHaveMore: boolean }>,
): Promise<void> {
  for (;;) {
    const left = await work();
    if (typeof left === 'boolean' ? !left : !left.mayHaveMore) return;
  }
}
