/** The port of a rate limiter: `memoryLimiter` and `redisLimiter` are the two. */
import type { Store } from '#kit/stores/store.ts';
import type { Limit } from '#kit/web/safety/rate-limit-headers.ts';

export type { Limit };

export const algorithms = ['sliding-window', 'token-bucket', 'fixed-window'] as const;

export type Algorithm = (typeof algorithms)[number];

/** Most limits that one check has to keep. */
export const maxLimits = 4;

/** The most units of a limit, and of a cost. */
export const maxUnits = 1_000_000;

/** A day, milliseconds. */
export const maxWindowMs = 86_400_000;

export interface Check {
  /** The key under which units are counted together. */
  readonly key: string;
  /**
   * One to four, no two with the same window. A count belongs to the key and the length of the
   * window: a lower limit holds at once; with a higher one, units that were counted stay counted.
   */
  readonly limits: readonly Limit[];
  /** Units that the request takes, from 1; 1 when absent. */
  readonly cost?: number;
}

/**
 * Each method is one indivisible step. `now`: whole milliseconds since the epoch. A shared store that
 * is away: Refusal STORE_UNAVAILABLE (503).
 */
export interface RateLimiter extends Store {
  /** Counts the cost in all of the limits if each has room for it, else in none. */
  check(check: Check, now: number): Decision | Promise<Decision>;
  /** Returns what `check` would decide; counts nothing. */
  peek(check: Check, now: number): Decision | Promise<Decision>;
  /**
   * Gives the cost back to each of the limits, the units that were counted last first, and never more
   * than was counted. Tells what `peek` would decide then.
   */
  refund(check: Check, now: number): Decision | Promise<Decision>;
  /** `check` of a single unit and a single limit. */
  allow(key: string, limit: number, windowMs: number, now: number): Decision | Promise<Decision>;
  /** Forgets what was counted for a key in windows of these lengths. */
  reset(key: string, ...windowsMs: number[]): void | Promise<void>;
  /** Drops idle keys of a limiter in memory, in case no request comes that would drop them. */
  sweep(now: number): Promise<void>;
}

export interface Decision {
  readonly allowed: boolean;
  /**
   * The limit with the least left. When several have the same left: the one that takes longest to
   * have room, then the one that takes longest to be free.
   */
  readonly limit: Limit;
  /** Units that this limit has left after this step. */
  readonly remaining: number;
  /** 0 when allowed; else how long until all limits have room; null: the cost is above a limit. */
  readonly retryAfterMs: number | null;
  /** How long until all of this limit is free again if no request comes. */
  readonly resetAfterMs: number;
}

/** One of the limits of a check. */
export interface LimitState {
  readonly remaining: number;
  /** How long until there is room for the cost: 0 when there is, Infinity when there never will be. */
  readonly waitMs: number;
  readonly resetAfterMs: number;
}

/** @param states of the limits, in their order */
export function decisionOf(
  allowed: boolean,
  limits: readonly Limit[],
  states: readonly LimitState[],
): Decision {
  let least = 0;
  let waitMs = states[0]!.waitMs;
  for (let i = 1; i < states.length; i++) {
    if (hasLess(states[i]!, states[least]!)) least = i;
    waitMs = Math.max(waitMs, states[i]!.waitMs);
  }
  const { remaining, resetAfterMs } = states[least]!;
  const retryAfterMs = waitMs === Infinity ? null : waitMs;
  return { allowed, limit: limits[least]!, remaining, retryAfterMs, resetAfterMs };
}

function hasLess(a: LimitState, b: LimitState): boolean {
  if (a.remaining !== b.remaining) return a.remaining < b.remaining;
  if (a.waitMs !== b.waitMs) return a.waitMs > b.waitMs;
  return a.resetAfterMs > b.resetAfterMs;
}
