/** Drivers: where they are, and how they move through the variant's state table. */
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import { accept, invalidTransition, reject } from './offers.ts';
import { cellOf, type Place } from './place.ts';
import { moveOf, sources } from './rules.ts';
import type { Driver } from './store.ts';

export interface LocationRequest extends Place {
  readonly driverId: string;
  /** 0 says nothing of the average, and counts as not given. */
  readonly speedKmh?: number;
  readonly maxOrders?: number;
}

/** Takes a driver's place. The first report registers the driver, ready for orders. */
export function report({ store }: Dispatch, request: LocationRequest, now: number): Promise<void> {
  const { driverId, lat, lng, speedKmh, maxOrders = null } = request;
  const place = { driverId, lat, lng, cell: cellOf(request) };
  return store.report({ ...place, speedKmh: speedKmh || null, maxOrders }, now);
}

/**
 * Moves a driver as the driver says. Reporting the present state again changes nothing; the state
 * after accepting or refusing answers the open offer.
 *
 * @throws UNKNOWN_DRIVER, INVALID_TRANSITION naming both states, and what answering an offer throws
 */
export async function move(
  dispatch: Dispatch,
  { driverId, to }: { driverId: string; to: string },
  now: number,
): Promise<void> {
  const { rules, store } = dispatch;
  const order = rules.moves.find((move) => move.to === to && move.by === 'driver')?.order;
  const from = sources(rules, 'driver', to);
  const outcome = await store.move({ driverId, from, to, order }, now);
  if (outcome.kind === 'unknown') throw refuse.UNKNOWN_DRIVER();
  if (outcome.kind !== 'not-from') return;
  const { state, assignmentId } = outcome;
  const by = moveOf(rules, state, to)?.by;
  if (assignmentId === null || (by !== 'accept' && by !== 'refuse')) {
    throw invalidTransition(state, to);
  }
  await (by === 'accept' ? accept : reject)(dispatch, { driverId, assignmentId }, now);
}

/** @throws UNKNOWN_DRIVER */
export async function findDriver({ store }: Dispatch, driverId: string): Promise<Driver> {
  const driver = await store.driver(driverId);
  if (!driver) throw refuse.UNKNOWN_DRIVER();
  return driver;
}
