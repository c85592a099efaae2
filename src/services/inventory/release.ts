import { refuse } from './errors.ts';
import type { Reservations } from './store/reservations.ts';

/**
 * Gives the units of a reservation back. Repeating it answers the same; an expired one is given
 * back already.
 *
 * @throws Refusal UNKNOWN_RESERVATION, RESERVATION_CONFIRMED, STORE_UNAVAILABLE
 */
export async function release(store: Reservations, reservationId: string, now: number) {
  const ending = await store.release(reservationId, now);
  switch (ending) {
    case 'released':
    case 'expired':
      return { reservation_id: reservationId, status: ending };
    case 'confirmed':
      throw refuse.RESERVATION_CONFIRMED('a confirmed reservation cannot be released');
    case 'unknown':
      throw refuse.UNKNOWN_RESERVATION();
  }
}
