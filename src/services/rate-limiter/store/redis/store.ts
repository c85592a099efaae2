/**
 * The shared limiter: any number of replicas on one Redis, one round trip a decision. Keys expire
 * by themselves, but no decision depends on when: instants decide.
 */
import { Type } from 'typebox';
import { command, loadScripts, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { instantForLua, slidingWindowLua } from '#kit/sliding-window.ts';
import { fixedWindowDecision, startOf } from '../memory/fixed-window.ts';
import { tokenBucketDecision } from '../memory/token-bucket.ts';
import type { Algorithm, Decision, RateLimiter } from '../store.ts';
import { keyLifetimeMs } from './key-lifetime.ts';

type Allow = (key: string, limit: number, windowMs: number, now: number) => Promise<Decision>;

const isAllowed = Type.Integer({ minimum: 0, maximum: 1 });
const count = Type.Integer({ minimum: 0 });
/** 13 digits: see `instantForLua`. */
const instant = Type.String({ minLength: 13, maxLength: 13 });
const folder = new URL('./lua/', import.meta.url);

const steps: Record<Algorithm, (redis: RedisConnection) => Allow> = {
  'sliding-window': slidingWindow,
  'token-bucket': tokenBucket,
  'fixed-window': fixedWindow,
};

/** @param prefix first part of all keys */
export function redisLimiter(
  redis: RedisConnection,
  prefix: string,
  algorithm: Algorithm,
): RateLimiter {
  const step = steps[algorithm](redis);
  const keyOf = (key: string) => `${prefix}:${algorithm}:${key}`;
  return {
    ...redisLifecycle(redis),
    allow: (key, limit, windowMs, now) => step(keyOf(key), limit, windowMs, now),
    reset: async (key) => void (await command(redis.del(keyOf(key)))),
    sweep: () => {},
  };
}

const decodeSlidingWindow = checked(
  'the reply of sliding-window.lua',
  Type.Tuple([Type.Integer({ minimum: -1 }), instant, instant]),
);

function slidingWindow(redis: RedisConnection): Allow {
  // Only this script gets the library, whose functions are made anew at each call.
  const script = loadScripts(redis, folder, { libraries: [slidingWindowLua] });
  const run = script('sliding-window', decodeSlidingWindow);
  return async (key, limit, windowMs, now) => {
    const instants = [instantForLua(now), instantForLua(now - windowMs)];
    const reply = await run([key], [limit, ...instants, keyLifetimeMs(windowMs)]);
    const [left, oldest, newest] = reply;
    const remaining = Math.max(0, left);
    return {
      allowed: left >= 0,
      remaining,
      retryAfterMs: remaining > 0 ? 0 : Number(oldest) + windowMs - now,
      resetAfterMs: Number(newest) + windowMs - now,
    };
  };
}

const decodeTokenBucket = checked('the reply of token-bucket.lua', Type.Tuple([isAllowed, count]));

function tokenBucket(redis: RedisConnection): Allow {
  const run = loadScripts(redis, folder)('token-bucket', decodeTokenBucket);
  return async (key, limit, windowMs, now) => {
    const args = [limit, windowMs, instantForLua(now), keyLifetimeMs(windowMs)];
    const [allowed, level] = await run([key], args);
    return tokenBucketDecision(level, allowed === 1, limit, windowMs);
  };
}

const decodeFixedWindow = checked(
  'the reply of fixed-window.lua',
  Type.Tuple([isAllowed, count, instant]),
);

function fixedWindow(redis: RedisConnection): Allow {
  const run = loadScripts(redis, folder)('fixed-window', decodeFixedWindow);
  return async (key, limit, windowMs, now) => {
    const ownStart = instantForLua(startOf(windowMs, now));
    const reply = await run([key], [limit, ownStart, keyLifetimeMs(windowMs)]);
    const [allowed, count, start] = reply;
    return fixedWindowDecision(
      { start: Number(start), count },
      allowed === 1,
      limit,
      windowMs,
      now,
    );
  };
}
