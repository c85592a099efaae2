/**
 * The rules of reservations on SQLite, each step to be run as one unit of work. The scripts in
 * ../redis/lua are the same steps in the same order, and ../contract holds the two together.
 */
import { sum, take } from '../buckets.ts';
import type { Movement } from '../outbox.ts';
import type {
  Ending,
  ExtendOutcome,
  Line,
  Reaped,
  ReserveOutcome,
  ReserveRequest,
  RetakeOutcome,
} from '../reservations.ts';
import type { Stock } from '../stock.ts';
import { lifetimes, limits } from '../inventory-store.ts';
import type { StoredReservation, Tables } from './tables.ts';

/** See redis/lua/reserve.lua. */
export function reserve(tables: Tables, request: ReserveRequest): ReserveOutcome {
  const { reservationId, hubId, orderId, userId, lines, primaryBuckets, holdMs, now } = request;

  // 1 An order that holds a reservation gets that one, if it asks for the same.
  const earlier = tables.reservations.ofOrder(hubId, orderId);
  if (earlier && isLive(tables, earlier, now)) {
    if (!isSame(earlier, request)) return { kind: 'order-mismatch' };
    const { id, expiresAt, holdMs } = earlier;
    return { kind: 'reserved', reservationId: id, expiresAt, holdMs };
  }

  // 2 A user who holds the maximum gets no further one.
  const { maxHeld } = request;
  if (maxHeld !== undefined && tables.reservations.heldBy(userId, now) >= maxHeld) {
    return { kind: 'quota' };
  }

  // 3 There is enough for all lines, or nothing is taken.
  const stocks = lines.map(({ sku }) => tables.stock.find({ hubId, sku }));
  const { available, isShort } = availableOf(stocks, lines);
  if (isShort) return { kind: 'short', available };

  // 4 The units move from available to held.
  const buckets = lines.map(({ sku, qty }, i) => {
    const stock = stocks[i]!;
    const bucket = take(stock.buckets, primaryBuckets[i]!, qty)!;
    stock.held += qty;
    tables.stock.save({ hubId, sku }, stock);
    return bucket;
  });

  // 5 The reservation is held, and known by its order.
  const expiresAt = now + holdMs;
  const times = { reservedAt: now, holdMs, expiresAt };
  const id = reservationId;
  tables.reservations.hold({ id, hubId, orderId, userId, lines, buckets, ...times }, earlier);
  return { kind: 'reserved', reservationId, expiresAt, holdMs };
}

/** See redis/lua/extend.lua. */
export function extend(
  tables: Tables,
  reservationId: string,
  holdMs: number,
  now: number,
): ExtendOutcome {
  // 1 Only a reservation that is held, and not overdue, can be extended.
  const reservation = tables.reservations.find(reservationId);
  if (!reservation) return { kind: 'unknown' };
  if (reservation.status !== 'held') return { kind: reservation.status };
  if (expireIfOverdue(tables, reservation, now)) return { kind: 'expired' };

  // 2 It is held from now on for that time, within its longest one.
  const expiresAt = now + holdMs;
  const latest = reservation.reservedAt + lifetimes.maxHeldMs;
  if (expiresAt > latest) return { kind: 'limit', latest };
  tables.reservations.extend(reservation, expiresAt);
  return { kind: 'extended', expiresAt };
}

/** See redis/lua/confirm.lua. */
export function confirm(tables: Tables, reservationId: string, now: number): Ending | 'unknown' {
  // 1 Only a reservation that is held, and not overdue, can be confirmed.
  return endHeld(tables, reservationId, now, (reservation) => {
    // 2 The units move from held to confirmed: a movement of each line.
    const { hubId, lines } = reservation;
    const movements = lines.map(({ sku, qty }) => {
      const stock = tables.stock.find({ hubId, sku })!;
      stock.held -= qty;
      stock.confirmed += qty;
      stock.seq += 1;
      tables.stock.save({ hubId, sku }, stock);
      return { sku, qty, delta: -qty, seq: stock.seq };
    });

    // 3 The record will have it: the entry stands in the outbox with the same commit.
    endConfirmed(tables, reservation, movements, now);
    return 'confirmed';
  });
}

