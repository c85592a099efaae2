/** The rows of the embedded operational store, as the steps use them. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { Line, type Ending, type Reservation } from '../reservations.ts';
import { Stock, type StockKey, type StockOfSku } from '../stock.ts';
import { lifetimes, limits } from '../inventory-store.ts';
import { outboxTable } from './outbox.ts';

export interface StoredReservation extends Reservation {
  /** Where the units of each line came from. */
  readonly buckets: readonly number[];
  /** How long it was made for, milliseconds. */
  readonly holdMs: number;
  /** Whether it was confirmed after it had expired. */
  readonly isRetaken: boolean;
}

interface ReservationRow extends Omit<StoredReservation, 'lines' | 'buckets' | 'isRetaken'> {
  readonly lines: string;
  readonly buckets: string;
  readonly isRetaken: number;
}

const reservationRows = `SELECT reservation_id AS id, hub_id AS hubId, order_id AS orderId,
  user_id AS userId, lines, buckets, status, reserved_at AS reservedAt, hold_ms AS holdMs,
  expires_at AS expiresAt, retaken AS isRetaken FROM reservation`;
const ofOrder = `${reservationRows} WHERE latest = 1 AND order_id = ?`;

const Integers = Type.Array(Type.Integer());
const stockBuckets = storedJson('stock.buckets', Integers);
const reservationBuckets = storedJson('reservation.buckets', Integers);
const adjustedStock = storedJson('adjustment.stock', Stock);
const reservationLines = storedJson('reservation.lines', Type.Array(Line));

export type Tables = ReturnType<typeof openTables>;

export function openTables(db: Sqlite) {
  return {
    stock: stockTable(db),
    adjustments: adjustmentTable(db),
    reservations: reservationTable(db),
    outbox: outboxTable(db),
  };
}

function stockTable(db: Sqlite) {
  const select = db.get<Omit<Stock, 'buckets'> & { buckets: string }>(
    'SELECT loaded, buckets, held, confirmed, seq FROM stock WHERE hub_id = ? AND sku = ?',
  );
  const replace = db.run('REPLACE INTO stock VALUES (?, ?, ?, ?, ?, ?, ?)');
  const page = db.all<StockKey>(
    `SELECT hub_id AS hubId, sku FROM stock
     WHERE (hub_id, sku) > (?, ?) ORDER BY hub_id, sku LIMIT ?`,
  );
  const ofHub = db.all<Omit<Stock, 'buckets'> & { sku: string; buckets: string }>(
    `SELECT sku, loaded, buckets, held, confirmed, seq FROM stock
     WHERE hub_id = ? AND sku > ? ORDER BY sku LIMIT ?`,
  );
  // One look into the index for each hub, however many SKUs it has.
  const hubs = db.all<{ hubId: string }>(
    `WITH RECURSIVE hub(hubId) AS (
       SELECT min(hub_id) FROM stock WHERE hub_id > ?
       UNION ALL
       SELECT (SELECT min(hub_id) FROM stock WHERE hub_id > hubId) FROM hub WHERE hubId IS NOT NULL
     ) SELECT hubId FROM hub WHERE hubId IS NOT NULL LIMIT ?`,
  );
  return {
    /** A step changes it and saves it whole. */
    find({ hubId, sku }: StockKey): Stock | undefined {
      const row = select(hubId, sku);
      return row && { ...row, buckets: stockBuckets(row.buckets) };
    },

    save({ hubId, sku }: StockKey, { loaded, buckets, held, confirmed, seq }: Stock): void {
      replace(hubId, sku, loaded, JSON.stringify(buckets), held, confirmed, seq);
    },

    hubs: (after: string, count: number) => hubs(after, count).map(({ hubId }) => hubId),

    keysAfter: ({ hubId, sku }: StockKey): StockKey[] => page(hubId, sku, limits.keys),

    ofHub: (hubId: string, after: string, count: number): StockOfSku[] =>
      ofHub(hubId, after, count).map(({ sku, ...row }) => ({
        sku,
        stock: { ...row, buckets: stockBuckets(row.buckets) },
      })),
  };
}

