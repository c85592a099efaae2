/** The rows of the embedded operational store, as the steps use them. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Ending, Line } from '../reservations.ts';
import type { StockKey } from '../stock.ts';
import { lifetimes, limits } from '../store.ts';
import { outboxTable } from './outbox.ts';

/** The stock of one key. A step changes it and saves it whole. */
export interface Counters {
  readonly hubId: string;
  readonly sku: string;
  loaded: number;
  /** Available units of each bucket. */
  buckets: number[];
  held: number;
  confirmed: number;
  /** Number of the last movement. */
  seq: number;
}

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

interface StockRow extends Omit<Counters, 'hubId' | 'buckets'> {
  hub_id: string;
  buckets: string;
}

interface ReservationRow {
  reservation_id: string;
  hub_id: string;
  order_id: string;
  user_id: string;
  lines: string;
  buckets: string;
  status: 'held' | Ending;
  expires_at: number;
}

const Integers = Type.Array(Type.Integer());
const stockBuckets = storedJson('stock.buckets', Integers);
const reservationBuckets = storedJson('reservation.buckets', Integers);
const reservationLines = storedJson(
  'reservation.lines',
  Type.Array(Type.Object({ sku: Type.String(), qty: Type.Integer() })),
);

export type Tables = ReturnType<typeof openTables>;

export function openTables(db: Sqlite) {
  return { stock: stockTable(db), reservations: reservationTable(db), outbox: outboxTable(db) };
}

function stockTable(db: Sqlite) {
  const select = db.get<StockRow>('SELECT * FROM stock WHERE hub_id = ? AND sku = ?');
  const replace = db.run('REPLACE INTO stock VALUES (?, ?, ?, ?, ?, ?, ?)');
  const page = db.all<{ hub_id: string; sku: string }>(
    'SELECT hub_id, sku FROM stock WHERE (hub_id, sku) > (?, ?) ORDER BY hub_id, sku LIMIT ?',
  );
  return {
    find({ hubId, sku }: StockKey): Counters | undefined {
      const row = select(hubId, sku);
      if (row === undefined) return undefined;
      const { loaded, held, confirmed, seq } = row;
      return { hubId, sku, loaded, buckets: stockBuckets(row.buckets), held, confirmed, seq };
    },

    save({ hubId, sku, loaded, buckets, held, confirmed, seq }: Counters): void {
      replace(hubId, sku, loaded, JSON.stringify(buckets), held, confirmed, seq);
    },

    keysAfter({ hubId, sku }: StockKey): StockKey[] {
      return page(hubId, sku, limits.keys).map((row) => ({ hubId: row.hub_id, sku: row.sku }));
    },
  };
}

function reservationTable(db: Sqlite) {
  const select = db.get<ReservationRow>('SELECT * FROM reservation WHERE reservation_id = ?');
  const selectByOrder = db.get<ReservationRow>(
    "SELECT * FROM reservation WHERE hub_id = ? AND order_id = ? AND status IN ('held', 'confirmed')",
  );
  const insert = db.run("INSERT INTO reservation VALUES (?, ?, ?, ?, ?, ?, 'held', ?, ?)");
  const setStatus = db.run('UPDATE reservation SET status = ?, due = ? WHERE reservation_id = ?');
  const due = db.all<ReservationRow>(
    'SELECT * FROM reservation WHERE due < ? ORDER BY due LIMIT ?',
  );
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
  return {
    id: row.reservation_id,
    hubId: row.hub_id,
    orderId: row.order_id,
    userId: row.user_id,
    lines: reservationLines(row.lines),
    buckets: reservationBuckets(row.buckets),
    status: row.status,
    expiresAt: row.expires_at,
  };
}
