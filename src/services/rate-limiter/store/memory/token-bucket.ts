/**
 * Token bucket: holds up to `limit` tokens, filled continuously at `limit` tokens a window; a
 * request takes one. So a burst of `limit` passes at once, and then the rate holds.
 * Source: J. Turner, New Directions in Communications, 1986.
 */
import { IdleMap } from '#kit/idle-map.ts';
import type { Decision } from '../store.ts';
import type { MemoryAlgorithm } from './algorithm.ts';

interface Bucket {
  /** Tokens times the window: a whole number, which never adds up rounding errors. */
  level: number;
  at: number;
}

export function tokenBucket(): MemoryAlgorithm {
  const keys = new IdleMap<Bucket>();
  return {
    keys,
    allow(key, limit, windowMs, now) {
      const full = limit * windowMs;
      let bucket = keys.get(key, windowMs, now);
      if (bucket === undefined) {
        bucket = { level: full, at: now };
        keys.set(key, bucket);
      }
      // A clock that went back fills nothing.
      const elapsed = Math.max(0, now - bucket.at);
      bucket.level = Math.min(full, bucket.level + elapsed * limit);
      bucket.at = Math.max(bucket.at, now);
      const allowed = bucket.level >= windowMs;
      if (allowed) bucket.level -= windowMs;
      return tokenBucketDecision(bucket.level, allowed, limit, windowMs);
    },
  };
}

/** @param level tokens times the window */
export function tokenBucketDecision(
  level: number,
  allowed: boolean,
  limit: number,
  windowMs: number,
): Decision {
  const remaining = Math.floor(level / windowMs);
  const retryAfterMs = remaining > 0 ? 0 : Math.ceil((windowMs - level) / limit);
  const resetAfterMs = Math.ceil((limit * windowMs - level) / limit);
  return { allowed, remaining, retryAfterMs, resetAfterMs };
}
