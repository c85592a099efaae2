import type { Limit } from '../rate-limiter-store.ts';

/**
 * The state of an algorithm for one key and one length of window. Only `take` and `giveBack` change
 * it, so questions in between, with any limit or clock, do not change later answers.
 */
export interface Meter {
  /** Units left; below 0 when more were counted under a higher limit. */
  left(limit: Limit, now: number): number;
  /** Counts units for which there is room. */
  take(cost: number, limit: Limit, now: number): void;
  /** Takes back the units that were counted last, as far as there are any. */
  giveBack(cost: number, limit: Limit, now: number): void;
  /** How long until `cost` units are left, which are more than now, and no more than the limit. */
  waitMs(cost: number, limit: Limit, now: number): number;
  /** How long until nothing is counted. */
  resetAfterMs(limit: Limit, now: number): number;
}
