/**
 * Fixed window: `limit` units in each window, which begin at the multiples of its length. Twice as
 * many may pass around a boundary.
 */
import type { Limit } from '../rate-limiter-store.ts';
import type { Meter } from './meter.ts';

export class FixedWindow implements Meter {
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;

  left({ limit, windowMs }: Limit, now: number): number {
    return limit - this.#countIn(windowMs, now);
  }

  take(cost: number, { windowMs }: Limit, now: number): void {
    this.#count = this.#countIn(windowMs, now) + cost;
    this.#start = this.#startAt(windowMs, now);
  }

  giveBack(cost: number, { windowMs }: Limit, now: number): void {
    if (this.#countIn(windowMs, now) === 0) return;
    this.#count = Math.max(0, this.#count - cost);
    if (this.#count === 0) this.#start = Number.NEGATIVE_INFINITY;
  }

  waitMs(_cost: number, { windowMs }: Limit, now: number): number {
    return this.#startAt(windowMs, now) + windowMs - now;
  }

  resetAfterMs(limit: Limit, now: number): number {
    return this.#countIn(limit.windowMs, now) === 0 ? 0 : this.waitMs(0, limit, now);
  }

  /** A clock that went back opens no window. */
  #startAt(windowMs: number, now: number): number {
    return Math.max(this.#start, startOf(windowMs, now));
  }

  #countIn(windowMs: number, now: number): number {
    return this.#startAt(windowMs, now) > this.#start ? 0 : this.#count;
  }
}

/** When the present window began. */
export const startOf = (windowMs: number, now: number): number =>
  Math.floor(now / windowMs) * windowMs;
