/** The embedded operational store. Each step of the port is one unit of work: see kit/stores/sqlite.ts. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { pages } from '../pages.ts';
import { emptyStock, type StockKey } from '../stock.ts';
import type { InventoryStore } from '../inventory-store.ts';
import * as steps from './steps.ts';
import { adjust, load } from './stock-steps.ts';
import { openTables } from './tables.ts';

/** @throws StartupError when another process holds the file */
export function openStockDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const migrations = new URL('./sql/stock/', import.meta.url);
  const db = Sqlite.open({ ...options, migrations });
  // Only one process has the file, so claims in it are left from a former process.
  db.run('UPDATE outbox SET claimable_at = at WHERE claimable_at > at')();
  return db;
}

export function sqliteStore(db: Sqlite): InventoryStore {
  const tables = openTables(db);
  const { stock, outbox } = tables;
  const snapshot = (key: StockKey) => {
    return { ...key, stock: stock.find(key) ?? emptyStock(), pending: outbox.pending(key) };
  };
  return {
    ...lifecycleOf(db),

    stock: async (key) => stock.find(key),
    load: (request) => db.write(() => load(tables, request)),
    adjust: (adjustment) => db.write(() => adjust(tables, adjustment)),
    stockOfHub: async (hubId, after, count) => stock.ofHub(hubId, after ?? '', count),

    hubs: async (after, count) => stock.hubs(after ?? '', count),

    reserve: (request) => db.write(() => steps.reserve(tables, request)),
    confirm: (reservationId, now) => db.write(() => steps.confirm(tables, reservationId, now)),
    retake: (reservationId, now) => db.write(() => steps.retake(tables, reservationId, now)),
    extend: (reservationId, holdMs, now) =>
      db.write(() => steps.extend(tables, reservationId, holdMs, now)),
    release: (reservationId, now) => db.write(() => steps.release(tables, reservationId, now)),
    userOf: async (reservationId) => tables.reservations.find(reservationId)?.userId,
    reservation: async (reservationId) => tables.reservations.find(reservationId),
    reservationsOfOrder: async (orderId, hubId) => {
      if (hubId === undefined) return tables.reservations.allOfOrder(orderId);
      const own = tables.reservations.ofOrder(hubId, orderId);
      return own ? [own] : [];
    },
    heldReservations: async (now, count) => tables.reservations.held(now, count),
    reap: (now) => db.write(() => steps.reap(tables, now)),

    claim: (now) => db.write(() => outbox.claim(now)),
    acknowledge: (entries) => db.write(() => entries.forEach((entry) => outbox.remove(entry))),
    unclaim: (entries) => db.write(() => entries.forEach((entry) => outbox.unclaim(entry))),
    reject: (entry, reason, now) => db.write(() => outbox.reject(entry, reason, now)),
    rejections: async () => outbox.rejections(),
    backlog: async () => outbox.backlog(),

    stockKeys: () => pages<StockKey>(async (last) => stock.keysAfter(last ?? beforeAll)),
    snapshots: async (keys) => keys.map(snapshot),
  };
}

/** No hub and no SKU has an empty name. */
const beforeAll: StockKey = { hubId: '', sku: '' };
