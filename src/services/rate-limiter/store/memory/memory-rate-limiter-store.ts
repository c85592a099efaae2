/** The embedded limiter: state in this process. Windows need not survive it. */
import { SlidingWindow, type SlidingWindowOptions } from '#kit/base/sliding-window.ts';
import {
  decisionOf,
  type Algorithm,
  type Check,
  type Decision,
  type Limit,
  type LimitState,
  type RateLimiter,
} from '../rate-limiter-store.ts';
import { FixedWindow } from './fixed-window.ts';
import type { Meter } from './meter.ts';
import { Meters } from './meters.ts';
import { TokenBucket } from './token-bucket.ts';

/** Decides at once: there is nothing to wait for. */
export interface MemoryLimiter extends RateLimiter {
  check(check: Check, now: number): Decision;
  peek(check: Check, now: number): Decision;
  refund(check: Check, now: number): Decision;
  allow(key: string, limit: number, windowMs: number, now: number): Decision;
  /** How many keys are kept. */
  readonly size: number;
}

type Effect = 'take' | 'peek' | 'refund';

const makers: Record<Algorithm, (options: SlidingWindowOptions) => () => Meter> = {
  'sliding-window': (options) => () => new SlidingWindow(options),
  'token-bucket': () => () => new TokenBucket(),
  'fixed-window': () => () => new FixedWindow(),
};

export function memoryLimiter(
  algorithm: Algorithm,
  options: SlidingWindowOptions = {},
): MemoryLimiter {
  const meters = new Meters(makers[algorithm](options));
  return {
    description: 'memory',
    get size() {
      return meters.size;
    },
    check: (check, now) => decide(meters, 'take', check, now),
    peek: (check, now) => decide(meters, 'peek', check, now),
    refund: (check, now) => decide(meters, 'refund', check, now),
    allow: (key, limit, windowMs, now) =>
      decide(meters, 'take', { key, limits: [{ limit, windowMs }] }, now),
    reset(key, ...windowsMs) {
      for (const windowMs of windowsMs) meters.delete(key, windowMs);
    },
    sweep: (now) => meters.sweep(now),
    ready: async () => {},
    close: async () => {},
  };
}

function decide(meters: Meters, effect: Effect, check: Check, now: number): Decision {
  const { key, limits, cost = 1 } = check;
  if (limits.length > 1) return decideOnAll(meters, effect, check, now);
  // The same for a single limit, in less than half the time.
  const limit = limits[0]!;
  const meter = meters.of(key, limit.windowMs, now, effect === 'take');
  if (effect === 'refund') meter.giveBack(cost, limit, now);
  const left = meter.left(limit, now);
  const allowed = left >= cost;
  const { remaining, waitMs, resetAfterMs } = settle(
    meter,
    effect,
    allowed,
    left,
    cost,
    limit,
    now,
  );
  const retryAfterMs = waitMs === Infinity ? null : waitMs;
  return { allowed, limit, remaining, retryAfterMs, resetAfterMs };
}

function decideOnAll(
  meters: Meters,
  effect: Effect,
  { key, limits, cost = 1 }: Check,
  now: number,
): Decision {
  const used = limits.map((limit) => meters.of(key, limit.windowMs, now, effect === 'take'));
  const left = limits.map((limit, i) => {
    if (effect === 'refund') used[i]!.giveBack(cost, limit, now);
    return used[i]!.left(limit, now);
  });
  const allowed = left.every((units) => units >= cost);
  const states = limits.map((limit, i) =>
    settle(used[i]!, effect, allowed, left[i]!, cost, limit, now),
  );
  return decisionOf(allowed, limits, states);
}

/** Counts the cost where all limits have room for it, and tells how this one stands then. */
function settle(
  meter: Meter,
  effect: Effect,
  allowed: boolean,
  left: number,
  cost: number,
  limit: Limit,
  now: number,
): LimitState {
  const isCounted = allowed && effect === 'take';
  if (isCounted) meter.take(cost, limit, now);
  let waitMs = 0;
  if (left < cost) waitMs = cost > limit.limit ? Infinity : meter.waitMs(cost, limit, now);
  const remaining = Math.max(0, isCounted ? left - cost : left);
  return { remaining, waitMs, resetAfterMs: meter.resetAfterMs(limit, now) };
}
