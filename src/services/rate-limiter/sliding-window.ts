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
    const { count } = requests;
    const remaining = Math.max(0, limit - count);
    // There is room again when the request `limit` places ago leaves the window.
    const retryAfter = remaining > 0 ? 0 : requests.at(count - limit) + window - now;
    return { allowed, remaining, retryAfter, resetAfter: requests.at(count - 1) + window - now };
  }

  reset(key: string): void {
    this.#windows.reset(key);
  }

  sweep(now: number): void {
    this.#windows.sweep(now);
  }
}
