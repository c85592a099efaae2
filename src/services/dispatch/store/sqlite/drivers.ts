import type { Sqlite } from '#kit/stores/sqlite.ts';
import { defaultSpeedKmh } from '../../matching/score.ts';
import { maxSilenceMs, type RuleSet } from '../../rules/rules.ts';
import type { Driver, DriverMove, DriverStore, MoveOutcome, Report } from '../drivers.ts';

const columns = `driver_id AS driverId, lat, lng, cell, state, speed_kmh AS speedKmh,
  max_orders AS maxOrders, reported_at AS reportedAt, last_assigned_at AS lastAssignedAt,
  assignment_id AS assignmentId`;

export class SqliteDrivers implements DriverStore {
  // Statements for units of work, also for those of offers.ts.
  readonly row;
  readonly setState;
  readonly release;
  readonly assign;
  readonly #db: Sqlite;
  readonly #rules: RuleSet;
  readonly #report;
  readonly #idle;
  readonly #setOrderState;
  readonly #setDelivered;

  constructor(db: Sqlite, rules: RuleSet) {
    this.#db = db;
    this.#rules = rules;
    this.row = db.get<Driver>(`SELECT ${columns} FROM driver WHERE driver_id = ?`);
    this.setState = db.run('UPDATE driver SET state = ? WHERE driver_id = ?');
    this.release = db.run('UPDATE driver SET state = ?, assignment_id = NULL WHERE driver_id = ?');
    this.assign = db.run(
      'UPDATE driver SET state = ?, assignment_id = ?, last_assigned_at = ? WHERE driver_id = ?',
    );
    this.#report = db.run(
      `INSERT INTO driver VALUES
         (?1, ?2, ?3, ?4, coalesce(?5, ${defaultSpeedKmh}), coalesce(?6, 1), ?7, ?8, NULL, NULL)
       ON CONFLICT (driver_id) DO UPDATE SET lat = ?2, lng = ?3, cell = ?4,
         speed_kmh = coalesce(?5, speed_kmh), max_orders = coalesce(?6, max_orders),
         reported_at = ?8, state = CASE state WHEN ?9 THEN ?7 ELSE state END`,
    );
    this.#idle = db.all<Driver>(
      `SELECT ${columns} FROM driver WHERE cell = ? AND state = ? AND reported_at >= ?`,
    );
    this.#setOrderState = db.run(
      `UPDATE orders SET state = ?, at = ? WHERE order_id =
         (SELECT order_id FROM assignment WHERE assignment_id = ?)`,
    );
    this.#setDelivered = db.run(
      `UPDATE assignment SET state = 'delivered' WHERE assignment_id = ?`,
    );
  }

  async report(report: Report, now: number): Promise<void> {
    const { driverId, lat, lng, cell, speedKmh, maxOrders } = report;
    const { idle, offline = '' } = this.#rules;
    await this.#db.write(() =>
      this.#report(driverId, lat, lng, cell, speedKmh, maxOrders, idle, now, offline),
    );
  }

  move({ driverId, from, to, order }: DriverMove, now: number): Promise<MoveOutcome> {
    return this.#db.write(() => {
      const driver = this.row(driverId);
      if (!driver) return { kind: 'unknown' };
      const { state, assignmentId } = driver;
      if (state === to) return { kind: 'already' };
      if (!from.includes(state)) return { kind: 'not-from', state, assignmentId };
      if (order) this.#setOrderState(order, now, assignmentId);
      if (order === 'delivered') {
        this.#setDelivered(assignmentId);
        this.release(to, driverId);
      } else {
        this.setState(to, driverId);
      }
      return { kind: 'moved' };
    });
  }

  async find(driverId: string): Promise<Driver | undefined> {
    return this.row(driverId);
  }

  async findIdle(cell: string, now: number): Promise<Driver[]> {
    return this.#idle(cell, this.#rules.idle, now - maxSilenceMs);
  }

  /** Whether a batch may offer the driver an order; inside a unit of work. */
  isMatchable(driverId: string, now: number): boolean {
    const row = this.row(driverId);
    return row?.state === this.#rules.idle && row.reportedAt >= now - maxSilenceMs;
  }
}
