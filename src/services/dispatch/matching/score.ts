/** The composite score of a driver for an order: each term 0 to 1, weighted by the variant. */
import { Type, type Static } from 'typebox';
import type { RuleSet } from '../rules/rules.ts';

/** Pairs farther apart are not matched, kilometres. */
export const maxDistanceKm = 10;
/** Where the eta term reaches 0, minutes. */
const maxEtaMinutes = 20;
/** Assumed for a driver who never reported a speed. */
export const defaultSpeedKmh = 30;

const minuteMs = 60_000;

/** All terms of a pair, before weighting, and the score that they make. */
export const Terms = Type.Object({
  km: Type.Number({ description: 'distance from the driver to the pickup, km' }),
  distance: Type.Number({ description: 'from 1 at the pickup to 0 at 10 km' }),
  eta: Type.Number({ description: 'from 1 at the pickup to 0 at 20 minutes from it' }),
  load: Type.Number({ description: '1 for a driver without an order' }),
  priority: Type.Number({ description: 'the priority of the order, from 0 to 1' }),
  wait: Type.Number({ description: 'grows to 0.1 while the order waits for 30 minutes' }),
  // Not weighted: it is added to the sum of the weighted terms.
  starvation: Type.Number({
    description: 'bonus of a driver who has had no order for long, added without a weight',
  }),
  score: Type.Number({ description: 'sum of the weighted terms and the bonus' }),
});
export type Terms = Static<typeof Terms>;

const clamp = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value);

export const distanceTerm = (km: number) => clamp(1 - km / maxDistanceKm);

/** @param speedKmh more than 0 */
export const etaTerm = (km: number, speedKmh: number) =>
  clamp(1 - ((km / speedKmh) * 60) / maxEtaMinutes);

/** @param active orders in the driver's hands */
export const loadTerm = (active: number, maxOrders: number) => clamp(1 - active / maxOrders);

/** As in the specification: the term is at most 0.1, and is weighted by 0.10 once more. */
export const waitTerm = (submittedAt: number, now: number) =>
  clamp((now - submittedAt) / minuteMs / 30) * 0.1;

export interface ScoredDriver {
  readonly speedKmh: number;
  readonly active: number;
  readonly maxOrders: number;
  readonly lastAssignedAt: number | undefined;
}

export interface ScoredOrder {
  /** The priority, 0 to 1. */
  readonly priorityWeight: number;
  readonly submittedAt: number;
}

/**
 * All terms of one pair, and their weighted sum.
 *
 * @param km from the driver to the pickup
 */
export function scorePair(
  { weights, starvationTerm }: RuleSet,
  driver: ScoredDriver,
  order: ScoredOrder,
  km: number,
  now: number,
): Terms {
  const distance = distanceTerm(km);
  const eta = etaTerm(km, driver.speedKmh);
  const load = loadTerm(driver.active, driver.maxOrders);
  const priority = clamp(order.priorityWeight);
  const wait = waitTerm(order.submittedAt, now);
  const starvation = starvationTerm(driver.lastAssignedAt, now);
  const score =
    weights.distance * distance +
    weights.eta * eta +
    weights.load * load +
    weights.priority * priority +
    weights.wait * wait +
    starvation;
  return { km, distance, eta, load, priority, wait, starvation, score };
}
