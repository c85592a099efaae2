/** The embedded store. Each method of the port is one unit of work: see kit/stores/sqlite.ts. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import type { LatLng } from '../../matching/lat-lng.ts';
import type { RuleSet } from '../../rules/rules.ts';
import { limits, type DispatchStore, type HubStore } from '../dispatch-store.ts';
import { assignmentRows } from './assignments.ts';
import { sqliteBatches } from './batches.ts';
import { SqliteChanges } from './changes.ts';
import { driverRows } from './driver-rows.ts';
import { sqliteDrivers } from './drivers.ts';
import { sqliteOffers } from './offers.ts';
import { orderRows } from './order-rows.ts';
import { sqliteOrders } from './orders.ts';

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openSqliteStore(
  options: Omit<SqliteOptions, 'migrations'>,
  rules: RuleSet,
): DispatchStore {
  const db = Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
  const drivers = driverRows(db);
  const orders = orderRows(db);
  const assignments = assignmentRows(db, rules, drivers, orders);
  const changes = new SqliteChanges(db);
  const tables = { changes, drivers, orders, assignments };
  return {
    ...lifecycleOf(db),
    drivers: sqliteDrivers(db, rules, tables),
    orders: sqliteOrders(db, tables),
    offers: sqliteOffers(db, rules, tables),
    hubs: hubStore(db),
    batches: sqliteBatches(db),
    deleteOld: housekeeping(db),
    watch: async (watcher) => changes.watch(watcher),
  };
}

function hubStore(db: Sqlite): HubStore {
  const put = db.run('INSERT OR REPLACE INTO hub VALUES (?, ?, ?)');
  const find = db.get<LatLng>('SELECT lat, lng FROM hub WHERE hub_id = ?');
  const remove = db.run('DELETE FROM hub WHERE hub_id = ?');
  return {
    put: async (hubId, { lat, lng }) => void (await db.write(() => put(hubId, lat, lng))),
    find: async (hubId) => find(hubId),
    remove: async (hubId) => (await db.write(() => remove(hubId))) > 0,
  };
}

function housekeeping(db: Sqlite): DispatchStore['deleteOld'] {
  const oldOrders = db.all<{ order_id: string }>(
    `SELECT order_id FROM orders WHERE state IN ('delivered', 'expired', 'cancelled') AND at <= ? LIMIT ?`,
  );
  const deletes = ['orders', 'score_table', 'assignment'].map((table) =>
    db.run(`DELETE FROM ${table} WHERE order_id = ?`),
  );
  const deleteDrivers = db.run(
    `DELETE FROM driver WHERE driver_id IN
       (SELECT driver_id FROM driver WHERE reported_at <= ? AND assignment_id IS NULL LIMIT ?)`,
  );
  return (now) =>
    db.write(() => {
      const before = now - limits.keepMs;
      const orders = oldOrders(before, limits.portion);
      for (const { order_id } of orders) {
        for (const deleteFrom of deletes) deleteFrom(order_id);
      }
      const drivers = deleteDrivers(before, limits.portion);
      return orders.length === limits.portion || drivers === limits.portion;
    });
}
