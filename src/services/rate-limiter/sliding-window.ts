/**
 * Sliding window: allowed while fewer than `limit` requests were allowed in the window that ends
 * now. Exact: no span of that length ever holds more.
 */
import { SlidingWindows } from '#kit/sliding-window.ts';
import type { Decision } from './limiter.ts';

export class SlidingWindowLimiter {
  readonly #windows = new SlidingWindows();

  get size(): number {
    return this.#windows.size;
  }

  allow(key: string, limit: number, window: number, now: number): Decision {
    const requests = this.#windows.of(key, window, now);
    const allowed = requests.count < limit;
    if (allowed) requests.record(now);
    const { count, oldest, newest } = requests;
    const remaining = Math.max(0, limit - count);
    // Where the limit was lowered, more than one request has to leave: then it is asked again.
    const retryAfter = remaining > 0 ? 0 : oldest + window - now;
    return { allowed, remaining, retryAfter, resetAfter: newest + window - now };
  }

  reset(key: string): void {
    this.#windows.reset(key);
  }

  sweep(now: number): void {
    this.#windows.sweep(now);
  }
}
