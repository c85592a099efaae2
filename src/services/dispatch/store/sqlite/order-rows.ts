/** Statements and steps on orders, for units of work. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { batching, dueBy, withoutOrder, type NextBatch } from '../../rules/batching.ts';
import type { Reassignment } from '../../rules/reassignment.ts';
import { toClaimedOrder, type OrderRecord } from '../orders.ts';

export const columns = `order_id AS orderId, dispatch_id AS dispatchId, hub_id AS hubId, lat, lng, cell,
  dropoff_lat AS dropoffLat, dropoff_lng AS dropoffLng, note, priority, priority_weight AS priorityWeight, submitted_at AS submittedAt, ends_at AS endsAt, state,
  batch_id AS batchId, attempts, attempts_total AS attemptsTotal, round, rejected_by AS rejectedBy,
  assignment_id AS assignmentId, CASE state WHEN 'reassigning' THEN at END AS dueAt,
  cancel_reason AS cancelReason, is_by_hand AS isByHand`;

export type OrderRow = OrderRecord & { readonly isByHand: 0 | 1 };

export type OrderRows = ReturnType<typeof orderRows>;

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
         AND state NOT IN ('manual_assignment', 'delivered', 'expired', 'cancelled') ORDER BY ends_at LIMIT ?`,
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

    /** The order is cancelled, for the reason that is given. */
    setCancelReason: db.run('UPDATE orders SET cancel_reason = ? WHERE order_id = ?'),

    /** Takes the order out of the count of the next batch, if it was new and is to be in it. */
    leavePool({ state, batchId }: OrderRow): void {
      const next = nextBatch();
      if (state === 'pooled' && batchId === next.batchId) setNextBatch(withoutOrder(next));
    },

    /** As if the order were new, but a batch is due at once. */
    returnToPool(orderId: string, now: number): void {
      setState('pooled', now, orderId);
      setNextBatch(dueBy(nextBatch(), now));
    },

    /** The driver does not take the order, which goes on as it was decided. */
    setReassigned(orderId: string, driverId: string, decided: Reassignment, now: number): void {
      const { order, delayMs, attempts, round } = decided;
      const row = find(orderId)!;
      const others = toClaimedOrder(row).rejectedBy.filter((other) => other !== driverId);
      const rejectedBy = [...others, driverId].map((id) => `${id}\n`).join('');
      updateReassigned(order, now + delayMs, attempts, round, rejectedBy, orderId);
      if (order === 'unmatched') setUnmatched(orderId, now);
    },
  };
}
