/**
 * The steps that change the stock besides a checkout: a load, a release, a lapse, a confirmation, a
 * user who leaves; and the promotion of waiting users that follows. ../redis/lua has a file for each.
 */
import type {
  ConfirmOutcome,
  LoadOutcome,
  ReleaseOutcome,
  SaleMode,
  SaleStatus,
  StockLoad,
  StockView,
  ModeOutcome,
} from '../ledger.ts';
import type { Begun, Lapsed, Unfinished } from '../promotions.ts';
import type { LeaveOutcome } from '../waiting-room.ts';
import { openingOf, type Bucket } from './products.ts';
import { promoteStep, unfinished } from './promotion.ts';
import { isLapsed } from './reservations.ts';
import type { Sale } from './sale.ts';
import { giveBack } from './selling.ts';

/** Starts a new ledger. It knows nothing of the vouchers and the lottery of the former one. */
export function loadStep(sale: Sale, load: StockLoad): (LoadOutcome & Begun) | Unfinished {
  const { productId, flow, reset, seed, now } = load;
  const known = sale.products.find(productId);
  if (known !== undefined && known.generation > 0 && !reset) return { kind: 'already-loaded' };
  const first = unfinished(known, now);
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
  // Its units go back by the sweep, if they are not yet.
  if (isLapsed(reservation, now)) return { kind: 'expired' };
  const { product_id: productId } = reservation;
  const first = unfinished(sale.products.find(productId), now);
  if (first !== undefined) return first;
  const product = giveBack(sale, reservation, 'released', now);
  if (product === undefined) return { kind: 'ledger-closed' };
  const slice = promoteStep(sale, product, now);
  return { kind: 'released', productId, ...slice, waiting: sale.rooms.size(productId) };
}

/**
 * Returns lapsed holds to their buckets, at most `limit` of one product, then confirms waiting users:
 * as a release does.
 */
export function lapseStep(sale: Sale, limit: number, now: number): Lapsed | Unfinished {
  const due = sale.reservations.lapsed(now, limit);
  const [oldest] = due;
  if (oldest === undefined) return { kind: 'none' };
  const { product_id: productId } = oldest;
  const first = unfinished(sale.products.find(productId), now);
  if (first !== undefined) return first;
  const ofProduct = due.filter((reservation) => reservation.product_id === productId);
  for (const reservation of ofProduct) giveBack(sale, reservation, 'expired', now);
  const slice = promoteStep(sale, sale.products.find(productId)!, now);
  return { kind: 'lapsed', productId, users: ofProduct.map((one) => one.user_id), ...slice };
}

/** Makes a sale final. One of a former ledger is confirmed without a unit of the new one. */
export function confirmStep(sale: Sale, reservationId: string, now: number): ConfirmOutcome {
  const reservation = sale.reservations.find(reservationId);
  if (reservation === undefined) return { kind: 'unknown' };
  const { status, order_id: orderId, product_id, generation, bucket, qty } = reservation;
  if (status === 'released') return { kind: 'released' };
  if (isLapsed(reservation, now)) return { kind: 'expired' };
  if (status === 'held') {
    sale.reservations.setStatus(reservationId, 'confirmed');
    const product = sale.products.find(product_id)!;
    if (product.generation === generation) sale.buckets.confirm(product_id, bucket, qty);
  }
  return { kind: 'confirmed', orderId };
}

/** Gives up a place in the waiting room; a new head may fit what is left. */
export function leaveStep(
  sale: Sale,
  userId: string,
  productId: string,
  now: number,
): (LeaveOutcome & Begun) | Unfinished {
  const product = sale.products.find(productId);
  const first = unfinished(product, now);
  if (first !== undefined) return first;
  const place = sale.rooms.find(userId, productId);
  if (product === undefined || place === undefined) return { kind: 'not-waiting' };
  sale.rooms.leave(productId, place.class, place.seq);
  sale.reservations.forgetPromotion(userId, productId);
  if (product.generation === 0) return { kind: 'left', promoted: [], isOver: true };
  return { kind: 'left', ...promoteStep(sale, product, now) };
}

/** Opens, pauses or closes a sale. The slices that follow a close empty the waiting room. */
export function setModeStep(
  sale: Sale,
  productId: string,
  mode: SaleMode,
  now: number,
): (ModeOutcome & Begun) | Unfinished {
  const product = sale.products.find(productId);
  if (product === undefined || product.generation === 0) return { kind: 'unknown' };
  const first = unfinished(product, now);
  if (first !== undefined) return first;
  const mustEmpty = mode === 'closed' && sale.rooms.size(productId) > 0;
  sale.products.setMode(productId, mode, mustEmpty ? 1 : 0);
  return { kind: 'set', isOver: !mustEmpty };
}

/** Undefined for a product that was never loaded. */
export function stockView(sale: Sale, productId: string): StockView | undefined {
  const product = sale.products.find(productId);
  if (product === undefined || product.generation === 0) return undefined;
  const buckets = sale.buckets.of(productId);
  return {
    productId,
    flow: product.flow,
    loaded: product.loaded,
    available: total(buckets, 'available'),
    held: total(buckets, 'held'),
    confirmed: total(buckets, 'confirmed'),
    released: product.released,
    expired: product.expired,
    waiting: sale.rooms.size(productId),
    buckets: buckets.map(({ available }) => available),
  };
}

/** Describes a sale. Whatever moves a position changes one of the values of `version`. */
export function saleStatus(sale: Sale, productId: string): SaleStatus | undefined {
  const product = sale.products.find(productId);
  if (product === undefined) return undefined;
  const { generation, released, last_joined_at, return_interval } = product;
  const buckets = sale.buckets.of(productId);
  const available = total(buckets, 'available');
  const waiting = sale.rooms.size(productId);
  const counts = [available, total(buckets, 'held'), waiting, released, generation];
  const version = [...counts, last_joined_at, return_interval].join(' ');
  return { ...openingOf(product), available, waiting, version };
}

const total = (buckets: readonly Bucket[], column: keyof Bucket) =>
  buckets.reduce((sum, one) => sum + one[column], 0);
