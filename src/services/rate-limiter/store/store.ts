/** What a rate limiter is to those who use it: `memoryLimiter` and `redisLimiter` are the two. */
import type { Store } from '#kit/stores/store.ts';

/** The state of one key is of use with one algorithm, limit and window. */
export interface RateLimiter extends Store {
  /**
   * Decides about a request, and counts it when it is allowed. One indivisible step.
   *
   * @param key whose requests are counted together
   * @param limit how many requests a window allows, from 1
   * @param windowMs from 1
   * @param now whole milliseconds since the epoch
   * @throws Refusal STORE_UNAVAILABLE (503) while a shared store is away
   */
  allow(key: string, limit: number, windowMs: number, now: number): Decision | Promise<Decision>;
  /**
   * Forgets what was counted for a key: its next request is its first.
   *
   * @throws Refusal STORE_UNAVAILABLE (503) while a shared store is away
   */
  reset(key: string): void | Promise<void>;
  /** Drops idle keys of a limiter in memory, in case no request comes that would drop them. */
  sweep(now: number): void;
}

export interface Decision {
  readonly allowed: boolean;
  /** Requests that would be allowed right after this one. */
  readonly remaining: number;
  /** How long until a request is allowed again; 0 when `remaining` is not 0. */
  readonly retryAfterMs: number;
  /** How long until all of the limit is free again if no request comes. */
  readonly resetAfterMs: number;
}

export const algorithms = ['sliding-window', 'token-bucket', 'fixed-window'] as const;

export type Algorithm = (typeof algorithms)[number];
