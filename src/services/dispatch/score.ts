/** The composite score of a driver for an order: each term 0 to 1, weighted by the variant. */
import type { RuleSet } from './rules.ts';

/** Pairs farther apart are not matched, kilometres. */
export const maxDistanceKm = 10;
/** Where the eta term reaches 0, minutes. */
export const maxEtaMinutes = 20;
/** Of a driver who never reported a speed, kilometres per hour. */
export const defaultSpeedKmh = 30;

const minute = 60_000;

export interface Terms {
  readonly km: number;
  readonly distance: number;
  readonly eta: number;
  readonly load: number;
  readonly priority: number;
  readonly wait: number;
  /** Added as it is, beside the weighted terms. */
  readonly starvation: number;
  readonly score: number;
}

const clamp = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value);

export const distanceTerm = (km: number) => clamp(1 - km / maxDistanceKm);

/** @param speedKmh more than 0 */
export const etaTerm = (km: number, speedKmh: number) =>
  clamp(1 - ((km / speedKmh) * 60) / maxEtaMinutes);

/** @param active orders in the driver's hands */
export const loadTerm = (active: number, maxOrders: number) => clamp(1 - active / maxOrders);

/** As the specification has it: the term is at most 0.1, and is weighted by 0.10 once more. */
export const waitTerm = (submittedAt: number, now: number) =>
  clamp((now - submittedAt) / minute / 30) * 0.1;

export interface Scored {
  readonly speedKmh: number;
  readonly active: number;
  readonly maxOrders: number;
  readonly lastAssignedAt: number | undefined;
}

/** All terms of one pair, and their sum in the order of the specification. */
export function explain(
  rules: RuleSet,
  driver: Scored,
  order: { readonly weight: number; readonly submittedAt: number },
  km: number,
  now: number,
): Terms {
  const distance = distanceTerm(km);
  const eta = etaTerm(km, driver.speedKmh);
  const load = loadTerm(driver.active, driver.maxOrders);
  const priority = clamp(order.weight);
  const wait = waitTerm(order.submittedAt, now);
  const starvation = rules.starvation(driver.lastAssignedAt, now);
  const w = rules.weights;
  const score =
    w.distance * distance +
    w.eta * eta +
    w.load * load +
    w.priority * priority +
    w.wait * wait +
    starvation;
  return { km, distance, eta, load, priority, wait, starvation, score };
}
