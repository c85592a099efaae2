/** The rows of the embedded operational store, as the steps use them. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { Line, type Ending } from '../reservations.ts';
import type { Stock, StockKey } from '../stock.ts';
import { lifetimes, limits } from '../store.ts';
import { outboxTable } from './outbox.ts';

export interface Reservation {
  readonly id: string;
  readonly hubId: string;
  readonly orderId: string;
  readonly userId: string;
  readonly lines: readonly Line[];
  /** Where the units of each line came from. */
  readonly buckets: readonly number[];
  readonly status: 'held' | Ending;
  readonly expiresAt: number;
}

interface ReservationRow extends Omit<Reservation, 'lines' | 'buckets'> {
  readonly lines: string;
  readonly buckets: string;
}

const reservationRows = `SELECT reservation_id AS id, hub_id AS hubId, order_id AS orderId,
  user_id AS userId, lines, buckets, status, expires_at AS expiresAt FROM reservation`;

const Integers = Type.Array(Type.Integer());
const stockBuckets = storedJson('stock.buckets', Integers);
const reservationBuckets = storedJson('reservation.buckets', Integers);
const reservationLines = storedJson('reservation.lines', Type.Array(Line));

export type Tables = ReturnType<typeof openTables>;

export function openTables(db: Sqlite) {
  return { stock: stockTable(db), reservations: reservationTable(db), outbox: outboxTable(db) };
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
  return {
    /** A step changes it and saves it whole. */
    find({ hubId, sku }: StockKey): Stock | undefined {
      const row = select(hubId, sku);
      return row && { ...row, buckets: stockBuckets(row.buckets) };
    },

    save({ hubId, sku }: StockKey, { loaded, buckets, held, confirmed, seq }: Stock): void {
      replace(hubId, sku, loaded, JSON.stringify(buckets), held, confirmed, seq);
    },

    keysAfter: ({ hubId, sku }: StockKey): StockKey[] => page(hubId, sku, limits.keys),
  };
}

function reservationTable(db: Sqlite) {
  const select = db.get<ReservationRow>(`${reservationRows} WHERE reservation_id = ?`);
  const selectByOrder = db.get<ReservationRow>(
    `${reservationRows} WHERE hub_id = ? AND order_id = ? AND status IN ('held', 'confirmed')`,
  );
  const insert = db.run("INSERT INTO reservation VALUES (?, ?, ?, ?, ?, ?, 'held', ?, ?)");
  const setStatus = db.run('UPDATE reservation SET status = ?, due = ? WHERE reservation_id = ?');
  const due = db.all<ReservationRow>(`${reservationRows} WHERE due < ? ORDER BY due LIMIT ?`);
  const remove = db.run('DELETE FROM reservation WHERE reservation_id = ?');
  const found = (row: ReservationRow | undefined) => row && toReservation(row);
  return {
    find: (id: string) => found(select(id)),

    /** The reservation of an order that is held or confirmed. */
    ofOrder: (hubId: string, orderId: string) => found(selectByOrder(hubId, orderId)),

    /** Held reservations that are overdue, and ended ones that are to be forgotten. */
    due: (now: number) => due(now, limits.reap).map(toReservation),

    hold(reservation: Omit<Reservation, 'status'>): void {
      const { id, hubId, orderId, userId, lines, buckets, expiresAt } = reservation;
      const [goods, taken] = [JSON.stringify(lines), JSON.stringify(buckets)];
      insert(id, hubId, orderId, userId, goods, taken, expiresAt, expiresAt);
    },

    end({ id }: Reservation, ending: Ending, now: number): void {
      setStatus(ending, now + lifetimes.endedMs, id);
    },

    forget({ id }: Reservation): void {
      remove(id);
    },
  };
}

function toReservation(row: ReservationRow): Reservation {
  const { lines, buckets } = row;
  return { ...row, lines: reservationLines(lines), buckets: reservationBuckets(buckets) };
}
