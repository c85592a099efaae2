/** How a reservation ends: the payment makes it final, or its stock returns. */
import { refuse } from './errors.ts';
import { shardOfReservation } from './shards.ts';
import type { Ending, StockStore } from './stock-store.ts';

/** @throws Refusal UNKNOWN_RESERVATION, RESERVATION_EXPIRED, RESERVATION_RELEASED */
export async function confirm(store: StockStore, reservationId: string, now: number) {
  const ending = await end(store, 'confirm', reservationId, now);
  if (ending === 'expired') throw refuse.RESERVATION_EXPIRED('it was held for 30 seconds');
  if (ending === 'released') throw refuse.RESERVATION_RELEASED();
  return { reservation_id: reservationId, status: ending };
}

/** @throws Refusal UNKNOWN_RESERVATION, RESERVATION_CONFIRMED */
export async function release(store: StockStore, reservationId: string, now: number) {
  const ending = await end(store, 'release', reservationId, now);
  if (ending === 'confirmed') {
    throw refuse.RESERVATION_CONFIRMED('a confirmed reservation cannot be released');
  }
  return { reservation_id: reservationId, status: ending };
}

async function end(
  store: StockStore,
  how: 'confirm' | 'release',
  reservationId: string,
  now: number,
): Promise<Ending> {
  const isOurs = shardOfReservation(reservationId) !== undefined;
  const ending = isOurs ? await store[how](reservationId, now) : 'unknown';
  if (ending === 'unknown') throw refuse.UNKNOWN_RESERVATION();
  return ending;
}
