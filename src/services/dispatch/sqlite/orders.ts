/** Orders and the gathering batch. Everything here runs inside a unit of work. */
import type { Sqlite } from '#kit/sqlite.ts';
import { batching, type OrderState, type RuleSet } from '../rules.ts';
import { limits, type Batch, type ClaimedOrder, type NewOrder, type Submitted } from '../store.ts';

export interface OrderRow {
  readonly order_id: string;
  readonly dispatch_id: string | null;
  readonly hub_id: string | null;
  readonly lat: number;
  readonly lng: number;
  readonly cell: string;
  readonly priority: string;
  readonly weight: number;
  readonly submitted_at: number;
  readonly first_batch: string;
  readonly estimate: number;
  readonly state: OrderState;
  readonly at: number;
  readonly batch_id: string | null;
  readonly attempts: number;
  readonly attempts_total: number;
  readonly round: number;
  readonly excluded: string;
  readonly by_hand: number;
  readonly assignment_id: string | null;
  /** The score table, where it is asked for. */
  readonly body?: string | null;
}

interface Gathering {
  readonly batch_id: string | null;
  readonly arrived: number;
  readonly flush_at: number | null;
}

export class Orders {
  readonly #rules: RuleSet;
  readonly find;
  readonly claimed;
  readonly inState;
  readonly manual;
  readonly #gathering;
  readonly #setGathering;
  readonly #insert;
  readonly #claim;
  readonly #first;
  readonly #setState;
  readonly #setRefused;
  readonly #setOffered;

