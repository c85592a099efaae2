import { refuse } from './errors.ts';
import type { Reservations } from './store/reservations.ts';

/**
 * Holds a reservation for another time from now on, which may be shorter than what is left of it.
 *
 * @throws Refusal UNKNOWN_RESERVATION, EXTENSION_LIMIT, RESERVATION_EXPIRED, RESERVATION_RELEASED,
 *   RESERVATION_CONFIRMED, STORE_UNAVAILABLE
 */
export async function extend(
  store: Reservations,
  reservationId: string,
  ttlSeconds: number,
  now: number,
) {
  const outcome = await store.extend(reservationId, ttlSeconds * 1000, now);
  switch (outcome.kind) {
    case 'extended':
      return {
        reservation_id: reservationId,
        status: 'reserved' as const,
        expires_at: outcome.expiresAt,
      };
    case 'limit':
      throw refuse.EXTENSION_LIMIT('a reservation is held for one hour at most after it was made', {
        members: { latest_expires_at: outcome.latest },
      });
    case 'expired':
      throw refuse.RESERVATION_EXPIRED();
    case 'released':
      throw refuse.RESERVATION_RELEASED();
    case 'confirmed':
      throw refuse.RESERVATION_CONFIRMED();
    case 'unknown':
      throw refuse.UNKNOWN_RESERVATION();
  }
}
