/** The end of a reservation: its stock returns to its bucket, or the payment makes it final. */
import { refuse } from './errors.ts';
import type { Ledger } from './store/ledger.ts';
import type { Promotion } from './store/waiting-room.ts';

/** The end of a hold that lapses, as a member. */
export const expiryField = ({ expiresAt }: { readonly expiresAt?: number }) =>
  expiresAt === undefined ? {} : { expires_at: expiresAt };

export function promotionFields({ userId, orderId, reservationId, ...hold }: Promotion) {
  const ids = { user_id: userId, order_id: orderId, reservation_id: reservationId };
  return { ...ids, ...expiryField(hold) };
}

/**
 * Returns the units of a sale to their bucket. Repeating it returns nothing more and answers 200.
 *
 * @throws Refusal RESERVATION_CONFIRMED, UNKNOWN_RESERVATION, STORE_UNAVAILABLE
 */
export async function release(store: Ledger, reservationId: string, now: number) {
  const outcome = await store.release(reservationId, now);
  switch (outcome.kind) {
    case 'released':
      return answer(true, outcome.promoted, describe(outcome));
    case 'already-released':
      return answer(false, [], 'stock was returned before');
    case 'expired':
      return answer(false, [], 'the hold has lapsed, and its stock goes back by itself');
    case 'ledger-closed':
      return answer(false, [], 'stock was reloaded after this sale, so nothing is returned');
    case 'confirmed':
      throw refuse.RESERVATION_CONFIRMED('a confirmed sale cannot be released');
    case 'unknown':
      throw refuse.UNKNOWN_RESERVATION();
  }
}

function answer(released: boolean, promoted: readonly Promotion[], message: string) {
  const users = promoted.map(promotionFields);
  const status = 'released' as const;
  return { status, released, promoted: users[0] ?? null, promoted_users: users, message };
}

function describe({ promoted, waiting }: { promoted: readonly Promotion[]; waiting: number }) {
  if (promoted.length > 0) return 'stock returned, next user promoted';
  return waiting > 0
    ? 'stock returned, not enough yet for the first user of the queue'
    : 'stock returned, queue is empty';
}

/**
 * Makes a sale final. Repeating it answers the same.
 *
 * @throws Refusal RESERVATION_RELEASED, RESERVATION_EXPIRED, UNKNOWN_RESERVATION, STORE_UNAVAILABLE
 */
export async function confirm(store: Ledger, reservationId: string, now: number) {
  const outcome = await store.confirm(reservationId, now);
  switch (outcome.kind) {
    case 'confirmed':
      return {
        reservation_id: reservationId,
        order_id: outcome.orderId,
        status: 'confirmed' as const,
      };
    case 'released':
      throw refuse.RESERVATION_RELEASED('a released reservation cannot be confirmed');
    case 'expired':
      throw refuse.RESERVATION_EXPIRED('it was not confirmed before its expires_at');
    case 'unknown':
      throw refuse.UNKNOWN_RESERVATION();
  }
}
