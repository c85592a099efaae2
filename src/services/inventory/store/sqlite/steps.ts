/**
 * The rules of the inventory on SQLite, each step to be run as one unit of work. The scripts in
 * ../redis/lua are the same steps in the same order, and ../contract holds the two together.
 */
import { bucketCount, split, sum, take } from '../buckets.ts';
import type { Ending, Reaped, ReserveOutcome, ReserveRequest } from '../reservations.ts';
import { emptyStock, type Load, type LoadOutcome } from '../stock.ts';
import { lifetimes, limits } from '../store.ts';
import type { Reservation, Tables } from './tables.ts';

/** See redis/lua/reserve.lua. */
export function reserve(tables: Tables, request: ReserveRequest): ReserveOutcome {
  const { reservationId, hubId, orderId, userId, lines, primaryBuckets, now } = request;

  // 1 An order that holds a reservation gets that one, if it asks for the same.
  const earlier = tables.reservations.ofOrder(hubId, orderId);
  if (earlier && !expireIfOverdue(tables, earlier, now)) {
    if (!isSame(earlier, request)) return { kind: 'order-mismatch' };
    return { kind: 'reserved', reservationId: earlier.id, expiresAt: earlier.expiresAt };
  }

  // 2 There is enough for all lines, or nothing is taken.
  const stocks = lines.map(({ sku }) => tables.stock.find({ hubId, sku }));
  const available = stocks.map((stock) => sum(stock?.buckets ?? []));
  if (lines.some(({ qty }, i) => available[i]! < qty)) return { kind: 'short', available };

  // 3 The units move from available to held.
  const buckets = lines.map(({ sku, qty }, i) => {
    const stock = stocks[i]!;
    const bucket = take(stock.buckets, primaryBuckets[i]!, qty)!;
    stock.held += qty;
    tables.stock.save({ hubId, sku }, stock);
    return bucket;
  });

  // 4 The reservation is held, and known by its order.
  const expiresAt = now + lifetimes.holdMs;
  const id = reservationId;
  tables.reservations.hold({ id, hubId, orderId, userId, lines, buckets, expiresAt });
  return { kind: 'reserved', reservationId, expiresAt };
}

/** See redis/lua/confirm.lua. */
export function confirm(tables: Tables, reservationId: string, now: number): Ending | 'unknown' {
  // 1 Only a reservation that is held, and not overdue, can be confirmed.
  return endHeld(tables, reservationId, now, (reservation) => {
    // 2 The units move from held to confirmed: a movement of each line.
    const { id, hubId, orderId, userId, lines } = reservation;
    const movements = lines.map(({ sku, qty }) => {
      const stock = tables.stock.find({ hubId, sku })!;
      stock.held -= qty;
      stock.confirmed += qty;
      stock.seq += 1;
      tables.stock.save({ hubId, sku }, stock);
      return { sku, qty, delta: -qty, seq: stock.seq };
    });

    // 3 The record will have it: the entry stands in the outbox with the same commit.
    tables.reservations.end(reservation, 'confirmed', now);
    tables.outbox.add({ id, kind: 'confirm', hubId, orderId, userId, at: now, movements });
    return 'confirmed';
  });
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
  end: (reservation: Reservation) => Ending,
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
    // 2 One that ended long ago is forgotten; its order may reserve anew.
    else tables.reservations.forget(reservation);
  }
  return { expired, mayHaveMore: due.length === limits.reap };
}

/** See redis/lua/load.lua. */
export function load(tables: Tables, request: Load): LoadOutcome {
  const { hubId, sku, quantity, partitioned, entryId, now } = request;
  const stock = tables.stock.find(request) ?? emptyStock();

  // 1 The available units cannot be set below what is held.
  if (quantity < stock.held) return { kind: 'below-held', held: stock.held };

  // 2 The available units are set, spread evenly; what is held or confirmed stays.
  const delta = quantity - sum(stock.buckets);
  const isHot = partitioned ?? stock.buckets.length > 1;
  stock.buckets = split(quantity, isHot ? bucketCount : 1);
  stock.loaded = quantity + stock.held + stock.confirmed;
  stock.seq += 1;
  tables.stock.save(request, stock);

  // 3 The record will have it: the entry stands in the outbox with the same commit.
  const movements = [{ sku, qty: quantity, delta, seq: stock.seq }];
  const nobody = { orderId: null, userId: null };
  tables.outbox.add({ id: entryId, kind: 'load', hubId, ...nobody, at: now, movements });
  return { kind: 'loaded', stock };
}

/** Whether the reservation was held for too long; then its units are available again. */
function expireIfOverdue(tables: Tables, reservation: Reservation, now: number): boolean {
  if (reservation.status !== 'held' || now <= reservation.expiresAt) return false;
  returnUnits(tables, reservation, 'expired', now);
  return true;
}

function returnUnits(
  tables: Tables,
  reservation: Reservation,
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

function isSame({ lines, userId }: Reservation, request: ReserveRequest): boolean {
  return userId === request.userId && JSON.stringify(lines) === JSON.stringify(request.lines);
}
