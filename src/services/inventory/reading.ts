/** Reading reservations, the stock of a hub, and what has happened to a stock. */
import { Type } from 'typebox';
import { cursors } from '#kit/web/cursors.ts';
import { operator } from '#kit/web/identity/admin-token.ts';
import { actsForAll, fullName, shortName, type Caller } from '#kit/web/identity/caller.ts';
import { refuse } from './errors.ts';
import type { MovementsQuery, OrderQuery, PageQuery } from './schemas/reading.ts';
import { toView } from './stock.ts';
import type { MovementPosition, RecordedMovement, RecordStore } from './store/record.ts';
import type { Reservation, Reservations } from './store/reservations.ts';
import type { StockCounts } from './store/stock.ts';

/** @throws Refusal UNKNOWN_RESERVATION, STORE_UNAVAILABLE */
export async function viewReservation(
  store: Reservations,
  reservationId: string,
  caller: Caller,
  now: number,
) {
  const reservation = await store.reservation(reservationId);
  if (!reservation) throw refuse.UNKNOWN_RESERVATION();
  return reservationView(reservation, caller, now);
}

/**
 * The latest reservation of an order, of those that the caller may see: of a user's order, and of
 * one that a service made for the user under this id.
 *
 * @throws Refusal UNKNOWN_RESERVATION, STORE_UNAVAILABLE
 */
export async function viewReservationOfOrder(
  store: Reservations,
  orderId: string,
  { hub_id: hubId }: OrderQuery,
  caller: Caller,
  now: number,
) {
  const names = new Set([fullName(caller, orderId), orderId]);
  const found = [...names].map((name) => store.reservationsOfOrder(name, hubId));
  const all = (await Promise.all(found)).flat();
  const isOpen = ({ userId }: Reservation) =>
    actsForAll(caller) || (caller.kind === 'user' && caller.name === userId);
  const latest = all.filter(isOpen).toSorted(isLaterFirst)[0];
  if (!latest) throw refuse.UNKNOWN_RESERVATION();
  return reservationView(latest, caller, now);
}

function isLaterFirst(one: Reservation, other: Reservation): number {
  return other.reservedAt - one.reservedAt || (one.id < other.id ? 1 : -1);
}

/** By instants: one that is overdue has expired, even if nothing has settled it yet. */
function reservationView(reservation: Reservation, caller: Caller, now: number) {
  const { id, orderId, hubId, status, lines, expiresAt } = reservation;
  const held = now > expiresAt ? 'expired' : 'reserved';
  return {
    reservation_id: id,
    order_id: shortName(caller, orderId),
    hub_id: hubId,
    status: status === 'held' ? held : status,
    items: lines.map(({ sku, qty }) => ({ sku, qty })),
    expires_at: expiresAt,
  };
}

const skuCursor = cursors(Type.String({ format: 'id' }));
const hubCursor = cursors(Type.String({ format: 'id' }));

/** @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE */
export async function listStock(store: StockCounts, hubId: string, query: PageQuery) {
  const { limit, cursor } = query;
  const after = cursor === undefined ? undefined : skuCursor.parse(cursor);
  const found = await store.stockOfHub(hubId, after, limit + 1);
  const page = found.slice(0, limit);
  return {
    stock: page.map(({ sku, stock }) => toView({ hubId, sku }, stock)),
    ...(found.length > limit && { next_cursor: skuCursor.format(page.at(-1)!.sku) }),
  };
}

/** @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE */
export async function listHubs(store: StockCounts, { limit, cursor }: PageQuery) {
  const after = cursor === undefined ? undefined : hubCursor.parse(cursor);
  const found = await store.hubs(after, limit + 1);
  const hubs = found.slice(0, limit);
  return {
    hubs,
    ...(found.length > limit && { next_cursor: hubCursor.format(hubs.at(-1)!) }),
  };
}

/**
 * Reservations that can be confirmed, those that end first.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function listHeld(store: Reservations, limit: number, now: number) {
  const held = await store.heldReservations(now, limit);
  return { reservations: held.map((reservation) => reservationView(reservation, operator, now)) };
}

const movementCursor = cursors(Type.Tuple([Type.Integer(), Type.String({ format: 'id' })]));

/**
 * Lists the movements of a stock that are in the record, the newest first.
 *
 * @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function listMovements(record: RecordStore, query: MovementsQuery) {
  const { hub_id: hubId, sku, limit, cursor } = query;
  const after = cursor === undefined ? undefined : parsePosition(cursor);
  const found = await record.movements({ hubId, sku }, after, limit + 1);
  const page = found.slice(0, limit);
  return {
    movements: page.map(movementView),
    ...(found.length > limit && { next_cursor: formatPosition(page.at(-1)!) }),
  };
}

function movementView(movement: RecordedMovement) {
  const { kind, hubId: hub_id, sku, qty, delta, seq, at } = movement;
  const { reservationId, orderId, userId, reason, reference } = movement;
  return {
    kind,
    hub_id,
    sku,
    qty,
    delta,
    seq,
    at,
    ...(reservationId !== null && { reservation_id: reservationId }),
    ...(orderId !== null && { order_id: orderId }),
    ...(userId !== null && { user_id: userId }),
    ...(reason !== null && { reason }),
    ...(reference !== null && { reference }),
  };
}

const formatPosition = ({ seq, entryId }: MovementPosition) =>
  movementCursor.format([seq, entryId]);

function parsePosition(cursor: string): MovementPosition {
  const [seq, entryId] = movementCursor.parse(cursor);
  return { seq, entryId };
}
