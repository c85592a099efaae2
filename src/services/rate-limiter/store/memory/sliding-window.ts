/**
 * Sliding window: allowed while fewer than `limit` requests were allowed in the window that ends
 * now. Exact: no span of that length ever holds more.
 */
import { SlidingWindows } from '#kit/sliding-window.ts';
import type { MemoryAlgorithm } from './algorithm.ts';

export function slidingWindow(): MemoryAlgorithm {
  const keys = new SlidingWindows();
  return {
    keys,
    allow(key, limit, windowMs, now) {
      const requests = keys.of(key, windowMs, now);
      const allowed = requests.count < limit;
      if (allowed) requests.record(now);
      const { count } = requests;
      const remaining = Math.max(0, limit - count);
      // There is room again when the request that lies `limit` requests back leaves the window.
      const retryAfterMs = remaining > 0 ? 0 : requests.at(count - limit) + windowMs - now;
      const resetAfterMs = requests.at(count - 1) + windowMs - now;
      return { allowed, remaining, retryAfterMs, resetAfterMs };
    },
  };
}