  constructor(db: Sqlite, rules: RuleSet) {
    this.#rules = rules;
    this.find = db.get<OrderRow>(
      'SELECT * FROM orders LEFT JOIN score_table USING (order_id) WHERE order_id = ?',
    );
    this.claimed = db.all<OrderRow>(
      `SELECT * FROM orders WHERE state = 'claimed' AND at > ?2 AND batch_id = ?1`,
    );
    this.inState = db.all<OrderRow>(
      'SELECT * FROM orders WHERE state = ? AND at <= ? ORDER BY at LIMIT ?',
    );
    this.manual = db.all<OrderRow>(
      `SELECT * FROM orders LEFT JOIN score_table USING (order_id)
       WHERE state = 'manual_assignment' ORDER BY at`,
    );
    this.#gathering = db.get<Gathering>('SELECT batch_id, arrived, flush_at FROM gathering');
    this.#setGathering = db.run('UPDATE gathering SET batch_id = ?, arrived = ?, flush_at = ?');
    this.#insert = db.run(
      `INSERT INTO orders (order_id, dispatch_id, hub_id, lat, lng, cell, priority, weight,
         submitted_at, first_batch, estimate, state, at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'pooled', ?9)`,
    );
    this.#claim = db.run(
      `UPDATE orders SET state = 'claimed', batch_id = ?, at = ? WHERE order_id = ?`,
    );
    this.#first = db.get<{ at: number | null }>('SELECT min(at) AS at FROM orders WHERE state = ?');
    this.#setState = db.run('UPDATE orders SET state = ?, at = ? WHERE order_id = ?');
    this.#setRefused = db.run(
      `UPDATE orders SET state = ?, at = ?, attempts = ?, attempts_total = attempts_total + 1,
         round = ?, excluded = ? WHERE order_id = ?`,
    );
    this.#setOffered = db.run(
      `UPDATE orders SET state = 'offered', at = ?, assignment_id = ?, by_hand = ?
       WHERE order_id = ?`,
    );
  }

  /** When a batch is due, or undefined. */
  flushAt(): number | undefined {
    return this.#gathering()!.flush_at ?? undefined;
  }

  submit(order: NewOrder, now: number): Submitted {
    const known = this.find(order.orderId);
    if (known) {
      const { dispatch_id: dispatchId, first_batch: batchId, estimate } = known;
      return { dispatchId, batchId, estimate, repeated: true };
    }
    const { batch_id, arrived, flush_at } = this.#gathering()!;
    const batchId = batch_id ?? order.batchId;
    const full = arrived + 1 >= batching.orders;
    const flushAt = Math.min(flush_at ?? Infinity, full ? now : now + batching.window);
    this.#setGathering(batchId, arrived + 1, flushAt);
    const { orderId, dispatchId, hubId, lat, lng, cell, weight } = order;
    const priority = JSON.stringify(order.priority);
    const estimate = Math.max(0, flushAt - now);
    const place = [lat, lng, cell] as const;
    const answer = [batchId, estimate] as const;
    this.#insert(orderId, dispatchId, hubId, ...place, priority, weight, now, ...answer);
    return { dispatchId, batchId, estimate, repeated: false };
  }

  /** New orders first, then what earlier batches left over. */
  take(batchId: string, now: number): Batch | undefined {
    const { batch_id, arrived, flush_at } = this.#gathering()!;
    if (flush_at === null || flush_at > now) return undefined;
    const name = batch_id ?? batchId;
    const fresh = this.inState('pooled', now, limits.batch);
    const left = this.inState('left_over', now, limits.batch - fresh.length);
    const rows = [...fresh, ...left];
    for (const { order_id } of rows) this.#claim(name, now + limits.claim, order_id);
    this.#setGathering(null, 0, this.#nextFlush(arrived >= batching.orders, now));
    return { batchId: name, orders: rows.map(claimedOrder) };
  }

  /**
   * New orders that exceed a batch are the next one, at once. What is left over is gone through
   * once a window, so that a crowd of it does not follow every third order.
   */
  #nextFlush(wasFull: boolean, now: number): number | null {
    const fresh = this.#first('pooled')!.at;
    if (fresh !== null) return Math.max(now, fresh);
    const left = this.#first('left_over')!.at;
    if (left === null) return null;
    return left <= now && !wasFull ? now : now + batching.window;
  }

  /** Puts an order into the pool as if it were new: the next batch is due at once. */
  pool(orderId: string, now: number): void {
    this.#setState('pooled', now, orderId);
    this.#wake(now);
  }

  /** Lets orders wait for the next batch, for a window at most. */
  leaveOver(orderIds: Iterable<string>, now: number): void {
    // From the next instant on, so that one flush does not take them twice.
    for (const orderId of orderIds) this.#setState('left_over', now + 1, orderId);
    this.#wake(now + batching.window);
  }

  #wake(at: number): void {
    const { batch_id, arrived, flush_at } = this.#gathering()!;
    this.#setGathering(batch_id, arrived, Math.min(flush_at ?? Infinity, at));
  }

  setState(orderId: string, state: OrderState, at: number): void {
    this.#setState(state, at, orderId);
  }

  offered(orderId: string, assignmentId: string, byHand: boolean, now: number): void {
    this.#setOffered(now, assignmentId, byHand ? 1 : 0, orderId);
  }

  /** The driver does not take it: after a delay another one is asked, as long as delays are left. */
  reassign(orderId: string, driverId: string, now: number): { delay: number; order: OrderState } {
    const { attempts, round, excluded, by_hand } = this.find(orderId)!;
    const refusers = `${excluded}${driverId}\n`;
    const delay = this.#rules.delays[attempts];
    if (by_hand === 1) {
      this.#setRefused('manual_assignment', now, attempts, round, refusers, orderId);
      return { delay: 0, order: 'manual_assignment' };
    }
    if (delay !== undefined) {
      this.#setRefused('reassigning', now + delay, attempts + 1, round, refusers, orderId);
      return { delay, order: 'reassigning' };
    }
    if (this.#rules.afterLast === 'manual_assignment') {
      this.#setRefused('manual_assignment', now, attempts + 1, round, refusers, orderId);
      return { delay: 0, order: 'manual_assignment' };
    }
    this.#setRefused('left_over', now, 0, round + 1, '', orderId);
    this.leaveOver([orderId], now);
    return { delay: 0, order: 'left_over' };
  }
}

function claimedOrder(row: OrderRow): ClaimedOrder {
  const { order_id: orderId, dispatch_id: dispatchId, lat, lng, cell, weight } = row;
  const excluded = row.excluded.split('\n').slice(0, -1);
  return { orderId, dispatchId, lat, lng, cell, weight, submittedAt: row.submitted_at, excluded };
}
