/**
 * Sliding window: allowed while fewer than `limit` requests were allowed in the window that ends
 * now. Exact: no span of that length ever holds more.
 */
import { SlidingWindows } from '#kit/sliding-window.ts';
import type { Decision } from '../store.ts';

export class SlidingWindowLimiter {
  readonly #windows = new SlidingWindows();

  get size(): number {
    return this.#windows.size;
  }

  allow(key: string, limit: number, windowMs: number, now: number): Decision {
    const requests = this.#windows.of(key, windowMs, now);
    const allowed = requests.count < limit;
    if (allowed) requests.record(now);
    const { count } = requests;
    const remaining = Math.max(0, limit - count);
    // There is room again when the request that lies `limit` requests back leaves the window.
    const retryAfterMs = remaining > 0 ? 0 : requests.at(count - limit) + windowMs - now;
    return {
      allowed,
      remaining,
      retryAfterMs,
      resetAfterMs: requests.at(count - 1) + windowMs - now,
    };
  }

  reset(key: string): void {
    this.#windows.reset(key);
  }

  sweep(now: number): void {
    this.#windows.sweep(now);
  }
}
