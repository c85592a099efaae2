/** Statements on drivers, for units of work. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Driver } from '../drivers.ts';

export const columns = `driver_id AS driverId, lat, lng, cell, state, speed_kmh AS speedKmh,
  max_orders AS maxOrders, reported_at AS reportedAt, last_assigned_at AS lastAssignedAt,
  assignment_id AS assignmentId`;

export type DriverRows = ReturnType<typeof driverRows>;

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
