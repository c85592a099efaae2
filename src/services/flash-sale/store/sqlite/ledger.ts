/**
 * What changes the stock besides a checkout: a load, a release, a confirmation; and the promotion
 * of waiting users that follows. ../redis/lua has the same: load.lua, release.lua, confirm.lua.
 */
import { newId } from '#kit/ids.ts';
import { nextReturnInterval } from '../../queue.ts';
import type {
  ConfirmOutcome,
  LoadOutcome,
  ReleaseOutcome,
  StockLoad,
  StockView,
} from '../ledger.ts';
import type { Promotion } from '../waiting-room.ts';
import type { Bucket, Product } from './products.ts';
import type { Reservation } from './reservations.ts';
import type { Sale } from './sale.ts';
import { isStale } from './waiting-room.ts';

export interface Purchase {
  readonly userId: string;
  readonly qty: number;
  readonly bucket: number;
  readonly firstGroup: number;
  readonly orderId: string;
  readonly reservationId: string;
  /** Whether the buyer was promoted from the waiting room. */
  readonly promoted: boolean;
  readonly now: number;
}

/** Takes the units and writes the reservation; false when the buckets lack them. */
export function sell(sale: Sale, product: Product, purchase: Purchase): boolean {
  const { userId, qty, orderId, reservationId, promoted, now } = purchase;
  const { product_id, generation } = product;
  const bucket = sale.buckets.take(product, purchase);
  if (bucket === undefined) return false;
  const ids = { reservation_id: reservationId, order_id: orderId, product_id, user_id: userId };
  sale.reservations.add({ ...ids, generation, qty, bucket }, promoted, now);
  return true;
}

/** What the product needs comes first: see promotions.ts. Nothing was done. */
export interface Unfinished {
  readonly kind: 'unfinished';
  readonly productId: string;
}

/** A promotion is under way, or the waiting room is stale. */
export function isUnfinished(sale: Sale, productId: string, now: number): boolean {
  const product = sale.products.find(productId);
  return product !== undefined && (product.promoting === 1 || isStale(product, now));
}

/** Starts a new ledger. It knows nothing of the vouchers and the lottery of the former one. */
export function loadStep(sale: Sale, load: StockLoad): LoadOutcome | Unfinished {
  const { productId, flow, reset, seed, now } = load;
  const known = sale.products.find(productId);
  if (known !== undefined && known.generation > 0 && !reset) return { kind: 'already-loaded' };
  if (isUnfinished(sale, productId, now)) return { kind: 'unfinished', productId };
  if (known === undefined) sale.products.add(productId, now);
  const product = sale.products.load(load);
  sale.buckets.load(load);
  sale.vouchers.clear(productId);
  sale.lottery.clear(productId);
  if (flow === 'lottery') sale.lottery.addRound(productId, 1, seed);
  return { kind: 'loaded', promoted: promoteStep(sale, product, now) };
}

/** Returns a reservation to its bucket once, then confirms waiting users. */
export function releaseStep(
  sale: Sale,
  reservationId: string,
  now: number,
): ReleaseOutcome | Unfinished {
  const reservation = sale.reservations.find(reservationId);
  if (reservation === undefined) return { kind: 'unknown' };
  if (reservation.status === 'confirmed') return { kind: 'confirmed' };
  if (reservation.status === 'released') return { kind: 'already-released' };
  const { product_id: productId } = reservation;
  if (isUnfinished(sale, productId, now)) return { kind: 'unfinished', productId };
  const product = giveBack(sale, reservation, now);
  if (product === undefined) return { kind: 'ledger-closed' };
  const promoted = promoteStep(sale, product, now);
  return { kind: 'released', promoted, waiting: sale.rooms.size(product.product_id) };
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

/** Users that one unit of work confirms: more would hold up other requests. */
export const promotionSlice = 200;

/**
 * Confirms waiting users in order while the stock suffices for the head; none is skipped. After
 * `promotionSlice` users the product stays `promoting`: whatever else takes from its stock waits
 * until the rest is done, so nobody comes between. See promotions.ts.
 */
export function promoteStep(sale: Sale, product: Product, now: number): Promotion[] {
  const promoted: Promotion[] = [];
  while (promoted.length < promotionSlice) {
    const promotion = promoteHead(sale, product, now);
    if (promotion === undefined) break;
    promoted.push(promotion);
  }
  const promoting = promoted.length === promotionSlice ? 1 : 0;
  if (promoting !== product.promoting) sale.products.setPromoting(product.product_id, promoting);
  return promoted;
}

/** Undefined when nobody waits, or the stock does not suffice for the head. */
function promoteHead(sale: Sale, product: Product, now: number): Promotion | undefined {
  // A lottery sells by its draws alone.
  if (product.flow === 'lottery') return undefined;
  const head = sale.rooms.head(product.product_id);
  if (head === undefined) return undefined;
  const { user_id: userId, qty, bucket, first_group: firstGroup } = head;
  const ids = { orderId: newId('ord', now), reservationId: newId('res', now) };
  const purchase = { userId, qty, bucket, firstGroup, ...ids, promoted: true, now };
  if (!sell(sale, product, purchase)) return undefined;
  sale.rooms.leave(product.product_id, head);
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
