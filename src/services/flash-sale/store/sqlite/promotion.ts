/**
 * The promotion of waiting users, and what else takes more than one unit of work: see
 * ../promotions.ts. ../redis/lua/lib/room.lua and slice.lua are the same for Redis.
 */
import { newId } from '#kit/base/ids.ts';
import { lifetimesMs } from '../../limits.ts';
import type { Slice, Unfinished } from '../promotions.ts';
import type { Promotion } from '../waiting-room.ts';
import { holdUntil, type Product } from './products.ts';
import { expiryOf } from './reservations.ts';
import type { Sale } from './sale.ts';
import { sell } from './selling.ts';
import { isStale, type Waiter } from './waiting-room.ts';

/** Users that one unit of work looks at to confirm them: more would hold up other requests. */
const promotionSlice = 200;
/** Users of a stale room, or of a closed sale, that one unit of work drops. */
const waitingSlice = 500;
/** Most waiting rooms that one unit of housekeeping drops. */
const roomsLimit = 20;

/** A promotion is under way, a closed sale's room is not empty, or the room is stale: see `sliceStep`. */
export function unfinished(product: Product | undefined, now: number): Unfinished | undefined {
  const isUnfinished = product !== undefined && (product.promoting === 1 || isStale(product, now));
  return isUnfinished ? { kind: 'unfinished', productId: product.product_id } : undefined;
}

/**
 * Confirms waiting users in order while the stock suffices for the head; none is skipped but who
 * wants more than was ever loaded, who keeps the place. After `promotionSlice` users the product
 * stays `promoting`: whatever else takes from its stock waits until the rest is done, so nobody
 * comes between. See ../promotions.ts.
 */
export function promoteStep(sale: Sale, product: Product, now: number): Slice {
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

/** Undefined when the stock does not suffice. */
function promote(
  sale: Sale,
  product: Product,
  { class: ofClass, seq, user_id: userId, qty, bucket, first_group: firstGroup }: Waiter,
  now: number,
): Promotion | undefined {
  const ids = { orderId: newId('ord', now), reservationId: newId('res', now) };
  const expiresAt = holdUntil(product, now);
  const purchase = { userId, qty, bucket, firstGroup, ...ids, promoted: true, expiresAt };
  if (!sell(sale, product, purchase)) return undefined;
  sale.rooms.leave(product.product_id, ofClass, seq);
  return { userId, ...ids, ...expiryOf({ expires_at: expiresAt }) };
}

/** A slice of what takes more than one step: promotions, and the end of a stale or closed waiting room. */
export function sliceStep(sale: Sale, productId: string, now: number): Slice {
  const product = sale.products.find(productId);
  if (product?.promoting === 1) {
    return product.mode === 'closed' ? emptyRoom(sale, product) : promoteStep(sale, product, now);
  }
  const isRoomStale = product !== undefined && isStale(product, now);
  const dropped = isRoomStale ? dropRoom(sale, productId, waitingSlice) : 0;
  return { promoted: [], isOver: dropped < waitingSlice };
}

/** Drops some who wait for a closed sale: they are nowhere now, also if they were promoted before. */
function emptyRoom(sale: Sale, product: Product): Slice {
  const { product_id: id, passed_premium, passed_regular } = product;
  sale.rooms.forgetPromotions(id, waitingSlice);
  const isOver = sale.rooms.drop(id, waitingSlice) < waitingSlice;
  if (isOver) sale.products.promoted(id, 0, passed_premium, passed_regular);
  return { promoted: [], isOver };
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
