/** Offers, and the answers of drivers to them. */
import { newId } from '#kit/base/ids.ts';
import type { Refusal } from '#kit/web/problem.ts';
import type { Dispatch } from './dispatch.ts';
import { refuse } from './errors.ts';
import type { Assignment } from './store/assignments.ts';
import type { Answer, NoAnswer } from './store/offers.ts';
import type { ClaimedOrder, Order } from './store/orders.ts';
import type { DispatchStore } from './store/dispatch-store.ts';

/** An offer as it is shown: the assignment with its order. */
export interface Offer {
  readonly assignment: Assignment;
  readonly order: Order;
}

/** The offer of a dispatch to a driver: in variant B drivers name the dispatch. */
export const offerOf = (dispatchId: string, driverId: string) => `${dispatchId}:${driverId}`;

/** The dispatch that variant B's drivers name to answer the offer. */
export const dispatchOf = (assignmentId: string) => assignmentId.split(':', 1)[0]!;

/**
 * The id of a new offer. In variant B a driver who had the order before knows its dispatch already
 * and gets it as `<dispatch>.<n>`, the order's n-th offer, so that an answer to an earlier offer
 * which is sent again does not count for the new one. Only the batch that has claimed the order
 * makes offers of it, so nobody else takes the id.
 */
export async function newOfferId(
  { offers }: DispatchStore,
  { dispatchId, attemptsTotal }: Pick<ClaimedOrder, 'dispatchId' | 'attemptsTotal'>,
  driverId: string,
  now: number,
): Promise<string> {
  if (dispatchId === null) return newId('asg', now);
  const first = offerOf(dispatchId, driverId);
  const isRepeated = attemptsTotal > 0 && (await offers.find(first)) !== undefined;
  return isRepeated ? offerOf(`${dispatchId}.${attemptsTotal + 1}`, driverId) : first;
}

/**
 * The offer that variant B's driver accepts. The order's own dispatch id accepts a repeated offer
 * too: a driver who wants the order gets it.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function offerToAccept(
  { store }: Dispatch,
  dispatchId: string,
  driverId: string,
): Promise<string> {
  const driver = await store.drivers.find(driverId);
  const isLater = driver?.assignmentId?.startsWith(`${dispatchId}.`);
  return isLater ? driver!.assignmentId! : offerOf(dispatchId, driverId);
}

/**
 * The driver takes the order. Repeating it answers the same.
 *
 * @throws Refusal UNKNOWN_DRIVER, UNKNOWN_ASSIGNMENT, OFFER_EXPIRED, OFFER_REJECTED,
 *   ORDER_CANCELLED, STORE_UNAVAILABLE
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
 * @throws Refusal UNKNOWN_DRIVER, UNKNOWN_ASSIGNMENT, OFFER_EXPIRED, ORDER_CANCELLED,
 *   INVALID_TRANSITION, STORE_UNAVAILABLE
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
    case 'cancelled':
      return refuse.ORDER_CANCELLED();
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
