/** Where a user waits, or what became of it. */
import type { QueuePosition } from '../waiting-room.ts';
import type { Sale } from './sale.ts';

export function queuePosition(
  sale: Sale,
  userId: string,
  wanted: string | undefined,
  now: number,
): QueuePosition {
  const waits = sale.rooms.productsOf(userId, wanted, now);
  const orders = waits.length > 0 ? [] : sale.reservations.promotedOf(userId, wanted ?? null);
  const products = new Set([...waits, ...orders].map(({ product_id }) => product_id));
  if (products.size > 1) return { kind: 'several', products: [...products] };
  const [product] = waits;
  if (product !== undefined) {
    const { product_id: productId, return_interval: interval } = product;
    const position = sale.rooms.rank(productId, userId)!;
    const known = interval === null ? {} : { returnIntervalMs: interval };
    return { kind: 'waiting', productId, position, ...known };
  }
  const [latest] = orders;
  if (latest === undefined) return { kind: 'not-queued' };
  const { product_id: productId, order_id: orderId, reservation_id: reservationId } = latest;
  return { kind: 'promoted', productId, userId, orderId, reservationId };
}
