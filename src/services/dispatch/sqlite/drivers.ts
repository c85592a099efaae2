/** Drivers and their assignments. Everything here runs inside a unit of work. */
import type { Sqlite } from '#kit/sqlite.ts';
import { heardWithin, type RuleSet } from '../rules.ts';
import { defaultSpeedKmh } from '../score.ts';
import type { AssignmentState, Report } from '../store.ts';

export interface DriverRow {
  readonly driver_id: string;
  readonly lat: number;
  readonly lng: number;
  readonly cell: string;
  readonly speed_kmh: number;
  readonly max_orders: number;
  readonly state: string;
  readonly heard_at: number;
  readonly last_assigned_at: number | null;
  readonly assignment_id: string | null;
}

export interface AssignmentRow {
  readonly assignment_id: string;
  readonly order_id: string;
  readonly driver_id: string;
  readonly state: AssignmentState;
  readonly score: number | null;
  readonly offered_at: number;
  readonly expires_at: number;
  readonly delay: number | null;
  readonly became: string | null;
}

export class Drivers {
  readonly #rules: RuleSet;
  readonly find;
  readonly assignment;
  readonly setState;
  readonly release;
  readonly setAssignment;
  readonly setRefused;
  readonly #report;
  readonly #idle;
  readonly #assign;
  readonly #offer;

  constructor(db: Sqlite, rules: RuleSet) {
    this.#rules = rules;
    this.find = db.get<DriverRow>('SELECT * FROM driver WHERE driver_id = ?');
    this.assignment = db.get<AssignmentRow>('SELECT * FROM assignment WHERE assignment_id = ?');
    this.setState = db.run('UPDATE driver SET state = ? WHERE driver_id = ?');
    this.release = db.run('UPDATE driver SET state = ?, assignment_id = NULL WHERE driver_id = ?');
    this.setAssignment = db.run('UPDATE assignment SET state = ? WHERE assignment_id = ?');
    this.setRefused = db.run(
      'UPDATE assignment SET state = ?, delay = ?, became = ? WHERE assignment_id = ?',
    );
    this.#report = db.run(
      `INSERT INTO driver VALUES
         (?1, ?2, ?3, ?4, coalesce(?5, ${defaultSpeedKmh}), coalesce(?6, 1), ?7, ?8, NULL, NULL)
       ON CONFLICT (driver_id) DO UPDATE SET lat = ?2, lng = ?3, cell = ?4,
         speed_kmh = coalesce(?5, speed_kmh), max_orders = coalesce(?6, max_orders), heard_at = ?8,
         state = CASE state WHEN ?9 THEN ?7 ELSE state END`,
    );
    this.#idle = db.all<DriverRow>(
      'SELECT * FROM driver WHERE cell = ? AND state = ? AND heard_at >= ?',
    );
    this.#assign = db.run(
      `UPDATE driver SET state = ?, assignment_id = ?, last_assigned_at = ? WHERE driver_id = ?`,
    );
    this.#offer = db.run(
      `INSERT OR REPLACE INTO assignment VALUES (?, ?, ?, 'offered', ?, ?, ?, NULL, NULL)`,
    );
  }

  report(report: Report, now: number): void {
    const { driverId, lat, lng, cell, speedKmh, maxOrders } = report;
    const { idle, offline = '' } = this.#rules;
    this.#report(driverId, lat, lng, cell, speedKmh, maxOrders, idle, now, offline);
  }

  idleIn(cells: readonly string[], now: number): DriverRow[] {
    return cells.flatMap((cell) => this.#idle(cell, this.#rules.idle, now - heardWithin));
  }

  isMatchable(driver: DriverRow | undefined, now: number): boolean {
    if (!driver || driver.state !== this.#rules.idle) return false;
    return driver.heard_at >= now - heardWithin;
  }

  /** Offers an order to an idle driver. */
  offer(
    offer: { assignmentId: string; orderId: string; driverId: string; score: number | null },
    expiresAt: number,
    now: number,
  ): void {
    const { assignmentId, orderId, driverId, score } = offer;
    this.#offer(assignmentId, orderId, driverId, score, now, expiresAt);
    this.#assign(this.#rules.assigned, assignmentId, now, driverId);
  }
}
