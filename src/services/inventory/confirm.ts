import { refuse } from './errors.ts';
import { insufficient } from './reserve.ts';
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
      throw refuse.RESERVATION_EXPIRED();
    case 'released':
      throw refuse.RESERVATION_RELEASED();
    case 'unknown':
      throw refuse.UNKNOWN_RESERVATION();
  }
}

/**
 * Makes a reservation final, also when the payment was late: one that has expired takes its units
 * again, if all are there. Repeating it answers the same.
 *
 * @throws Refusal UNKNOWN_RESERVATION, INSUFFICIENT_STOCK, ORDER_MISMATCH, RESERVATION_RELEASED,
 *   STORE_UNAVAILABLE
 */
export async function confirmLate(store: Reservations, reservationId: string, now: number) {
  const outcome = await store.retake(reservationId, now);
  switch (outcome.kind) {
    case 'confirmed':
      return {
        reservation_id: reservationId,
        status: outcome.kind,
        ...(outcome.retaken && { retaken: true }),
      };
    case 'short':
      throw insufficient(outcome.lines, outcome.available);
    case 'order-mismatch':
      throw refuse.ORDER_MISMATCH('the order holds another reservation since this one has expired');
    case 'released':
      throw refuse.RESERVATION_RELEASED();
    case 'unknown':
      throw refuse.UNKNOWN_RESERVATION();
  }
}
