/** The embedded limiter: state in this process. Windows need not survive it. */
import type { Algorithm, Decision, RateLimiter } from '../store.ts';
import { FixedWindowLimiter } from './fixed-window.ts';
import { SlidingWindowLimiter } from './sliding-window.ts';
import { TokenBucketLimiter } from './token-bucket.ts';

const limiters = {
  'sliding-window': SlidingWindowLimiter,
  'token-bucket': TokenBucketLimiter,
  'fixed-window': FixedWindowLimiter,
};

export interface MemoryLimiter extends RateLimiter {
  /** Decides at once: there is nothing to wait for. */
  allow(key: string, limit: number, windowMs: number, now: number): Decision;
  /** How many keys are in memory. */
  readonly size: number;
}

export function memoryLimiter(algorithm: Algorithm): MemoryLimiter {
  const limiter = new limiters[algorithm]();
  return {
    description: 'memory',
    allow: (key, limit, windowMs, now) => limiter.allow(key, limit, windowMs, now),
    reset: (key) => limiter.reset(key),
    sweep: (now) => limiter.sweep(now),
    get size() {
      return limiter.size;
    },
    ready: async () => {},
    close: async () => {},
  };
}
