/** Where a user waits, or what became of it. */
import type { QueuePosition } from '../waiting-room.ts';
import type { Product } from './products.ts';
import { holdOf, isKept } from './reservations.ts';
import type { Sale } from './sale.ts';

export function queuePosition(
  sale: Sale,
  userId: string,
  wanted: string | undefined,
  now: number,
): QueuePosition {
  const waits = sale.rooms.productsOf(userId, wanted, now);
  const promoted = waits.length > 0 ? [] : sale.reservations.promotedOf(userId, wanted ?? null);
  const latestOf = new Map(promoted.toReversed().map((order) => [order.product_id, order]));
  // A buyer whose hold has lapsed or was released no longer has anything.
  const orders = [...latestOf.values()].filter((order) => isKept(order, now));
  const products = new Set([...waits, ...orders].map(({ product_id }) => product_id));
  if (products.size > 1) return { kind: 'several', products: [...products] };
  const [product] = waits;
  if (product !== undefined) {
    const { product_id: productId, return_interval: interval } = product;
    const place = sale.rooms.find(userId, productId)!;
    const { rank, isServed } = sale.rooms.standing(product, place, servable(sale, product));
    const known = interval === null ? {} : { returnIntervalMs: interval };
    return { kind: 'waiting', productId, position: rank, isReachable: isServed, ...known };
  }
  const [latest] = orders;
  if (latest === undefined) return { kind: 'not-queued' };
  const { product_id: productId, order_id: orderId, reservation_id: reservationId } = latest;
  return { kind: 'promoted', productId, userId, orderId, reservationId, ...holdOf(latest) };
}

/** Units available or held: the units that waiting users would get if every hold came back. */
function servable(sale: Sale, { product_id: id, flow, loaded }: Product): number {
  // A lottery sells by its draws alone.
  const isNone = flow === 'lottery' || loaded === 0;
  return isNone ? 0 : loaded - sale.buckets.confirmedOf(id);
}
