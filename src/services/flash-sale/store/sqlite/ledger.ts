/**
 * What changes the stock besides a checkout: a load, a release, a confirmation; and the promotion
 * of waiting users that follows. ../redis/lua has the same: load.lua, release.lua, confirm.lua.
 */
import { newId } from '#kit/ids.ts';
import { lifetimesMs } from '../../limits.ts';
import { nextReturnInterval } from '../../queue.ts';
import type {
  ConfirmOutcome,
  LoadOutcome,
  ReleaseOutcome,
  StockLoad,
  StockView,
} from '../ledger.ts';
import type { Begun, Slice, Unfinished } from '../promotions.ts';
import type { Promotion } from '../waiting-room.ts';
import type { Bucket, Product } from './products.ts';
import type { Reservation } from './reservations.ts';
import type { Sale } from './sale.ts';
import { isStale, type Waiter } from './waiting-room.ts';

/** Users that one unit of work looks at to confirm them: more would hold up other requests. */
const promotionSlice = 200;
/** Users of a stale room that one unit of work drops. */
const waitingSlice = 500;
/** Most waiting rooms that one unit of housekeeping drops. */
const roomsLimit = 20;

interface Purchase {
  readonly userId: string;
  readonly qty: number;
  readonly bucket: number;
  readonly firstGroup: number;
  readonly orderId: string;
  readonly reservationId: string;
  /** Whether the buyer was promoted from the waiting room. */
  readonly promoted: boolean;
}

/** Takes the units and writes the reservation; false when the buckets lack them. */
export function sell(sale: Sale, product: Product, purchase: Purchase): boolean {
  const { userId, qty, orderId, reservationId, promoted } = purchase;
  const { product_id, generation } = product;
  const bucket = sale.buckets.take(product, purchase);
  if (bucket === undefined) return false;
  const isPromoted = promoted ? 1 : 0;
  const ids = [reservationId, orderId, product_id] as const;
  sale.reservations.add(...ids, generation, userId, qty, bucket, isPromoted);
  return true;
}

/** A promotion is under way, or the waiting room is stale: see `sliceStep`. */
export function unfinished(sale: Sale, productId: string, now: number): Unfinished | undefined {
  const product = sale.products.find(productId);
  const isUnfinished = product !== undefined && (product.promoting === 1 || isStale(product, now));
  return isUnfinished ? { kind: 'unfinished', productId } : undefined;
}

/** Starts a new ledger. It knows nothing of the vouchers and the lottery of the former one. */
export function loadStep(sale: Sale, load: StockLoad): (LoadOutcome & Begun) | Unfinished {
  const { productId, flow, reset, seed, now } = load;
  const known = sale.products.find(productId);
  if (known !== undefined && known.generation > 0 && !reset) return { kind: 'already-loaded' };
  const first = unfinished(sale, productId, now);
  if (first !== undefined) return first;
  const { generation: former } = known ?? sale.products.add(productId, now);
  if (former > 0) sale.lottery.addFormer(productId, former);
  const product = sale.products.load(load);
  sale.buckets.load(load);
  if (flow === 'lottery') sale.lottery.addRound(productId, product.generation, 1, seed);
  return { kind: 'loaded', ...promoteStep(sale, product, now) };
}

/** Returns a reservation to its bucket once, then confirms waiting users. */
export function releaseStep(
  sale: Sale,
  reservationId: string,
  now: number,
): (ReleaseOutcome & Begun) | Unfinished {
  const reservation = sale.reservations.find(reservationId);
  if (reservation === undefined) return { kind: 'unknown' };
  if (reservation.status === 'confirmed') return { kind: 'confirmed' };
  if (reservation.status === 'released') return { kind: 'already-released' };
  const { product_id: productId } = reservation;
  const first = unfinished(sale, productId, now);
  if (first !== undefined) return first;
  const product = giveBack(sale, reservation, now);
  if (product === undefined) return { kind: 'ledger-closed' };
  const slice = promoteStep(sale, product, now);
  return { kind: 'released', productId, ...slice, waiting: sale.rooms.size(productId) };
}

/** Makes a sale final. One of a former ledger is confirmed without a unit of the new one. */
export function confirmStep(sale: Sale, reservationId: string): ConfirmOutcome {
  const reservation = sale.reservations.find(reservationId);
  if (reservation === undefined) return { kind: 'unknown' };
  const { status, order_id: orderId, product_id, generation, bucket, qty } = reservation;
  if (status === 'released') return { kind: 'released' };
  if (status === 'held') {
    sale.reservations.setStatus(reservationId, 'confirmed');
    const product = sale.products.find(product_id)!;
    if (product.generation === generation) sale.buckets.confirm(product_id, bucket, qty);
  }
  return { kind: 'confirmed', orderId };
}

