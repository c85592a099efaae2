/** Shared by the tests of the inventory: stores, requests that have nothing in common, drains. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { primaryBucket, sum } from '../store/buckets.ts';
import { openPostgresRecord } from '../store/postgres/record.ts';
import type { RecordStore } from '../store/record.ts';
import { openRedisStore } from '../store/redis/redis-inventory-store.ts';
import { newReservationId } from '../store/shards.ts';
import { openRecordDatabase, sqliteRecord } from '../store/sqlite/record.ts';
import { openStockDatabase, sqliteStore } from '../store/sqlite/sqlite-inventory-store.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import type { Line, ReserveRequest } from '../store/reservations.ts';
import type { Adjustment, Load, StockKey } from '../store/stock.ts';
import { lifetimes, type InventoryStore } from '../store/inventory-store.ts';

/** Noon. */
export const T0 = Date.UTC(2026, 0, 1, 12);

/** Two handles on one state, as two replicas have. */
export type Pair<StoreT> = readonly [StoreT, StoreT];
export type Open<StoreT> = (t: TestContext) => Promise<Pair<StoreT>>;

export interface Backend {
  readonly name: string;
  readonly skip: string | false;
  /** Runs of a property: fewer where each step is a round trip. */
  readonly runs: number;
  readonly open: () => Promise<{
    readonly stores: [InventoryStore, InventoryStore];
    readonly records: [RecordStore, RecordStore];
    /** Ends one replica and starts another in its place. */
    readonly replace: (which: 0 | 1) => Promise<void>;
  }>;
}

/** Both stores together, embedded and shared. */
export const backends: readonly Backend[] = [
  {
    name: 'SQLite',
    skip: false,
    runs: 100,
    open: async () => {
      const stock = openStockDatabase({ file: ':memory:' });
      const record = openRecordDatabase({ file: ':memory:' });
      const stores = [sqliteStore(stock), sqliteStore(stock)] as [InventoryStore, InventoryStore];
      const records = [sqliteRecord(record), sqliteRecord(record)] as [RecordStore, RecordStore];
      const replace = async (which: 0 | 1) => {
        stores[which] = sqliteStore(stock);
        records[which] = sqliteRecord(record);
      };
      return { stores, records, replace };
    },
  },
  {
    name: 'Redis and PostgreSQL',
    skip: missing('redis') || missing('postgres'),
    runs: 40,
    open: async () => {
      const prefix = unique('t');
      const openStore = () => openRedisStore(servers.redis, prefix);
      const openRecord = () => openPostgresRecord(servers.postgres, prefix);
      const [stores, records] = [await twice(openStore), await twice(openRecord)];
      const replace = async (which: 0 | 1) => {
        await Promise.all([stores[which].close(), records[which].close()]);
        [stores[which], records[which]] = [await openStore(), await openRecord()];
      };
      return { stores, records, replace };
    },
  },
];

export async function closeAll(handles: Awaited<ReturnType<Backend['open']>>): Promise<void> {
  await Promise.all([...handles.stores, ...handles.records].map((store) => store.close()));
}

export const openSqliteStock: Open<InventoryStore> = async (t) => {
  const db = openStockDatabase({ file: join(temporaryFolder(), 'inventory.db') });
  t.after(() => db.close());
  return [sqliteStore(db), sqliteStore(db)];
};

export const openRedisStocks =
  (address: string): Open<InventoryStore> =>
  async (t) => {
    const prefix = unique('t');
    const stores = await twice(() => openRedisStore(address, prefix));
    t.after(() => Promise.all(stores.map((store) => store.close())));
    return stores;
  };

export const openSqliteRecord: Open<RecordStore> = async (t) => {
  const db = openRecordDatabase({ file: join(temporaryFolder(), 'inventory-record.db') });
  t.after(() => db.close());
  return [sqliteRecord(db), sqliteRecord(db)];
};

export const openPostgresRecords: Open<RecordStore> = async (t) => {
  const prefix = unique('t');
  const records = await twice(() => openPostgresRecord(servers.postgres, prefix));
  t.after(() => Promise.all(records.map((record) => record.close())));
  return records;
};

async function twice<T>(open: () => Promise<T>): Promise<[T, T]> {
  return [await open(), await open()];
}

export const milk: StockKey = { hubId: 'hub', sku: 'milk' };

let serial = 0;

export function load(quantity: number, more: Partial<Load> = {}): Load {
  const entryId = `load_${++serial}`;
  return { ...milk, quantity, partitioned: undefined, entryId, now: T0, ...more };
}

export function adjustment(delta: number, more: Partial<Adjustment> = {}): Adjustment {
  const id = ++serial;
  const names = { entryId: `adjust_${id}`, reference: `reference ${id}` };
  return { ...milk, delta, reason: 'counted', ...names, now: T0, ...more };
}

/** A request that has nothing in common with any other but the goods and the instant. */
export function reserveRequest(more: Partial<ReserveRequest> = {}): ReserveRequest {
  const id = ++serial;
  const { hubId = milk.hubId, now = T0, userId = `user ${id}` } = more;
  const { lines = [{ sku: milk.sku, qty: 1 }] } = more;
  return {
    reservationId: newReservationId(hubId, now),
    orderId: `order ${id}`,
    primaryBuckets: lines.map(({ sku }) => primaryBucket(sku, userId)),
    holdMs: lifetimes.holdMs,
    ...more,
    hubId,
    userId,
    lines,
    now,
  };
}

export const lines = (units: Record<string, number>): Line[] =>
  Object.entries(units).map(([sku, qty]) => ({ sku, qty }));

/** Reserves, and gives the id of the reservation. */
export async function reserved(
  store: InventoryStore,
  more: Partial<ReserveRequest> = {},
): Promise<string> {
  const outcome = await store.reserve(reserveRequest(more));
  assert.ok(outcome.kind === 'reserved', outcome.kind);
  return outcome.reservationId;
}

/** The stock of a key as [available, held, confirmed]. */
export async function counts(store: InventoryStore, key: StockKey = milk) {
  const stock = await store.stock(key);
  return stock && [sum(stock.buckets), stock.held, stock.confirmed];
}

export async function reap(store: InventoryStore, now: number): Promise<void> {
  while ((await store.reap(now)).mayHaveMore);
}

/** Claims, records and acknowledges all there is; returns it. */
export async function drainAll(
  store: InventoryStore,
  record: RecordStore,
  now: number = T0,
): Promise<OutboxEntry[]> {
  const all: OutboxEntry[] = [];
  for (;;) {
    const entries = await store.claim(now);
    if (entries.length === 0) return all;
    await record.append(entries);
    await store.acknowledge(entries);
    all.push(...entries);
  }
}

export function together<T>(count: number, act: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => act(i)));
}
