/** Where a user waits, or what became of it. */
import type { QueuePosition } from '../waiting-room.ts';
import type { Sale } from './sale.ts';

export function queuePosition(
  sale: Sale,
  userId: string,
  productId: string | undefined,
  now: number,
): QueuePosition {
  const [product, ...others] = sale.rooms.productsOf(userId, productId, now);
  if (product === undefined) return promotedPosition(sale, userId, productId);
  const { product_id: id, return_interval: returnInterval } = product;
  if (others.length > 0) {
    return { kind: 'several', products: [id, ...others.map((other) => other.product_id)] };
  }
  return {
    kind: 'waiting',
    productId: id,
    position: sale.rooms.rank(id, userId)!,
    returnIntervalMs: returnInterval ?? undefined,
  };
}

function promotedPosition(
  sale: Sale,
  userId: string,
  productId: string | undefined,
): QueuePosition {
  const orders = sale.reservations.promotedOf(userId, productId);
  const products = new Set(orders.map(({ product_id }) => product_id));
  if (products.size > 1) return { kind: 'several', products: [...products] };
  const latest = orders[0];
  if (latest === undefined) return { kind: 'not-queued' };
  const { product_id, order_id: orderId, reservation_id: reservationId } = latest;
  return { kind: 'promoted', productId: product_id, userId, orderId, reservationId };
}
