/** Orders: taking them, and the manual queue. */
import { newId } from '#kit/ids.ts';
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import { offerId } from './offers.ts';
import { cellOf, type Place } from './place.ts';
import type { Order, Submitted } from './store.ts';

export interface OrderRequest extends Place {
  readonly orderId: string;
  /** Variant B. */
  readonly hubId?: string;
  readonly priority: number | string;
  /** The same, 0 to 1. */
  readonly weight: number;
}

/** Takes an order into the pool; a known `orderId` changes nothing and gets the first answer. */
export function submit(
  { store }: Dispatch,
  request: OrderRequest,
  now: number,
): Promise<Submitted> {
  const { hubId = null, ...order } = request;
  const dispatchId = hubId === null ? null : newId('dsp', now);
  const batchId = newId('bat', now);
  return store.submit({ ...order, hubId, dispatchId, batchId, cell: cellOf(order) }, now);
}

/** @throws UNKNOWN_HUB when neither the operator nor the hub source knows it */
export async function placeOfHub({ store, hubs }: Dispatch, hubId: string): Promise<Place> {
  const { lat, lng } = (await store.hub(hubId)) ?? (await hubs(hubId)) ?? {};
  if (lat === undefined || lng === undefined) throw refuse.UNKNOWN_HUB(`there is no hub ${hubId}`);
  return { lat, lng };
}

/** @throws UNKNOWN_ORDER */
export async function findOrder({ store }: Dispatch, orderId: string): Promise<Order> {
  const order = await store.order(orderId);
  if (!order) throw refuse.UNKNOWN_ORDER();
  return order;
}

/**
 * Offers an order of the manual queue to an idle driver whom the operator names.
 *
 * @throws UNKNOWN_ORDER, UNKNOWN_DRIVER, NOT_MANUAL, DRIVER_BUSY
 */
export async function assignByHand(
  dispatch: Dispatch,
  { orderId, driverId }: { orderId: string; driverId: string },
  now: number,
): Promise<{ assignmentId: string; expiresAt: number }> {
  const assignmentId = offerId({ dispatchId: null, driverId }, now);
  const expiresAt = now + dispatch.acceptTimeout;
  const proposal = { orderId, driverId, assignmentId };
  const outcome = await dispatch.store.assignByHand(proposal, expiresAt, now);
  if (outcome === 'unknown-order') throw refuse.UNKNOWN_ORDER();
  if (outcome === 'unknown-driver') throw refuse.UNKNOWN_DRIVER();
  if (outcome === 'not-manual') throw refuse.NOT_MANUAL();
  if (outcome === 'driver-busy') throw refuse.DRIVER_BUSY();
  return { assignmentId, expiresAt };
}
