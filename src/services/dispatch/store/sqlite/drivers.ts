import type { Sqlite } from '#kit/stores/sqlite.ts';
import { defaultSpeedKmh } from '../../matching/score.ts';
import { maxSilenceMs, type RuleSet } from '../../rules/rules.ts';
import type { Driver, DriverStore } from '../drivers.ts';
import { followed } from '../dispatch-store.ts';
import type { AssignmentRows } from './assignments.ts';
import type { SqliteChanges } from './changes.ts';
import { columns, type DriverRows } from './driver-rows.ts';

interface DriverTables {
  readonly changes: SqliteChanges;
  readonly drivers: DriverRows;
  readonly assignments: AssignmentRows;
}

export function sqliteDrivers(
  db: Sqlite,
  rules: RuleSet,
  { changes, drivers, assignments }: DriverTables,
): DriverStore {
  const upsert = db.run(
    `INSERT INTO driver VALUES
       (?1, ?2, ?3, ?4, coalesce(?5, ${defaultSpeedKmh}), coalesce(?6, 1), ?7, ?8, NULL, NULL)
     ON CONFLICT (driver_id) DO UPDATE SET lat = ?2, lng = ?3, cell = ?4,
       speed_kmh = coalesce(?5, speed_kmh), max_orders = coalesce(?6, max_orders),
       reported_at = ?8, state = CASE state WHEN ?9 THEN ?7 ELSE state END`,
  );
  const inCell = db.all<Driver>(
    `SELECT ${columns} FROM driver WHERE cell = ? AND state = ? AND reported_at >= ?`,
  );
  const page = db.all<Driver>(
    `SELECT ${columns} FROM driver WHERE driver_id > ? ORDER BY driver_id LIMIT ?`,
  );
  const setOrderState = db.run('UPDATE orders SET state = ?, at = ? WHERE order_id = ?');

  return {
    async report({ driverId, lat, lng, cell, speedKmh, maxOrders }, now) {
      const { idle, offline = '' } = rules;
      await db.write(() =>
        upsert(driverId, lat, lng, cell, speedKmh, maxOrders, idle, now, offline),
      );
    },

    move: ({ driverId, from, to, order }, now) =>
      changes.write((note) => {
        const driver = drivers.find(driverId);
        if (!driver) return { kind: 'unknown' };
        const { state, assignmentId } = driver;
        if (state === to) return { kind: 'already' };
        if (!from.includes(state)) return { kind: 'not-from', state, assignmentId };
        const assignment = assignmentId === null ? undefined : assignments.find(assignmentId);
        if (order && assignment) {
          setOrderState(order, now, assignment.orderId);
          note(followed.order(assignment.orderId));
        }
        if (order === 'delivered') {
          assignments.setState('delivered', assignmentId);
          drivers.release(to, driverId);
        } else {
          drivers.setState(to, driverId);
        }
        return { kind: 'moved' };
      }),

    find: async (driverId) => drivers.find(driverId),
    page: async ({ after, limit }) =>
      page(after, limit).map((driver) => {
        const { assignmentId } = driver;
        const assignment = assignmentId === null ? undefined : assignments.find(assignmentId);
        return { driver, assignment };
      }),
    findIdle: async (cell, now) => inCell(cell, rules.idle, now - maxSilenceMs),
  };
}
