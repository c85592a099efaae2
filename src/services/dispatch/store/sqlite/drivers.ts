import type { Sqlite } from '#kit/stores/sqlite.ts';
import { defaultSpeedKmh } from '../../matching/score.ts';
import { maxSilenceMs, type RuleSet } from '../../rules/rules.ts';
import type { Driver, DriverStore } from '../drivers.ts';

const columns = `driver_id AS driverId, lat, lng, cell, state, speed_kmh AS speedKmh,
  max_orders AS maxOrders, reported_at AS reportedAt, last_assigned_at AS lastAssignedAt,
  assignment_id AS assignmentId`;

export type DriverRows = ReturnType<typeof driverRows>;

/** Statements for units of work. */
export function driverRows(db: Sqlite) {
  return {
    find: db.get<Driver>(`SELECT ${columns} FROM driver WHERE driver_id = ?`),
    setState: db.run('UPDATE driver SET state = ? WHERE driver_id = ?'),
    release: db.run('UPDATE driver SET state = ?, assignment_id = NULL WHERE driver_id = ?'),
    assign: db.run(
      'UPDATE driver SET state = ?, assignment_id = ?, last_assigned_at = ? WHERE driver_id = ?',
    ),
  };
}

export function sqliteDrivers(db: Sqlite, rules: RuleSet, drivers: DriverRows): DriverStore {
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
  const setOrderState = db.run(
    `UPDATE orders SET state = ?, at = ? WHERE order_id =
       (SELECT order_id FROM assignment WHERE assignment_id = ?)`,
  );
  const setDelivered = db.run(`UPDATE assignment SET state = 'delivered' WHERE assignment_id = ?`);

  return {
    async report({ driverId, lat, lng, cell, speedKmh, maxOrders }, now) {
      const { idle, offline = '' } = rules;
      await db.write(() =>
        upsert(driverId, lat, lng, cell, speedKmh, maxOrders, idle, now, offline),
      );
    },

    move: ({ driverId, from, to, order }, now) =>
      db.write(() => {
        const driver = drivers.find(driverId);
        if (!driver) return { kind: 'unknown' };
        const { state, assignmentId } = driver;
        if (state === to) return { kind: 'already' };
        if (!from.includes(state)) return { kind: 'not-from', state, assignmentId };
        if (order) setOrderState(order, now, assignmentId);
        if (order === 'delivered') {
          setDelivered(assignmentId);
          drivers.release(to, driverId);
        } else {
          drivers.setState(to, driverId);
        }
        return { kind: 'moved' };
      }),

    find: async (driverId) => drivers.find(driverId),
    findIdle: async (cell, now) => inCell(cell, rules.idle, now - maxSilenceMs),
  };
}
