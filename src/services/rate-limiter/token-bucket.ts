/**
 * Token bucket: holds up to `limit` tokens, filled continuously at `limit` tokens a window; a
 * request takes one. So a burst of `limit` passes at once, and then the rate holds.
 * Source: J. Turner, New Directions in Communications, 1986.
 */
import { IdleMap } from '#kit/idle-map.ts';
import type { Decision } from './limiter.ts';

interface Bucket {
  /** Tokens times `window`: a whole number, which never adds up rounding errors. */
  level: number;
  at: number;
}

export class TokenBucketLimiter {
  readonly #buckets = new IdleMap<Bucket>();

  get size(): number {
    return this.#buckets.size;
  }

  allow(key: string, limit: number, window: number, now: number): Decision {
    const full = limit * window;
    let bucket = this.#buckets.get(key, window, now);
    if (bucket === undefined) {
      bucket = { level: full, at: now };
      this.#buckets.set(key, bucket);
    }
    // A clock that went back fills nothing.
    const elapsed = Math.max(0, now - bucket.at);
    bucket.level = Math.min(full, bucket.level + elapsed * limit);
    bucket.at = Math.max(bucket.at, now);
    const allowed = bucket.level >= window;
    if (allowed) bucket.level -= window;
    return view(bucket.level, allowed, limit, window);
  }

  reset(key: string): void {
    this.#buckets.delete(key);
  }

  sweep(now: number): void {
    this.#buckets.sweep(now);
  }
}

/** @param level tokens times `window` */
export function view(level: number, allowed: boolean, limit: number, window: number): Decision {
  const remaining = Math.floor(level / window);
  const retryAfter = remaining > 0 ? 0 : Math.ceil((window - level) / limit);
  const resetAfter = Math.ceil((limit * window - level) / limit);
  return { allowed, remaining, retryAfter, resetAfter };
}
