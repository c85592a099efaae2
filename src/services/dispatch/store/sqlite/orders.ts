import type { Sqlite } from '#kit/stores/sqlite.ts';
import { afterClaim, batching, dueBy, withNewOrder, type NextBatch } from '../../rules/batching.ts';
import type { Reassignment } from '../../rules/reassignment.ts';
import {
  parseScoreTable,
  toClaimedOrder,
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

export type OrderRows = ReturnType<typeof orderRows>;

/** Statements and steps for units of work. */
export function orderRows(db: Sqlite) {
  const find = db.get<OrderRow>(`SELECT ${columns} FROM orders WHERE order_id = ?`);
  const setState = db.run('UPDATE orders SET state = ?, at = ? WHERE order_id = ?');
  const updateReassigned = db.run(
    `UPDATE orders SET state = ?, at = ?, attempts = ?, attempts_total = attempts_total + 1,
       round = ?, rejected_by = ? WHERE order_id = ?`,
  );
  const readNextBatch = db.get<NextBatch>(
    `SELECT batch_id AS batchId, new_orders AS newOrders, due_at AS dueAt FROM next_batch`,
  );
  const saveNextBatch = db.run('UPDATE next_batch SET batch_id = ?, new_orders = ?, due_at = ?');
  const nextBatch = () => readNextBatch()!;
  const setNextBatch = ({ batchId, newOrders, dueAt }: NextBatch) =>
    saveNextBatch(batchId, newOrders, dueAt);

  /** The order waits for the next batch, for a window at most. */
  const setUnmatched = (orderId: string, now: number) => {
    // From the next instant on, so that batches of this instant do not take it twice.
    setState('unmatched', now + 1, orderId);
    setNextBatch(dueBy(nextBatch(), now + batching.windowMs));
  };

  return {
    find,
    setState,
    nextBatch,
    setNextBatch,
    setUnmatched,
    inState: db.all<OrderRow>(
      `SELECT ${columns} FROM orders WHERE state = ? AND at <= ? ORDER BY at LIMIT ?`,
    ),
    due: db.all<OrderRow>(
      `SELECT ${columns} FROM orders WHERE ends_at <= ?
         AND state NOT IN ('manual_assignment', 'delivered', 'expired') ORDER BY ends_at LIMIT ?`,
    ),
    setEnd: db.run('UPDATE orders SET ends_at = ? WHERE order_id = ?'),
    setOffered: db.run(
      `UPDATE orders SET state = 'offered', at = ?, assignment_id = ?, is_by_hand = ?
       WHERE order_id = ?`,
    ),
    /** Yields nothing when the batch may no longer offer the order. */
    findClaimed: db.get(
      `SELECT 1 FROM orders WHERE order_id = ? AND state = 'claimed' AND batch_id = ? AND at > ?`,
    ),
    saveTable: db.run('INSERT OR REPLACE INTO score_table VALUES (?, ?)'),

    /** As if the order were new, but a batch is due at once. */
    returnToPool(orderId: string, now: number): void {
      setState('pooled', now, orderId);
      setNextBatch(dueBy(nextBatch(), now));
    },

    /** The driver does not take the order, which goes on as it was decided. */
    setReassigned(orderId: string, driverId: string, decided: Reassignment, now: number): void {
      const { order, delayMs, attempts, round } = decided;
      const row = find(orderId)!;
      const rejectedBy = round === row.round ? `${row.rejectedBy}${driverId}\n` : '';
      updateReassigned(order, now + delayMs, attempts, round, rejectedBy, orderId);
      if (order === 'unmatched') setUnmatched(orderId, now);
    },
  };
}

export function sqliteOrders(db: Sqlite, orders: OrderRows): OrderStore {
  const tableOf = db.get<{ body: string }>('SELECT body FROM score_table WHERE order_id = ?');
  const manual = db.all<{ order_id: string }>(
    `SELECT order_id FROM orders WHERE state = 'manual_assignment' ORDER BY at`,
  );
  const findSubmitted = db.get<Submitted>(
    `SELECT dispatch_id AS dispatchId, first_batch AS batchId, estimate_ms AS estimateMs
     FROM orders WHERE order_id = ?`,
  );
  const insert = db.run(
    `INSERT INTO orders (order_id, dispatch_id, hub_id, lat, lng, cell, priority,
       priority_weight, submitted_at, first_batch, batch_id, estimate_ms, ends_at, state, at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11, ?12, 'pooled', ?9)`,
  );
  const claim = db.run(
    `UPDATE orders SET state = 'claimed', batch_id = ?, at = ? WHERE order_id = ?`,
  );
  const firstIn = db.get<{ at: number | null }>('SELECT min(at) AS at FROM orders WHERE state = ?');

  return {
    submit: (order, now) =>
      db.write(() => {
        const known = findSubmitted(order.orderId);
        if (known) return known;
        const next = withNewOrder(orders.nextBatch(), order.batchId, now);
        orders.setNextBatch(next);
        const { batchId, dueAt } = next;
        const estimateMs = Math.max(0, dueAt - now);
        const { orderId, dispatchId, hubId, lat, lng, cell, priority, priorityWeight } = order;
        const what = [
          orderId,
          dispatchId,
          hubId,
          lat,
          lng,
          cell,
          priority,
          priorityWeight,
        ] as const;
        insert(...what, now, batchId, estimateMs, order.endsAt);
        return { dispatchId, batchId, estimateMs };
      }),

    async find(orderId) {
      const order = orders.find(orderId);
      if (!order) return undefined;
      const table = tableOf(orderId);
      return { ...order, table: table ? parseScoreTable(table.body) : null };
    },

    listManual: async () => manual().map(({ order_id }) => order_id),

    async claimBatch(proposedId, now) {
      // Read first: a unit of work costs an fsync.
      if (!isDue(orders.nextBatch(), now)) return undefined;
      return db.write(() => {
        const next = orders.nextBatch();
        if (!isDue(next, now)) return undefined;
        const batchId = next.batchId ?? proposedId;
        const pooled = orders.inState('pooled', now, batching.maxOrders);
        const unmatched = orders.inState('unmatched', now, batching.maxOrders - pooled.length);
        const claimed = [...pooled, ...unmatched];
        for (const { orderId } of claimed) claim(batchId, now + limits.claimMs, orderId);
        const pooledAt = firstIn('pooled')!.at;
        const unmatchedAt = firstIn('unmatched')!.at;
        orders.setNextBatch(afterClaim(next, { pooledAt, unmatchedAt }, now));
        return { batchId, orders: claimed.map(toClaimedOrder) };
      });
    },
  };
}

const isDue = ({ dueAt }: NextBatch, now: number) => dueAt !== null && dueAt <= now;
