/** Drivers: where they are, and how they move through the variant's state table. */
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import { cellOf, type LatLng } from './matching/lat-lng.ts';
import { accept, invalidTransition, reject } from './offers.ts';
import { moveOf, sources } from './rules/rules.ts';
import type { Driver } from './store/drivers.ts';

interface LocationRequest extends LatLng {
  readonly driverId: string;
  /** Average; 0 counts as not given. */
  readonly speedKmh?: number;
  readonly maxOrders?: number;
}

/**
 * Saves where a driver is. The first report registers the driver, ready for orders.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export function report({ store }: Dispatch, request: LocationRequest, now: number): Promise<void> {
  const { driverId, lat, lng, speedKmh, maxOrders = null } = request;
  const at = { lat, lng, cell: cellOf(request) };
  return store.drivers.report({ driverId, ...at, speedKmh: speedKmh || null, maxOrders }, now);
}

/**
 * Moves a driver to the state that the driver reports. Reporting the present state changes nothing.
 * Reporting the state that follows accepting or rejecting answers the open offer.
 *
 * @throws Refusal UNKNOWN_DRIVER, INVALID_TRANSITION naming both states, STORE_UNAVAILABLE, and
 *   what answering an offer throws
 */
export async function move(
  dispatch: Dispatch,
  { driverId, to }: { driverId: string; to: string },
  now: number,
): Promise<void> {
  const { rules, store } = dispatch;
  const order = rules.moves.find((move) => move.to === to && move.by === 'driver')?.order;
  const from = sources(rules, 'driver', to);
  const outcome = await store.drivers.move({ driverId, from, to, order }, now);
  if (outcome.kind === 'unknown') throw refuse.UNKNOWN_DRIVER();
  if (outcome.kind !== 'not-from') return;
  const { state, assignmentId } = outcome;
  const by = moveOf(rules, state, to)?.by;
  if (assignmentId === null || (by !== 'accept' && by !== 'reject')) {
    throw invalidTransition(state, to);
  }
  await (by === 'accept' ? accept : reject)(dispatch, { driverId, assignmentId }, now);
}

/** @throws Refusal UNKNOWN_DRIVER, STORE_UNAVAILABLE */
export async function findDriver({ store }: Dispatch, driverId: string): Promise<Driver> {
  const driver = await store.drivers.find(driverId);
  if (!driver) throw refuse.UNKNOWN_DRIVER();
  return driver;
}
