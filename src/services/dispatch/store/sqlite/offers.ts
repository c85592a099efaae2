import type { Changes } from '#kit/web/event-streams.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { reassign } from '../../rules/reassignment.ts';
import { sources, type RuleSet } from '../../rules/rules.ts';
import type {
  AcceptOutcome,
  Answer,
  Assignment,
  BatchOffers,
  ManualOutcome,
  NoAnswer,
  OfferStore,
  Proposal,
  RejectOutcome,
} from '../offers.ts';
import { limits } from '../store.ts';
import type { SqliteDrivers } from './drivers.ts';
import type { SqliteOrders } from './orders.ts';
import { toAssignment, type AssignmentRow } from './rows.ts';

export class SqliteOffers implements OfferStore {
  readonly #db: Sqlite;
  readonly #rules: RuleSet;
  readonly #drivers: SqliteDrivers;
  readonly #orders: SqliteOrders;
  readonly #rejectable: readonly string[];
  readonly #watchers = new Set<Changes<string>>();
  readonly #row;
  readonly #insert;
  readonly #setState;
  readonly #setEnded;
  readonly #unanswered;
  readonly #isDue;

  constructor(db: Sqlite, rules: RuleSet, drivers: SqliteDrivers, orders: SqliteOrders) {
    this.#db = db;
    this.#rules = rules;
    this.#drivers = drivers;
    this.#orders = orders;
    this.#rejectable = sources(rules, 'reject', rules.idle);
    this.#row = db.get<AssignmentRow>('SELECT * FROM assignment WHERE assignment_id = ?');
    // In variant B a driver may be offered an order again in another round, under the same id.
    this.#insert = db.run(
      `INSERT OR REPLACE INTO assignment VALUES (?, ?, ?, 'offered', ?, ?, ?, NULL, NULL)`,
    );
    this.#setState = db.run('UPDATE assignment SET state = ? WHERE assignment_id = ?');
    this.#setEnded = db.run(
      'UPDATE assignment SET state = ?, delay_ms = ?, order_became = ? WHERE assignment_id = ?',
    );
    this.#unanswered = db.all<AssignmentRow>(
      `SELECT * FROM assignment WHERE state = 'offered' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`,
    );
    this.#isDue = db.get(
      `SELECT 1 FROM assignment WHERE state = 'offered' AND expires_at <= ?1
       UNION ALL SELECT 1 FROM orders WHERE state = 'reassigning' AND at <= ?1
       UNION ALL SELECT 1 FROM orders WHERE state = 'claimed' AND at <= ?1 LIMIT 1`,
    );
  }

  watch(changes: Changes<string>): void {
    this.#watchers.add(changes);
  }

  async make({ batchId, proposals, tables, expiresAt }: BatchOffers, now: number): Promise<number> {
    const bodies = [...tables].map(([orderId, table]) => {
      return [orderId, JSON.stringify({ batchId, at: now, ...table })] as const;
    });
    const drivers = await this.#db.write(() => {
      const offeredTo: string[] = [];
      const open = new Set(this.#orders.claimedBy(batchId, now).map(({ order_id }) => order_id));
      for (const [orderId, body] of bodies) {
        if (open.has(orderId)) this.#orders.saveTable(orderId, body);
      }
      for (const { orderId, driverId, assignmentId, score } of proposals) {
        if (!this.#drivers.isMatchable(driverId, now) || !open.delete(orderId)) continue;
        this.#offer({ orderId, driverId, assignmentId, score, isByHand: 0 }, expiresAt, now);
        offeredTo.push(driverId);
      }
      if (open.size > 0) this.#orders.setUnmatched(open, now);
      return offeredTo;
    });
    this.#publish(drivers);
    return drivers.length;
  }

  assignByHand(
    { orderId, driverId, assignmentId }: Omit<Proposal, 'score'>,
    expiresAt: number,
    now: number,
  ): Promise<ManualOutcome> {
    return this.#changing(driverId, () => {
      const [order, driver] = [this.#orders.row(orderId), this.#drivers.row(driverId)];
      if (!order) return 'unknown-order';
      if (!driver) return 'unknown-driver';
      if (order.state !== 'manual_assignment') return 'not-manual';
      if (driver.state !== this.#rules.idle) return 'driver-busy';
      const offer = { orderId, driverId, assignmentId, score: null, isByHand: 1 } as const;
      this.#offer(offer, expiresAt, now);
      return 'offered';
    });
  }

  accept(answer: Answer, now: number): Promise<AcceptOutcome> {
    return this.#changing(answer.driverId, () => {
      const found = this.#answered(answer);
      if ('kind' in found) return found;
      const { order_id: orderId, state, expires_at } = found;
      if (state === 'rejected') return { kind: 'already-rejected' };
      if (state === 'expired' || (state === 'offered' && now >= expires_at)) {
        return { kind: 'expired' };
      }
      if (state === 'offered') {
        this.#setState('accepted', answer.assignmentId);
        this.#drivers.setState(this.#rules.accepted, answer.driverId);
        this.#orders.setState('accepted', now, orderId);
      }
      return { kind: 'accepted', orderId, hubId: this.#orders.row(orderId)!.hub_id };
    });
  }

  reject(answer: Answer, now: number): Promise<RejectOutcome> {
    return this.#changing(answer.driverId, () => {
      const found = this.#answered(answer);
      if ('kind' in found) return found;
      if (found.state === 'rejected') {
        return { kind: 'rejected', delayMs: found.delay_ms!, order: found.order_became! };
      }
      const isLate = found.state === 'offered' && now >= found.expires_at;
      if (found.state === 'expired' || isLate) return { kind: 'expired' };
      const { state } = this.#drivers.row(answer.driverId)!;
      const isOver = found.state === 'delivered';
      if (isOver || !this.#rejectable.includes(state)) return { kind: 'too-late', state };
      return { kind: 'rejected', ...this.#end(found, 'rejected', now) };
    });
  }

  async find(assignmentId: string): Promise<Assignment | undefined> {
    const row = this.#row(assignmentId);
    return row && toAssignment(row);
  }

  async runTimers(now: number): Promise<boolean> {
    // Read first: a unit of work costs an fsync.
    if (!this.#isDue(now)) return false;
    const { released, isFull } = await this.#db.write(() => {
      const unanswered = this.#unanswered(now, limits.portion);
      for (const row of unanswered) this.#end(row, 'expired', now);
      const delayed = this.#orders.inState('reassigning', now, limits.portion);
      const lapsed = this.#orders.inState('claimed', now, limits.portion);
      for (const { order_id } of [...delayed, ...lapsed]) this.#orders.returnToPool(order_id, now);
      const portions = [unanswered, delayed, lapsed];
      return {
        released: unanswered.map(({ driver_id }) => driver_id),
        isFull: portions.some(({ length }) => length === limits.portion),
      };
    });
    this.#publish(released);
    return isFull;
  }

  /** The assignment that an answer is about, or why there is none. */
  #answered({ driverId, assignmentId }: Answer): AssignmentRow | NoAnswer {
    if (!this.#drivers.row(driverId)) return { kind: 'unknown-driver' };
    const row = this.#row(assignmentId);
    return row?.driver_id === driverId ? row : { kind: 'unknown-assignment' };
  }

  #offer(
    offer: Omit<Proposal, 'score'> & { score: number | null; isByHand: 0 | 1 },
    expiresAt: number,
    now: number,
  ): void {
    const { assignmentId, orderId, driverId, score, isByHand } = offer;
    this.#insert(assignmentId, orderId, driverId, score, now, expiresAt);
    this.#drivers.assign(this.#rules.assigned, assignmentId, now, driverId);
    this.#orders.setOffered(now, assignmentId, isByHand, orderId);
  }

  /** Ends an assignment that the driver rejected or did not answer. */
  #end(assignment: AssignmentRow, state: 'rejected' | 'expired', now: number) {
    const { assignment_id, order_id, driver_id } = assignment;
    const { attempts, round, is_by_hand } = this.#orders.row(order_id)!;
    const decided = reassign(this.#rules, { attempts, round, isByHand: is_by_hand === 1 });
    const { order, delayMs } = decided;
    this.#orders.setReassigned(order_id, driver_id, decided, now);
    this.#setEnded(state, delayMs, order, assignment_id);
    this.#drivers.release(this.#rules.idle, driver_id);
    return { order, delayMs };
  }

  /** Runs a unit that may change the open offers of a driver. */
  async #changing<T>(driverId: string, unit: () => T): Promise<T> {
    const result = await this.#db.write(unit);
    this.#publish([driverId]);
    return result;
  }

  #publish(driverIds: readonly string[]): void {
    for (const driverId of driverIds) {
      for (const watcher of this.#watchers) watcher.changed(driverId);
    }
  }
}
