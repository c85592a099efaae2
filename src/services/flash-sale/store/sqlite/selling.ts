/** Units that change hands: held for a buyer, and given back. ../redis/lua/lib/stock.lua is the same for Redis. */
import { nextReturnInterval } from '../../queue.ts';
import type { Product } from './products.ts';
import type { Reservation } from './reservations.ts';
import type { Sale } from './sale.ts';

export interface Purchase {
  readonly userId: string;
  readonly qty: number;
  readonly bucket: number;
  readonly firstGroup: number;
  readonly orderId: string;
  readonly reservationId: string;
  /** Whether the buyer was promoted from the waiting room. */
  readonly promoted: boolean;
  /** When the hold lapses; null: never. */
  readonly expiresAt: number | null;
}

/** Takes the units and writes the reservation; false when the buckets lack them. */
export function sell(sale: Sale, product: Product, purchase: Purchase): boolean {
  const { userId, qty, orderId, reservationId, promoted, expiresAt } = purchase;
  const { product_id, generation, user_limit } = product;
  const bucket = sale.buckets.take(product, purchase);
  if (bucket === undefined) return false;
  const isPromoted = promoted ? 1 : 0;
  // Ids do not tell which promotion is the later one: those that came from Redis have no instant.
  if (promoted) sale.reservations.forgetPromotion(userId, product_id);
  const ids = [reservationId, orderId, product_id] as const;
  sale.reservations.add(...ids, generation, userId, qty, bucket, isPromoted, expiresAt);
  if (user_limit !== null) sale.owned.add(product_id, generation, userId, qty);
  return true;
}

/**
 * Returns the units of a held reservation to their bucket.
 *
 * @returns the product; undefined when the units belong to a former ledger, which is closed
 */
export function giveBack(
  sale: Sale,
  reservation: Reservation,
  status: 'released' | 'expired',
  now: number,
): Product | undefined {
  const { reservation_id, product_id, generation, bucket, qty, user_id } = reservation;
  sale.reservations.setStatus(reservation_id, status);
  const product = sale.products.find(product_id)!;
  if (product.generation !== generation) return undefined;
  sale.buckets.release(product_id, bucket, qty);
  if (product.user_limit !== null) sale.owned.takeBack(product_id, generation, user_id, qty);
  const { last_return_at: before, return_interval: average } = product;
  const interval = before === null ? null : nextReturnInterval(average, now - before, qty);
  sale.products.returned(product_id, qty, status === 'expired' ? qty : 0, now, interval);
  return product;
}

/** Units of the product that the user holds, has confirmed or waits for. */
export function ownedBy(
  sale: Sale,
  { product_id, generation }: Product,
  userId: string,
  now: number,
): number {
  const wanted = sale.rooms.find(userId, product_id)?.qty ?? 0;
  // A lapsed hold does not count, whether or not the sweep has come.
  const lapsed = sale.reservations.lapsedUnits(userId, product_id, generation, now)!.units;
  return sale.owned.of(product_id, generation, userId) - lapsed + wanted;
}
