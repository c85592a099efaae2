import type { Sqlite } from '#kit/stores/sqlite.ts';
import { afterClaim, batching, dueBy, withNewOrder, type NextBatch } from '../../rules/batching.ts';
import type { Reassignment } from '../../rules/reassignment.ts';
import {
  parseScoreTable,
  toClaimedOrder,
  type Batch,
  type NewOrder,
  type Order,
  type OrderRecord,
  type OrderStore,
  type Submitted,
} from '../orders.ts';
import { limits } from '../store.ts';

const columns = `order_id AS orderId, dispatch_id AS dispatchId, hub_id AS hubId, lat, lng, cell,
  priority, priority_weight AS priorityWeight, submitted_at AS submittedAt, ends_at AS endsAt, state,
  batch_id AS batchId, attempts, attempts_total AS attemptsTotal, round, rejected_by AS rejectedBy,
  assignment_id AS assignmentId, CASE state WHEN 'reassigning' THEN at END AS dueAt,
  is_by_hand AS isByHand`;

type OrderRow = OrderRecord & { readonly isByHand: 0 | 1 };

export class SqliteOrders implements OrderStore {
  // Statements for units of work, also for those of offers.ts.
  readonly row;
  readonly inState;
  readonly setState;
  readonly setOffered;
  readonly setEnd;
  readonly due;
  readonly saveTable;
  readonly #db: Sqlite;
  readonly #table;
  readonly #manual;
  readonly #submitted;
  readonly #insert;
  readonly #claim;
  readonly #isClaimed;
  readonly #firstIn;
  readonly #setReassigned;
  readonly #nextBatch;
  readonly #saveNextBatch;

