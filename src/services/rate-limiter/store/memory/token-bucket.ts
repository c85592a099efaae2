/**
 * Token bucket: holds up to `limit` tokens, filled continuously at `limit` tokens a window; a unit
 * takes one. So a burst of `limit` passes at once, and then the rate holds.
 * Source: J. Turner, New Directions in Communications, 1986.
 */
import type { Limit } from '../rate-limiter-store.ts';
import type { Meter } from './meter.ts';

export class TokenBucket implements Meter {
  /**
   * Tokens that were missing, times the window: a whole number, which never adds up rounding errors.
   * A bucket that is full is full whatever its limit becomes.
   */
  #missing = 0;
  #at = Number.NEGATIVE_INFINITY;

  left(limit: Limit, now: number): number {
    return tokensLeft(this.#missingAt(limit, now), limit);
  }

  take(cost: number, limit: Limit, now: number): void {
    this.#missing = this.#missingAt(limit, now) + cost * limit.windowMs;
    this.#at = Math.max(this.#at, now);
  }

  giveBack(cost: number, limit: Limit, now: number): void {
    this.#missing = Math.max(0, this.#missingAt(limit, now) - cost * limit.windowMs);
    this.#at = this.#missing === 0 ? Number.NEGATIVE_INFINITY : Math.max(this.#at, now);
  }

  waitMs(cost: number, limit: Limit, now: number): number {
    return waitForTokens(this.#missingAt(limit, now), cost, limit, this.#at - now);
  }

  resetAfterMs(limit: Limit, now: number): number {
    return this.waitMs(limit.limit, limit, now);
  }

  #missingAt({ limit, windowMs }: Limit, now: number): number {
    // A bucket whose limit was lowered was empty at worst.
    const missing = Math.min(this.#missing, limit * windowMs);
    // A clock that went back fills nothing.
    return Math.max(0, missing - Math.max(0, now - this.#at) * limit);
  }
}

/** @param missing tokens times window */
export function tokensLeft(missing: number, { limit, windowMs }: Limit): number {
  return Math.floor((limit * windowMs - missing) / windowMs);
}

/**
 * How long until there are `cost` tokens, no more than the limit; 0 when they are there.
 *
 * @param behindMs how far the clock is behind the instant until which the bucket was filled
 */
export function waitForTokens(
  missing: number,
  cost: number,
  { limit, windowMs }: Limit,
  behindMs: number,
): number {
  const waitMs = Math.ceil((missing - (limit - cost) * windowMs) / limit);
  return waitMs <= 0 ? 0 : waitMs + Math.max(0, behindMs);
}
