import { refuse } from './errors.ts';
import type { Reservations } from './store/reservations.ts';

/**
 * Makes a reservation final: the payment has arrived. Repeating it answers the same.
 *
 * @throws Refusal UNKNOWN_RESERVATION, RESERVATION_EXPIRED, RESERVATION_RELEASED,
 *   STORE_UNAVAILABLE
 */
export async function confirm(store: Reservations, reservationId: string, now: number) {
  const ending = await store.confirm(reservationId, now);
  switch (ending) {
    case 'confirmed':
      return { reservation_id: reservationId, status: ending };
    case 'expired':
      throw refuse.RESERVATION_EXPIRED('the reservation has expired: it was held for 30 seconds');
    case 'released':
      throw refuse.RESERVATION_RELEASED();
    case 'unknown':
      throw refuse.UNKNOWN_RESERVATION();
  }
}
