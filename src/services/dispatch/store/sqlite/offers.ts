import type { Changes } from '#kit/web/event-streams.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { reassign } from '../../rules/reassignment.ts';
import { sources, type RuleSet } from '../../rules/rules.ts';
import type {
  AcceptOutcome,
  Answer,
  Assignment,
  BatchOffers,
  ManualOffer,
  ManualOutcome,
  NoAnswer,
  OfferStore,
  Proposal,
  RejectOutcome,
} from '../offers.ts';
import type { OrderRecord } from '../orders.ts';
import { limits } from '../store.ts';
import type { SqliteDrivers } from './drivers.ts';
import type { SqliteOrders } from './orders.ts';

const columns = `assignment_id AS assignmentId, order_id AS orderId, driver_id AS driverId, state,
  score, offered_at AS offeredAt, expires_at AS expiresAt, delay_ms AS delayMs,
  order_became AS orderBecame`;

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
    this.#row = db.get<Assignment>(`SELECT ${columns} FROM assignment WHERE assignment_id = ?`);
    this.#insert = db.run(
      `INSERT INTO assignment VALUES (?, ?, ?, 'offered', ?, ?, ?, NULL, NULL)`,
    );
    this.#setState = db.run('UPDATE assignment SET state = ? WHERE assignment_id = ?');
    this.#setEnded = db.run(
      'UPDATE assignment SET state = ?, delay_ms = ?, order_became = ? WHERE assignment_id = ?',
    );
    this.#unanswered = db.all<Assignment>(
      `SELECT ${columns} FROM assignment WHERE state = 'offered' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`,
    );
    this.#isDue = db.get(
      `SELECT 1 FROM assignment WHERE state = 'offered' AND expires_at <= ?1
       UNION ALL SELECT 1 FROM orders WHERE ends_at <= ?1
         AND state NOT IN ('manual_assignment', 'delivered', 'expired')
       UNION ALL SELECT 1 FROM orders WHERE state = 'reassigning' AND at <= ?1
       UNION ALL SELECT 1 FROM orders WHERE state = 'claimed' AND at <= ?1 LIMIT 1`,
    );
  }

  watch(changes: Changes<string>): void {
    this.#watchers.add(changes);
  }

  async make({ batchId, proposals, tables, expiresAt }: BatchOffers, now: number): Promise<number> {
    const proposed = new Map(proposals.map((proposal) => [proposal.orderId, proposal]));
    const drivers = await this.#db.write(() => {
      const offeredTo: string[] = [];
      for (const [orderId, table] of tables) {
        // A claim that lapsed is for the timers and the next batch.
        if (!this.#orders.isClaimedBy(batchId, orderId, now)) continue;
        this.#orders.saveTable(orderId, JSON.stringify({ batchId, at: now, ...table }));
        const proposal = proposed.get(orderId);
        if (proposal && this.#drivers.isMatchable(proposal.driverId, now)) {
          this.#offer({ ...proposal, isByHand: 0 }, expiresAt, now);
          offeredTo.push(proposal.driverId);
        } else {
          this.#orders.setUnmatched(orderId, now);
        }
      }
      return offeredTo;
    });
    this.#publish(drivers);
    return drivers.length;
  }

  assignByHand(
    { orderId, driverId, assignmentId, expiresAt, endsAt }: ManualOffer,
    now: number,
  ): Promise<ManualOutcome> {
    return this.#changing(driverId, () => {
      const [order, driver] = [this.#orders.row(orderId), this.#drivers.row(driverId)];
      if (!order) return 'unknown-order';
      if (!driver) return 'unknown-driver';
      if (order.state !== 'manual_assignment') return 'not-manual';
      if (driver.state !== this.#rules.idle) return 'driver-busy';
      this.#orders.setEnd(endsAt, orderId);
      const offer = { orderId, driverId, assignmentId, score: null, isByHand: 1 } as const;
      this.#offer(offer, expiresAt, now);
      return 'offered';
    });
  }

  accept(answer: Answer, now: number): Promise<AcceptOutcome> {
    return this.#changing(answer.driverId, () => {
      const found = this.#answered(answer);
      if ('kind' in found) return found;
      const { orderId, state } = found;
      if (state === 'rejected') return { kind: 'already-rejected' };
      if (isOver(found, now)) return { kind: 'expired' };
      if (state === 'offered') {
        this.#setState('accepted', answer.assignmentId);
        this.#drivers.setState(this.#rules.accepted, answer.driverId);
        this.#orders.setState('accepted', now, orderId);
      }
      return { kind: 'accepted', orderId, hubId: this.#orders.row(orderId)!.hubId };
    });
  }

  reject(answer: Answer, now: number): Promise<RejectOutcome> {
    return this.#changing(answer.driverId, () => {
      const found = this.#answered(answer);
      if ('kind' in found) return found;
      if (found.state === 'rejected') {
        return { kind: 'rejected', delayMs: found.delayMs!, order: found.orderBecame! };
      }
      if (isOver(found, now)) return { kind: 'expired' };
      const { state } = this.#drivers.row(answer.driverId)!;
      if (found.state === 'delivered' || !this.#rejectable.includes(state))
        return { kind: 'too-late', state };
      return { kind: 'rejected', ...this.#end(found, 'rejected', now) };
    });
  }

  async find(assignmentId: string): Promise<Assignment | undefined> {
    return this.#row(assignmentId);
  }

  async runTimers(now: number): Promise<boolean> {
    // Read first: a unit of work costs an fsync.
    if (!this.#isDue(now)) return false;
    const { released, isFull } = await this.#db.write(() => {
      const over = this.#orders.due(now, limits.portion);
      const freed = over.flatMap((order) => this.#endOrder(order, now));
      const unanswered = this.#unanswered(now, limits.portion);
      for (const row of unanswered) this.#end(row, 'expired', now);
      const delayed = this.#orders.inState('reassigning', now, limits.portion);
      const lapsed = this.#orders.inState('claimed', now, limits.portion);
      for (const { orderId } of [...delayed, ...lapsed]) this.#orders.returnToPool(orderId, now);
      const portions = [over, unanswered, delayed, lapsed];
      return {
        released: [...freed, ...unanswered.map(({ driverId }) => driverId)],
        isFull: portions.some(({ length }) => length === limits.portion),
      };
    });
    this.#publish(released);
    return isFull;
  }

  /** The assignment that an answer is about, or why there is none. */
  #answered({ driverId, assignmentId }: Answer): Assignment | NoAnswer {
    if (!this.#drivers.row(driverId)) return { kind: 'unknown-driver' };
    const row = this.#row(assignmentId);
    return row?.driverId === driverId ? row : { kind: 'unknown-assignment' };
  }

  #offer(
    offer: Omit<Proposal, 'score'> & { score: number | null; isByHand: 0 | 1 },
    expiresAt: number,
    now: number,
  ): void {
    const { assignmentId, orderId, driverId, score, isByHand } = offer;
    const end = Math.min(expiresAt, this.#orders.row(orderId)!.endsAt);
    this.#insert(assignmentId, orderId, driverId, score, now, end);
    this.#drivers.assign(this.#rules.assigned, assignmentId, now, driverId);
    this.#orders.setOffered(now, assignmentId, isByHand, orderId);
  }

  /** Ends an order that is not delivered in time; gives the driver, if it has one, who is idle again. */
  #endOrder({ orderId, assignmentId }: OrderRecord, now: number): string[] {
    const { atEnd, idle } = this.#rules;
    this.#orders.setState(atEnd, now, orderId);
    const assignment = assignmentId === null ? undefined : this.#row(assignmentId);
    if (!assignment) return [];
    const { driverId } = assignment;
    if (this.#drivers.row(driverId)?.assignmentId !== assignmentId) return [];
    this.#setEnded('expired', 0, atEnd, assignmentId);
    this.#drivers.release(idle, driverId);
    return [driverId];
  }

  /** Ends an assignment that the driver rejected or did not answer. */
  #end(assignment: Assignment, state: 'rejected' | 'expired', now: number) {
    const { assignmentId, orderId, driverId } = assignment;
    const { attempts, round, isByHand } = this.#orders.row(orderId)!;
    const decided = reassign(this.#rules, { attempts, round, isByHand: isByHand === 1 });
    const { order, delayMs } = decided;
    this.#orders.setReassigned(orderId, driverId, decided, now);
    this.#setEnded(state, delayMs, order, assignmentId);
    this.#drivers.release(this.#rules.idle, driverId);
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

/** Whether the offer has ended, also when nobody has looked yet. */
const isOver = ({ state, expiresAt }: Assignment, now: number) =>
  state === 'expired' || (state === 'offered' && now >= expiresAt);
