/** The view of an order for its followers: its status, its driver, and the time until it arrives. */
import type { Dispatch } from './dispatch.ts';
import { distanceKm, type LatLng } from './matching/lat-lng.ts';
import type { Driver } from './store/drivers.ts';
import type { OrderRecord, TrackedOrder } from './store/orders.ts';
import { refuse } from './errors.ts';

/** @throws Refusal UNKNOWN_ORDER, STORE_UNAVAILABLE */
export async function track({ store }: Dispatch, orderId: string): Promise<TrackedOrder> {
  const tracked = await store.orders.track(orderId);
  if (!tracked) throw refuse.UNKNOWN_ORDER();
  return tracked;
}

/** Where the order goes, if it has been told. */
export function dropoffOf({ dropoffLat, dropoffLng }: OrderRecord): LatLng | undefined {
  if (dropoffLat === null || dropoffLng === null) return undefined;
  return { lat: dropoffLat, lng: dropoffLng };
}

/**
 * Whole minutes, rounded up, that the driver takes as the crow flies: to the pickup until the goods
 * are on board, then to the drop-off. Undefined when that is not known.
 */
export function etaMinutes(order: OrderRecord, driver: Driver): number | undefined {
  const goal = order.state === 'delivering' ? dropoffOf(order) : order;
  return goal && Math.ceil((distanceKm(driver, goal) / driver.speedKmh) * 60);
}