/**
 * Confirms waiting users in order while the stock suffices for the head; none is skipped but who
 * wants more than was ever loaded, who keeps the place. After `promotionSlice` users the product
 * stays `promoting`: whatever else takes from its stock waits until the rest is done, so nobody
 * comes between. See ../promotions.ts.
 */
function promoteStep(sale: Sale, product: Product, now: number): Slice {
  const { product_id: id, loaded } = product;
  const passed = [product.passed_premium, product.passed_regular] as [number, number];
  const promoted: Promotion[] = [];
  let isOver = product.flow === 'lottery'; // which sells by its draws alone
  for (let looked = 0; looked < promotionSlice && !isOver; looked++) {
    const head = sale.rooms.next(id, ...passed);
    if (head !== undefined && head.qty > loaded) {
      passed[head.class] = head.seq;
      continue;
    }
    const promotion = head && promote(sale, product, head, now);
    if (promotion === undefined) isOver = true;
    else promoted.push(promotion);
  }
  sale.products.promoted(id, isOver ? 0 : 1, ...passed);
  return { promoted, isOver };
}

/** A slice of what takes more than one step: promotions, and the end of a stale waiting room. */
export function sliceStep(sale: Sale, productId: string, now: number): Slice {
  const product = sale.products.find(productId);
  if (product?.promoting === 1) return promoteStep(sale, product, now);
  const isRoomStale = product !== undefined && isStale(product, now);
  const dropped = isRoomStale ? dropRoom(sale, productId, waitingSlice) : 0;
  return { promoted: [], isOver: dropped < waitingSlice };
}

/** Forgets at most `limit` of those who wait for a stale product, and the product after the last. */
function dropRoom(sale: Sale, productId: string, limit: number): number {
  const dropped = sale.rooms.drop(productId, limit);
  if (dropped < limit) sale.products.remove(productId);
  // Some are gone, so it is stale now for a request of an earlier instant too.
  else sale.products.joined(productId, 0);
  return dropped;
}

/** Drops some stale rooms with at most `waitingSlice` users; true when there may be more. */
export function dropStaleRooms(sale: Sale, now: number): boolean {
  const stale = sale.products.idleSince(now - lifetimesMs.waitingRoom, roomsLimit);
  let left = waitingSlice;
  for (const { product_id } of stale) {
    left -= dropRoom(sale, product_id, left);
    if (left === 0) return true;
  }
  return stale.length === roomsLimit;
}

/** Undefined when the stock does not suffice. */
function promote(
  sale: Sale,
  product: Product,
  { class: ofClass, seq, user_id: userId, qty, bucket, first_group: firstGroup }: Waiter,
  now: number,
): Promotion | undefined {
  const ids = { orderId: newId('ord', now), reservationId: newId('res', now) };
  const purchase = { userId, qty, bucket, firstGroup, ...ids, promoted: true };
  if (!sell(sale, product, purchase)) return undefined;
  sale.rooms.leave(product.product_id, ofClass, seq);
  return { userId, ...ids };
}

/**
 * Returns the units of a held reservation to their bucket.
 *
 * @returns the product; undefined when the units belong to a former ledger, which is closed
 */
export function giveBack(sale: Sale, reservation: Reservation, now: number): Product | undefined {
  const { reservation_id, product_id, generation, bucket, qty } = reservation;
  sale.reservations.setStatus(reservation_id, 'released');
  const product = sale.products.find(product_id)!;
  if (product.generation !== generation) return undefined;
  sale.buckets.release(product_id, bucket, qty);
  const { last_return_at: before, return_interval: average } = product;
  const interval = before === null ? null : nextReturnInterval(average, now - before, qty);
  sale.products.returned(product_id, qty, now, interval);
  return product;
}

/** Undefined for a product that was never loaded. */
export function stockView(sale: Sale, productId: string): StockView | undefined {
  const product = sale.products.find(productId);
  if (product === undefined || product.generation === 0) return undefined;
  const buckets = sale.buckets.of(productId);
  const total = (column: keyof Bucket) => buckets.reduce((sum, one) => sum + one[column], 0);
  return {
    productId,
    flow: product.flow,
    loaded: product.loaded,
    available: total('available'),
    held: total('held'),
    confirmed: total('confirmed'),
    released: product.released,
    waiting: sale.rooms.size(productId),
    buckets: buckets.map(({ available }) => available),
  };
}
