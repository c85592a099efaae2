/** Where a user stands in the waiting room, and for how long yet. */
import { refuse } from './errors.ts';
import type { FlashSaleStore } from './store.ts';

/** Seconds a place, until enough stock has come back to know better. */
const assumedSeconds = 5;

export async function queueStatus(
  store: FlashSaleStore,
  userId: string,
  productId: string | undefined,
  now: number,
) {
  const place = await store.place(userId, productId, now);
  switch (place.kind) {
    case 'waiting':
      return {
        position: place.position,
        estimated_wait_s: estimateWait(place.position, place.returnInterval),
        product_id: place.productId,
        user_id: userId,
        status: 'queued' as const,
      };
    case 'promoted':
      return {
        status: 'promoted' as const,
        product_id: place.productId,
        user_id: userId,
        order_id: place.orderId,
        reservation_id: place.reservationId,
      };
    case 'several': {
      const { products } = place;
      const errors = [{ path: 'product_id', message: 'is required: the user has several' }];
      throw refuse.AMBIGUOUS_PRODUCT('product_id is required', { members: { errors, products } });
    }
    case 'not-queued':
      throw refuse.NOT_QUEUED();
  }
}

/** Whole seconds until `position + 1` units have come back at the present rate. */
export function estimateWait(position: number, returnInterval: number | undefined): number {
  const seconds = returnInterval === undefined ? assumedSeconds : returnInterval / 1000;
  return Math.ceil((position + 1) * seconds);
}
