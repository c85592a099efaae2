/** Orders: taking and cancelling them, and the manual queue. */
import { newId } from '#kit/base/ids.ts';
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import { cellOf, type LatLng } from './matching/lat-lng.ts';
import type { NewOrder, Order, Submitted } from './store/orders.ts';

interface OrderRequest extends LatLng {
  readonly orderId: string;
  /** Variant B. */
  readonly hubId?: string;
  /** Where the goods go, where that is known. Matching does not look at it. */
  readonly dropoff?: LatLng;
  readonly note?: string;
  readonly priority: NewOrder['priority'];
  /** `priority` as a share, 0 to 1. */
  readonly priorityWeight: number;
}

/**
 * Takes an order into the pool; a known `orderId` changes nothing and gets the first answer.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export function submit(
  { store, orderMs }: Dispatch,
  request: OrderRequest,
  now: number,
): Promise<Submitted> {
  const { hubId = null, dropoff, note = null, ...order } = request;
  const goal = { dropoffLat: dropoff?.lat ?? null, dropoffLng: dropoff?.lng ?? null, note };
  const dispatchId = hubId === null ? null : newId('dsp', now);
  const batchId = newId('bat', now);
  const more = { hubId, dispatchId, batchId, cell: cellOf(order), endsAt: now + orderMs };
  return store.orders.submit({ ...order, ...goal, ...more }, now);
}

/**
 * Cancels an order, whatever its state. An open offer is withdrawn, and a driver who has the order
 * in hand is idle again. Repeating it answers the same.
 *
 * @throws Refusal UNKNOWN_ORDER, INVALID_TRANSITION when it is delivered, STORE_UNAVAILABLE
 */
export async function cancel(
  { store }: Dispatch,
  { orderId, reason }: { orderId: string; reason?: string | undefined },
  now: number,
): Promise<void> {
  const outcome = await store.orders.cancel({ orderId, reason: reason || null }, now);
  if (outcome === 'unknown') throw refuse.UNKNOWN_ORDER();
  if (outcome === 'delivered') {
    throw refuse.INVALID_TRANSITION('a delivered order cannot be cancelled', {
      members: { from: 'delivered', to: 'cancelled' },
    });
  }
}

/** @throws Refusal UNKNOWN_ORDER, STORE_UNAVAILABLE */
export async function findOrder({ store }: Dispatch, orderId: string): Promise<Order> {
  const order = await store.orders.find(orderId);
  if (!order) throw refuse.UNKNOWN_ORDER();
  return order;
}

/**
 * Offers an order of the manual queue to an idle driver whom the operator names. The order has its
 * whole time again.
 *
 * @throws Refusal UNKNOWN_ORDER, UNKNOWN_DRIVER, NOT_MANUAL, DRIVER_BUSY, STORE_UNAVAILABLE
 */
export async function assignByHand(
  { store, acceptTimeoutMs, orderMs }: Dispatch,
  { orderId, driverId }: { orderId: string; driverId: string },
  now: number,
): Promise<{ assignmentId: string; expiresAt: number }> {
  const assignmentId = newId('asg', now);
  const expiresAt = now + acceptTimeoutMs;
  const offer = { orderId, driverId, assignmentId, expiresAt, endsAt: now + orderMs };
  switch (await store.offers.assignByHand(offer, now)) {
    case 'offered':
      return { assignmentId, expiresAt };
    case 'unknown-order':
      throw refuse.UNKNOWN_ORDER();
    case 'unknown-driver':
      throw refuse.UNKNOWN_DRIVER();
    case 'not-manual':
      throw refuse.NOT_MANUAL();
    case 'driver-busy':
      throw refuse.DRIVER_BUSY();
  }
}