function adjustmentTable(db: Sqlite) {
  const select = db.get<{ body: string; stock: string; at: number }>(
    'SELECT body, stock, at FROM adjustment WHERE reference = ?',
  );
  const replace = db.run('REPLACE INTO adjustment VALUES (?, ?, ?, ?)');
  const remove = db.run(
    `DELETE FROM adjustment WHERE reference IN
       (SELECT reference FROM adjustment WHERE at < ? ORDER BY at LIMIT ?)`,
  );
  return {
    /** Finds the adjustment that used the reference, unless that is too long ago. */
    find(reference: string, now: number) {
      const row = select(reference);
      if (!row || now > row.at + lifetimes.referenceMs) return undefined;
      return { body: row.body, stock: adjustedStock(row.stock) };
    },

    save(reference: string, body: string, stock: Stock, now: number): void {
      replace(reference, body, JSON.stringify(stock), now);
    },

    /** A bounded number of those that are too long ago; how many. */
    forget: (now: number) => remove(now - lifetimes.referenceMs, limits.reap),
  };
}

function reservationTable(db: Sqlite) {
  const select = db.get<ReservationRow>(`${reservationRows} WHERE reservation_id = ?`);
  const selectByOrder = db.get<ReservationRow>(`${ofOrder} AND hub_id = ?`);
  const selectAllByOrder = db.all<ReservationRow>(ofOrder);
  const insert = db.run(
    "INSERT INTO reservation VALUES (?, ?, ?, ?, ?, ?, 'held', ?, ?, ?, 0, 1, ?)",
  );
  const setFormer = db.run(
    'UPDATE reservation SET latest = 0 WHERE latest = 1 AND order_id = ? AND hub_id = ?',
  );
  const setExpiry = db.run(
    'UPDATE reservation SET expires_at = ?1, due = ?1 WHERE reservation_id = ?2',
  );
  const setRetaken = db.run(
    'UPDATE reservation SET retaken = 1, latest = 1 WHERE reservation_id = ?',
  );
  const setStatus = db.run('UPDATE reservation SET status = ?, due = ? WHERE reservation_id = ?');
  const due = db.all<ReservationRow>(`${reservationRows} WHERE due < ? ORDER BY due LIMIT ?`);
  const held = db.all<ReservationRow>(
    `SELECT * FROM (${reservationRows} WHERE due >= ? ORDER BY due LIMIT ?)
     WHERE status = 'held' ORDER BY expiresAt, id LIMIT ?`,
  );
  const heldBy = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM reservation
     WHERE user_id = ? AND status = 'held' AND expires_at >= ?`,
  );
  const remove = db.run('DELETE FROM reservation WHERE reservation_id = ?');
  const found = (row: ReservationRow | undefined) => row && toReservation(row);
  return {
    find: (id: string) => found(select(id)),

    /** The only one of an order in a hub that may be held or confirmed. */
    ofOrder: (hubId: string, orderId: string) => found(selectByOrder(orderId, hubId)),

    /** The same of all hubs. */
    allOfOrder: (orderId: string) => selectAllByOrder(orderId).map(toReservation),

    /** Held reservations that are overdue, and ended ones that are to be forgotten. */
    due: (now: number) => due(now, limits.reap).map(toReservation),

    /** Those that can be confirmed. */
    held: (now: number, count: number) => held(now, limits.heldSearch, count).map(toReservation),

    /** How many of a user can be confirmed. */
    heldBy: (userId: string, now: number) => heldBy(userId, now)!.count,

    /** @param earlier of its order in the hub, if there was one */
    hold(
      reservation: Omit<StoredReservation, 'status' | 'isRetaken'>,
      earlier: Reservation | undefined,
    ): void {
      const { id, hubId, orderId, userId, lines, buckets } = reservation;
      const { reservedAt, holdMs, expiresAt } = reservation;
      const [goods, taken] = [JSON.stringify(lines), JSON.stringify(buckets)];
      const instants = [reservedAt, holdMs, expiresAt, expiresAt];
      if (earlier) setFormer(orderId, hubId);
      insert(id, hubId, orderId, userId, goods, taken, ...instants);
    },

    extend({ id }: Reservation, expiresAt: number): void {
      setExpiry(expiresAt, id);
    },

    /** It is confirmed after it had expired: its order holds it again. */
    retake({ id, hubId, orderId }: Reservation): void {
      setFormer(orderId, hubId);
      setRetaken(id);
    },

    end({ id }: Reservation, ending: Ending, now: number): void {
      setStatus(ending, now + lifetimes.endedMs, id);
    },

    forget({ id }: Reservation): void {
      remove(id);
    },
  };
}

function toReservation(row: ReservationRow): StoredReservation {
  const { lines, buckets, isRetaken } = row;
  return {
    ...row,
    lines: reservationLines(lines),
    buckets: reservationBuckets(buckets),
    isRetaken: isRetaken === 1,
  };
}
