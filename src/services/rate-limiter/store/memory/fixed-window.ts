/**
 * Fixed window: `limit` requests in each window, which begin at the multiples of its length. Twice
 * as many may pass around a boundary.
 */
import { IdleMap } from '#kit/idle-map.ts';
import type { Decision } from '../store.ts';

interface Count {
  start: number;
  count: number;
}

export class FixedWindowLimiter {
  readonly #counts = new IdleMap<Count>();

  get size(): number {
    return this.#counts.size;
  }

  allow(key: string, limit: number, windowMs: number, now: number): Decision {
    const start = startOf(windowMs, now);
    let entry = this.#counts.get(key, windowMs, now);
    if (entry === undefined) {
      entry = { start, count: 0 };
      this.#counts.set(key, entry);
    } else if (entry.start < start) {
      entry.start = start;
      entry.count = 0;
    }
    const allowed = entry.count < limit;
    if (allowed) entry.count++;
    return fixedWindowDecision(entry, allowed, limit, windowMs, now);
  }

  reset(key: string): void {
    this.#counts.delete(key);
  }

  sweep(now: number): void {
    this.#counts.sweep(now);
  }
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
