/** A user's position in the waiting room, and the estimated wait. */
import { refuse } from './errors.ts';
import { expiryField } from './reservation.ts';
import type { WaitingRoom } from './store/waiting-room.ts';

/** Assumed time between returned units, until two have come back and the rate is known. */
const assumedSecondsPerUnit = 5;

/** Weight of the latest interval in the moving average of returns; redis/lua/lib/stock.lua has it too. */
export const smoothing = 0.2;

/**
 * Returns the position of a waiting user, or the order of a promoted one.
 *
 * @throws Refusal AMBIGUOUS_PRODUCT without a product, when the user waits for several; NOT_QUEUED,
 *   STORE_UNAVAILABLE
 */
export async function queueStatus(
  store: WaitingRoom,
  userId: string,
  productId: string | undefined,
  now: number,
) {
  const position = await store.queuePosition(userId, productId, now);
  switch (position.kind) {
    case 'waiting':
      return {
        position: position.position,
        estimated_wait_s: estimateWait(position.position, position.returnIntervalMs),
        reachable: position.isReachable,
        product_id: position.productId,
        user_id: userId,
        status: 'queued' as const,
      };
    case 'promoted':
      return {
        status: 'promoted' as const,
        product_id: position.productId,
        user_id: userId,
        order_id: position.orderId,
        reservation_id: position.reservationId,
        ...expiryField(position),
      };
    case 'several': {
      const { products } = position;
      const errors = [
        { path: 'product_id', message: 'is required: the user waits for several products' },
      ];
      throw refuse.AMBIGUOUS_PRODUCT('product_id is required', { members: { errors, products } });
    }
    case 'not-queued':
      throw refuse.NOT_QUEUED();
  }
}

/**
 * Gives up a place in the waiting room.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function leave(store: WaitingRoom, userId: string, productId: string, now: number) {
  const { kind } = await store.leave(userId, productId, now);
  return { left: kind === 'left' };
}

/** Whole seconds until `position + 1` units have come back at the present rate. */
export function estimateWait(position: number, returnIntervalMs: number | undefined): number {
  const seconds = returnIntervalMs === undefined ? assumedSecondsPerUnit : returnIntervalMs / 1000;
  return Math.ceil((position + 1) * seconds);
}

/**
 * The moving average of the time between two returned units, milliseconds.
 *
 * @param averageMs the average before this return; null when this is the second return
 * @param sinceLastMs time since the return before this one
 * @param qty units that returned now
 */
export function nextReturnInterval(
  averageMs: number | null,
  sinceLastMs: number,
  qty: number,
): number {
  const latestMs = Math.max(0, sinceLastMs) / qty;
  return averageMs === null ? latestMs : averageMs * (1 - smoothing) + latestMs * smoothing;
}
