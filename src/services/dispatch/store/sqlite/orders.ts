import type { Sqlite } from '#kit/stores/sqlite.ts';
import { afterClaim, batching, withNewOrder, type NextBatch } from '../../rules/batching.ts';
import { statesIn, waitingStates } from '../../rules/rules.ts';
import { parseScoreTable, toClaimedOrder, type OrderStore, type Submitted } from '../orders.ts';
import { limits } from '../dispatch-store.ts';
import type { AssignmentRows } from './assignments.ts';
import type { SqliteChanges } from './changes.ts';
import type { DriverRows } from './driver-rows.ts';
import { columns, type OrderRow, type OrderRows } from './order-rows.ts';

interface OrderTables {
  readonly changes: SqliteChanges;
  readonly orders: OrderRows;
  readonly drivers: DriverRows;
  readonly assignments: AssignmentRows;
}

export function sqliteOrders(
  db: Sqlite,
  { changes, orders, drivers, assignments }: OrderTables,
): OrderStore {
  const tableOf = db.get<{ body: string }>('SELECT body FROM score_table WHERE order_id = ?');
  const manual = db.all<{ order_id: string }>(
    `SELECT order_id FROM orders WHERE state = 'manual_assignment' ORDER BY at`,
  );
  const findSubmitted = db.get<Submitted>(
    `SELECT dispatch_id AS dispatchId, first_batch AS batchId, estimate_ms AS estimateMs
     FROM orders WHERE order_id = ?`,
  );
  const insert = db.run(
    `INSERT INTO orders (order_id, dispatch_id, hub_id, lat, lng, cell, dropoff_lat, dropoff_lng,
       note, priority, priority_weight, submitted_at, first_batch, batch_id, estimate_ms, ends_at,
       state, at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?13, ?14, ?15, 'pooled', ?12)`,
  );
  const claim = db.run(
    `UPDATE orders SET state = 'claimed', batch_id = ?, at = ? WHERE order_id = ?`,
  );
  const firstIn = db.get<{ at: number | null }>('SELECT min(at) AS at FROM orders WHERE state = ?');

  const page = db.all<OrderRow>(
    `SELECT ${columns} FROM orders WHERE order_id > ? ORDER BY order_id LIMIT ?`,
  );
  const idsInState = db.all<{ orderId: string }>(
    `SELECT order_id AS orderId FROM orders WHERE state = ? AND order_id > ?
     ORDER BY order_id LIMIT ?`,
  );
  const firstWaiting = db.get<{ at: number | null }>(
    `SELECT min(submitted_at) AS at FROM orders INDEXED BY orders_waiting
     WHERE state IN (${waitingStates.map((state) => `'${state}'`).join(', ')})`,
  );
  const withAssignment = (order: OrderRow) => {
    const { assignmentId } = order;
    const assignment = assignmentId === null ? undefined : assignments.find(assignmentId);
    return { order, assignment };
  };

  return {
    submit: (order, now) =>
      db.write(() => {
        const known = findSubmitted(order.orderId);
        if (known) return known;
        const next = withNewOrder(orders.nextBatch(), order.batchId, now);
        orders.setNextBatch(next);
        const { batchId, dueAt } = next;
        const estimateMs = Math.max(0, dueAt - now);
        const { orderId, dispatchId, hubId, lat, lng, cell } = order;
        const { dropoffLat, dropoffLng, note, priority, priorityWeight } = order;
        const ids = [orderId, dispatchId, hubId] as const;
        const way = [lat, lng, cell, dropoffLat, dropoffLng, note] as const;
        const weight = [priority, priorityWeight] as const;
        insert(...ids, ...way, ...weight, now, batchId, estimateMs, order.endsAt);
        return { dispatchId, batchId, estimateMs };
      }),

    async find(orderId) {
      const order = orders.find(orderId);
      if (!order) return undefined;
      const table = tableOf(orderId);
      return { ...order, table: table ? parseScoreTable(table.body) : null };
    },

    async track(orderId) {
      const order = orders.find(orderId);
      if (!order) return undefined;
      const listed = withAssignment(order);
      const { assignment } = listed;
      const isInHand = assignment?.state === 'accepted';
      return { ...listed, driver: isInHand ? drivers.find(assignment.driverId) : undefined };
    },

    cancel: ({ orderId, reason }, now) =>
      changes.write((note) => {
        const order = orders.find(orderId);
        if (!order) return 'unknown';
        if (order.state === 'delivered') return 'delivered';
        if (order.state === 'cancelled') return 'cancelled';
        orders.leavePool(order);
        orders.setCancelReason(reason, orderId);
        assignments.endOrder(order, { state: 'cancelled', order: 'cancelled' }, now, note);
        return 'cancelled';
      }),

    async page({ after, limit, group }) {
      if (group === undefined) return page(after, limit).map(withAssignment);
      const ids = statesIn(group).flatMap((state) => idsInState(state, after, limit));
      const first = sortedByBytes(ids.map(({ orderId }) => orderId)).slice(0, limit);
      return first.map((orderId) => withAssignment(orders.find(orderId)!));
    },

    oldestWaiting: async () => firstWaiting()!.at,

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

/** In the order in which SQLite sorts texts: by the bytes of UTF-8. */
function sortedByBytes(texts: readonly string[]): string[] {
  const keyed = texts.map((text) => ({ text, bytes: Buffer.from(text) }));
  return keyed.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ text }) => text);
}

const isDue = ({ dueAt }: NextBatch, now: number) => dueAt !== null && dueAt <= now;
