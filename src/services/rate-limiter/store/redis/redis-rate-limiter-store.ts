/**
 * The shared limiter: any number of replicas on one Redis, one round trip a check. Keys expire by
 * themselves, but no decision depends on when: instants decide.
 */
import { command, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import type { SlidingWindowOptions } from '#kit/base/sliding-window.ts';
import { decisionOf, type Algorithm, type Check, type RateLimiter } from '../rate-limiter-store.ts';
import { fixedWindow, slidingWindow, tokenBucket, type Effect } from './steps.ts';

const steps = {
  'sliding-window': slidingWindow,
  'token-bucket': tokenBucket,
  'fixed-window': fixedWindow,
};

/** @param prefix first part of all keys */
export function redisLimiter(
  redis: RedisConnection,
  prefix: string,
  algorithm: Algorithm,
  options: SlidingWindowOptions = {},
): RateLimiter {
  const step = steps[algorithm](redis, options);
  const keyOf = (key: string, windowMs: number) =>
    `${prefix}:${algorithm}:{${tagOf(key)}}:${windowMs}`;

  const decide = async (effect: Effect, { key, limits, cost = 1 }: Check, now: number) => {
    const keys = limits.map(({ windowMs }) => keyOf(key, windowMs));
    const { hasRoom, states } = await step(keys, { effect, cost, now, limits });
    return decisionOf(hasRoom, limits, states);
  };
  return {
    ...redisLifecycle(redis),
    check: (check, now) => decide('take', check, now),
    peek: (check, now) => decide('peek', check, now),
    refund: (check, now) => decide('refund', check, now),
    allow: (key, limit, windowMs, now) =>
      decide('take', { key, limits: [{ limit, windowMs }] }, now),
    // One by one: see docs/adr/0024.
    reset: async (key, ...windowsMs) => {
      await Promise.all(windowsMs.map((windowMs) => command(redis.del(keyOf(key, windowMs)))));
    },
    sweep: async () => {},
  };
}

/** All windows of a key share a slot, also when it is empty or has braces. */
function tagOf(key: string): string {
  if (key === '') return '%';
  return /[%}]/.test(key) ? key.replaceAll('%', '%25').replaceAll('}', '%7D') : key;
}