/** See redis/lua/retake.lua. */
export function retake(tables: Tables, reservationId: string, now: number): RetakeOutcome {
  // 1 One that is held is confirmed; only one that has expired takes its units again.
  const ending = confirm(tables, reservationId, now);
  if (ending === 'unknown' || ending === 'released') return { kind: ending };
  const reservation = tables.reservations.find(reservationId)!;
  if (ending === 'confirmed') return { kind: 'confirmed', retaken: reservation.isRetaken };

  // 2 Its order does not hold another one by now.
  const { hubId, orderId, lines, buckets } = reservation;
  const other = tables.reservations.ofOrder(hubId, orderId);
  if (other && isLive(tables, other, now)) return { kind: 'order-mismatch' };

  // 3 There is enough for all lines, or nothing is taken.
  const stocks = lines.map(({ sku }) => tables.stock.find({ hubId, sku })!);
  const { available, isShort } = availableOf(stocks, lines);
  if (isShort) return { kind: 'short', lines: [...lines], available };

  // 4 The units move from available to confirmed: a movement of each line.
  const movements = lines.map(({ sku, qty }, i) => {
    const stock = stocks[i]!;
    take(stock.buckets, buckets[i]!, qty);
    stock.confirmed += qty;
    stock.seq += 1;
    tables.stock.save({ hubId, sku }, stock);
    return { sku, qty, delta: -qty, seq: stock.seq };
  });

  // 5 The record will have it, and the order has this reservation again.
  tables.reservations.retake(reservation);
  endConfirmed(tables, reservation, movements, now);
  return { kind: 'confirmed', retaken: true };
}

/** See redis/lua/release.lua. */
export function release(tables: Tables, reservationId: string, now: number): Ending | 'unknown' {
  // 1 Only a reservation that is held, and not overdue, can be released.
  return endHeld(tables, reservationId, now, (reservation) => {
    // 2 The units are available again.
    returnUnits(tables, reservation, 'released', now);
    return 'released';
  });
}

/** @param end of a reservation that is held */
function endHeld(
  tables: Tables,
  reservationId: string,
  now: number,
  end: (reservation: StoredReservation) => Ending,
): Ending | 'unknown' {
  const reservation = tables.reservations.find(reservationId);
  if (!reservation) return 'unknown';
  if (reservation.status !== 'held') return reservation.status;
  return expireIfOverdue(tables, reservation, now) ? 'expired' : end(reservation);
}

/** See redis/lua/reap.lua. */
export function reap(tables: Tables, now: number): Reaped {
  const due = tables.reservations.due(now);
  const expired = due.filter(({ status }) => status === 'held').length;
  for (const reservation of due) {
    // 1 The units of an overdue reservation are available again.
    if (reservation.status === 'held') returnUnits(tables, reservation, 'expired', now);
    // 2 One that ended long ago is forgotten; its order may reserve again.
    else tables.reservations.forget(reservation);
  }
  // 3 An adjustment of long ago is forgotten: its reference may be used again.
  const forgotten = tables.adjustments.forget(now);
  return { expired, mayHaveMore: due.length === limits.reap || forgotten === limits.reap };
}

function availableOf(stocks: readonly (Stock | undefined)[], lines: readonly Line[]) {
  const available = stocks.map((stock) => sum(stock?.buckets ?? []));
  return { available, isShort: lines.some(({ qty }, i) => available[i]! < qty) };
}

function endConfirmed(
  tables: Tables,
  reservation: StoredReservation,
  movements: Movement[],
  now: number,
): void {
  const { id, hubId, orderId, userId } = reservation;
  tables.reservations.end(reservation, 'confirmed', now);
  tables.outbox.add({ id, kind: 'confirm', hubId, orderId, userId, at: now, movements });
}

/** Whether the reservation is held or confirmed; one that is overdue expires. */
function isLive(tables: Tables, reservation: StoredReservation, now: number): boolean {
  if (reservation.status === 'held') return !expireIfOverdue(tables, reservation, now);
  return reservation.status === 'confirmed';
}

/** Whether the reservation was held for too long; then its units are available again. */
function expireIfOverdue(tables: Tables, reservation: StoredReservation, now: number): boolean {
  if (reservation.status !== 'held' || now <= reservation.expiresAt) return false;
  returnUnits(tables, reservation, 'expired', now);
  return true;
}

function returnUnits(
  tables: Tables,
  reservation: StoredReservation,
  ending: 'released' | 'expired',
  now: number,
): void {
  const { hubId, lines, buckets } = reservation;
  for (const [i, { sku, qty }] of lines.entries()) {
    const stock = tables.stock.find({ hubId, sku })!;
    // The SKU may have been partitioned, or put together, since.
    stock.buckets[buckets[i]! % stock.buckets.length]! += qty;
    stock.held -= qty;
    tables.stock.save({ hubId, sku }, stock);
  }
  tables.reservations.end(reservation, ending, now);
}

function isSame({ lines, userId }: StoredReservation, request: ReserveRequest): boolean {
  return userId === request.userId && JSON.stringify(lines) === JSON.stringify(request.lines);
}
