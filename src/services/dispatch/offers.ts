/** Offers, and the answers of drivers to them. */
import { newId } from '#kit/ids.ts';
import type { Refusal } from '#kit/web/problem.ts';
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import type { Answer, Assignment, NoAnswer } from './store/offers.ts';
import type { Order } from './store/orders.ts';

/** An offer as it is shown: the assignment with its order. */
export interface Offer {
  readonly assignment: Assignment;
  readonly order: Order;
}

/**
 * The id of an offer. Variant B's drivers name the dispatch, which stays with the order: there the
 * offer is the dispatch together with the driver.
 */
export function offerId(
  { dispatchId, driverId }: { dispatchId: string | null; driverId: string },
  now: number,
): string {
  return dispatchId === null ? newId('asg', now) : `${dispatchId}:${driverId}`;
}

/**
 * The driver takes the order. Repeating it answers the same.
 *
 * @throws Refusal UNKNOWN_DRIVER, UNKNOWN_ASSIGNMENT, OFFER_EXPIRED, OFFER_REJECTED,
 *   STORE_UNAVAILABLE
 */
export async function accept({ rules, store }: Dispatch, answer: Answer, now: number) {
  const outcome = await store.offers.accept(answer, now);
  if (outcome.kind !== 'accepted') throw refusalOf(outcome, rules.idle);
  return outcome;
}

/**
 * The driver rejects an offer or, in variant A, gives back an accepted order. Repeating it
 * answers the same.
 *
 * @returns what the order became, and after which delay it is offered again, milliseconds
 * @throws Refusal UNKNOWN_DRIVER, UNKNOWN_ASSIGNMENT, OFFER_EXPIRED, INVALID_TRANSITION,
 *   STORE_UNAVAILABLE
 */
export async function reject({ rules, store }: Dispatch, answer: Answer, now: number) {
  const outcome = await store.offers.reject(answer, now);
  if (outcome.kind !== 'rejected') throw refusalOf(outcome, rules.idle);
  return outcome;
}

function refusalOf(outcome: NoAnswer, idle: string): Refusal {
  switch (outcome.kind) {
    case 'unknown-driver':
      return refuse.UNKNOWN_DRIVER();
    case 'unknown-assignment':
      return refuse.UNKNOWN_ASSIGNMENT();
    case 'expired':
      return refuse.OFFER_EXPIRED();
    case 'already-rejected':
      return refuse.OFFER_REJECTED();
    case 'too-late':
      return invalidTransition(outcome.state, idle);
  }
}

export function invalidTransition(from: string, to: string): Refusal {
  return refuse.INVALID_TRANSITION(`this request cannot move a driver from ${from} to ${to}`, {
    members: { from, to },
  });
}

/**
 * The offers that a driver can still accept: one at most.
 *
 * @throws Refusal UNKNOWN_DRIVER, STORE_UNAVAILABLE
 */
export async function openOffers(
  { store }: Dispatch,
  driverId: string,
  now: number,
): Promise<Offer[]> {
  const driver = await store.drivers.find(driverId);
  if (!driver) throw refuse.UNKNOWN_DRIVER();
  if (driver.assignmentId === null) return [];
  const assignment = await store.offers.find(driver.assignmentId);
  if (assignment?.state !== 'offered' || assignment.expiresAt <= now) return [];
  const order = await store.orders.find(assignment.orderId);
  return order ? [{ assignment, order }] : [];
}