  constructor(db: Sqlite) {
    this.#db = db;
    this.row = db.get<OrderRow>(`SELECT ${columns} FROM orders WHERE order_id = ?`);
    this.inState = db.all<OrderRow>(
      `SELECT ${columns} FROM orders WHERE state = ? AND at <= ? ORDER BY at LIMIT ?`,
    );
    this.setState = db.run('UPDATE orders SET state = ?, at = ? WHERE order_id = ?');
    this.setOffered = db.run(
      `UPDATE orders SET state = 'offered', at = ?, assignment_id = ?, is_by_hand = ?
       WHERE order_id = ?`,
    );
    this.setEnd = db.run('UPDATE orders SET ends_at = ? WHERE order_id = ?');
    this.due = db.all<OrderRow>(
      `SELECT ${columns} FROM orders WHERE ends_at <= ?
         AND state NOT IN ('manual_assignment', 'delivered', 'expired') ORDER BY ends_at LIMIT ?`,
    );
    this.saveTable = db.run('INSERT OR REPLACE INTO score_table VALUES (?, ?)');
    this.#table = db.get<{ body: string }>('SELECT body FROM score_table WHERE order_id = ?');
    this.#manual = db.all<{ order_id: string }>(
      `SELECT order_id FROM orders WHERE state = 'manual_assignment' ORDER BY at`,
    );
    this.#submitted = db.get<Submitted>(
      `SELECT dispatch_id AS dispatchId, first_batch AS batchId, estimate_ms AS estimateMs
       FROM orders WHERE order_id = ?`,
    );
    this.#insert = db.run(
      `INSERT INTO orders (order_id, dispatch_id, hub_id, lat, lng, cell, priority,
         priority_weight, submitted_at, first_batch, batch_id, estimate_ms, ends_at, state, at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11, ?12, 'pooled', ?9)`,
    );
    this.#claim = db.run(
      `UPDATE orders SET state = 'claimed', batch_id = ?, at = ? WHERE order_id = ?`,
    );
    this.#isClaimed = db.get(
      `SELECT 1 FROM orders WHERE order_id = ? AND state = 'claimed' AND batch_id = ? AND at > ?`,
    );
    this.#firstIn = db.get<{ at: number | null }>(
      'SELECT min(at) AS at FROM orders WHERE state = ?',
    );
    this.#setReassigned = db.run(
      `UPDATE orders SET state = ?, at = ?, attempts = ?, attempts_total = attempts_total + 1,
         round = ?, rejected_by = ? WHERE order_id = ?`,
    );
    this.#nextBatch = db.get<NextBatch>(
      `SELECT batch_id AS batchId, new_orders AS newOrders, due_at AS dueAt FROM next_batch`,
    );
    this.#saveNextBatch = db.run('UPDATE next_batch SET batch_id = ?, new_orders = ?, due_at = ?');
  }

  submit(order: NewOrder, now: number): Promise<Submitted> {
    return this.#db.write(() => {
      const known = this.#submitted(order.orderId);
      if (known) return known;
      const next = withNewOrder(this.#next(), order.batchId, now);
      this.#setNext(next);
      const { batchId, dueAt } = next;
      const estimateMs = Math.max(0, dueAt - now);
      const { orderId, dispatchId, hubId, lat, lng, cell, priority, priorityWeight } = order;
      const what = [orderId, dispatchId, hubId, lat, lng, cell, priority, priorityWeight] as const;
      this.#insert(...what, now, batchId, estimateMs, order.endsAt);
      return { dispatchId, batchId, estimateMs };
    });
  }

  async find(orderId: string): Promise<Order | undefined> {
    const order = this.row(orderId);
    if (!order) return undefined;
    const table = this.#table(orderId);
    return { ...order, table: table ? parseScoreTable(table.body) : null };
  }

  async listManual(): Promise<string[]> {
    return this.#manual().map(({ order_id }) => order_id);
  }

  async claimBatch(proposedId: string, now: number): Promise<Batch | undefined> {
    // Read first: a unit of work costs an fsync.
    if (!isDue(this.#next(), now)) return undefined;
    return this.#db.write(() => {
      const next = this.#next();
      if (!isDue(next, now)) return undefined;
      const batchId = next.batchId ?? proposedId;
      const pooled = this.inState('pooled', now, batching.maxOrders);
      const unmatched = this.inState('unmatched', now, batching.maxOrders - pooled.length);
      const claimed = [...pooled, ...unmatched];
      for (const { orderId } of claimed) this.#claim(batchId, now + limits.claimMs, orderId);
      const pooledAt = this.#firstIn('pooled')!.at;
      const unmatchedAt = this.#firstIn('unmatched')!.at;
      this.#setNext(afterClaim(next, { pooledAt, unmatchedAt }, now));
      return { batchId, orders: claimed.map(toClaimedOrder) };
    });
  }

  /** Whether a batch may still offer the order; inside a unit of work. */
  isClaimedBy(batchId: string, orderId: string, now: number): boolean {
    return this.#isClaimed(orderId, batchId, now) !== undefined;
  }

  /** Inside a unit of work: as if the order were new, but a batch is due at once. */
  returnToPool(orderId: string, now: number): void {
    this.setState('pooled', now, orderId);
    this.#setNext(dueBy(this.#next(), now));
  }

  /** Inside a unit of work: the order waits for the next batch, for a window at most. */
  setUnmatched(orderId: string, now: number): void {
    // From the next instant on, so that batches of this instant do not take it twice.
    this.setState('unmatched', now + 1, orderId);
    this.#setNext(dueBy(this.#next(), now + batching.windowMs));
  }

  /** Inside a unit of work: the driver does not take the order, which goes on as it was decided. */
  setReassigned(orderId: string, driverId: string, decided: Reassignment, now: number): void {
    const { order, delayMs, attempts, round } = decided;
    const row = this.row(orderId)!;
    const rejectedBy = round === row.round ? `${row.rejectedBy}${driverId}\n` : '';
    this.#setReassigned(order, now + delayMs, attempts, round, rejectedBy, orderId);
    if (order === 'unmatched') this.setUnmatched(orderId, now);
  }

  #next(): NextBatch {
    return this.#nextBatch()!;
  }

  #setNext({ batchId, newOrders, dueAt }: NextBatch): void {
    this.#saveNextBatch(batchId, newOrders, dueAt);
  }
}

const isDue = ({ dueAt }: NextBatch, now: number) => dueAt !== null && dueAt <= now;
