/**
 * Fixed window: `limit` requests in each window, which begin at the multiples of its length. Twice
 * as many may pass around a boundary.
 */
import { IdleMap } from '#kit/idle-map.ts';
import type { Decision } from '../store.ts';
import type { MemoryAlgorithm } from './algorithm.ts';

interface Count {
  start: number;
  count: number;
}

export function fixedWindow(): MemoryAlgorithm {
  const keys = new IdleMap<Count>();
  return {
    keys,
    allow(key, limit, windowMs, now) {
      const start = startOf(windowMs, now);
      let entry = keys.get(key, windowMs, now);
      if (entry === undefined) {
        entry = { start, count: 0 };
        keys.set(key, entry);
      } else if (entry.start < start) {
        entry.start = start;
        entry.count = 0;
      }
      const allowed = entry.count < limit;
      if (allowed) entry.count++;
      return fixedWindowDecision(entry, allowed, limit, windowMs, now);
    },
  };
}

/** When the present window began. */
export const startOf = (windowMs: number, now: number): number =>
  Math.floor(now / windowMs) * windowMs;

export function fixedWindowDecision(
  { start, count }: Readonly<Count>,
  allowed: boolean,
  limit: number,
  windowMs: number,
  now: number,
): Decision {
  const remaining = Math.max(0, limit - count);
  const resetAfterMs = start + windowMs - now;
  return { allowed, remaining, retryAfterMs: remaining > 0 ? 0 : resetAfterMs, resetAfterMs };
}
