/** Offers: what a driver answers to them. */
import { newId } from '#kit/ids.ts';
import type { Refusal } from '#kit/problem.ts';
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import type { Answer, AnswerRefused, Assignment, Order } from './store.ts';

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
 * @throws UNKNOWN_DRIVER, UNKNOWN_ASSIGNMENT, OFFER_EXPIRED, OFFER_REJECTED
 */
export async function accept({ rules, store }: Dispatch, answer: Answer, now: number) {
  const outcome = await store.accept(answer, now);
  if (outcome.kind !== 'accepted') throw refusalOf(outcome, rules.idle);
  return outcome;
}

/**
 * The driver refuses an offer or, in variant A, gives back an accepted order. Repeating it
 * answers the same.
 *
 * @returns what the order became, and after which delay it is offered again, milliseconds
 * @throws UNKNOWN_DRIVER, UNKNOWN_ASSIGNMENT, OFFER_EXPIRED, INVALID_TRANSITION
 */
export async function reject({ rules, store }: Dispatch, answer: Answer, now: number) {
  const outcome = await store.refuse(answer, now);
  if (outcome.kind !== 'refused') throw refusalOf(outcome, rules.idle);
  return outcome;
}

function refusalOf(outcome: AnswerRefused, idle: string): Refusal {
  if (outcome.kind === 'too-late') return invalidTransition(outcome.state, idle);
  if (outcome.kind === 'unknown-driver') return refuse.UNKNOWN_DRIVER();
  if (outcome.kind === 'unknown-assignment') return refuse.UNKNOWN_ASSIGNMENT();
  if (outcome.kind === 'expired') return refuse.OFFER_EXPIRED();
  return refuse.OFFER_REJECTED();
}

export function invalidTransition(from: string, to: string): Refusal {
  return refuse.INVALID_TRANSITION(`no driver moves from ${from} to ${to} by this request`, {
    members: { from, to },
  });
}

/** The offers that a driver can still accept: one at most. */
export async function openOffers(
  { store }: Dispatch,
  driverId: string,
  now: number,
): Promise<Offer[]> {
  const driver = await store.driver(driverId);
  if (!driver) throw refuse.UNKNOWN_DRIVER();
  const assignment =
    driver.assignmentId === null ? undefined : await store.assignment(driver.assignmentId);
  if (assignment?.state !== 'offered' || assignment.expiresAt <= now) return [];
  const order = await store.order(assignment.orderId);
  return order ? [{ assignment, order }] : [];
}
