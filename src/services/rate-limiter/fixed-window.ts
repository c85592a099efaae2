/**
 * Fixed window: `limit` requests in each window, which begin at the multiples of its length. Twice
 * as many may pass around a boundary.
 */
import { IdleMap } from '#kit/idle-map.ts';
import type { Decision } from './limiter.ts';

interface Count {
  start: number;
  count: number;
}

export class FixedWindowLimiter {
  readonly #counts = new IdleMap<Count>();

  get size(): number {
    return this.#counts.size;
  }

  allow(key: string, limit: number, window: number, now: number): Decision {
    const start = startOf(window, now);
    let entry = this.#counts.get(key, window, now);
    if (entry === undefined) {
      entry = { start, count: 0 };
      this.#counts.set(key, entry);
    } else if (entry.start < start) {
      entry.start = start;
      entry.count = 0;
    }
    const allowed = entry.count < limit;
    if (allowed) entry.count++;
    return view(entry, allowed, limit, window, now);
  }

  reset(key: string): void {
    this.#counts.delete(key);
  }

  sweep(now: number): void {
    this.#counts.sweep(now);
  }
}

/** When the present window began. */
export const startOf = (window: number, now: number): number => Math.floor(now / window) * window;

export function view(
  { start, count }: Readonly<Count>,
  allowed: boolean,
  limit: number,
  window: number,
  now: number,
): Decision {
  const remaining = Math.max(0, limit - count);
  const resetAfter = start + window - now;
  return { allowed, remaining, retryAfter: remaining > 0 ? 0 : resetAfter, resetAfter };
}
