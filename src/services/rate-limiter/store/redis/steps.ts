/** The three algorithms in Redis, each one script. */
import { Type, type TSchema } from 'typebox';
import { loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import {
  instantForLua,
  maxPoints,
  sliceOf,
  type SlidingWindowOptions,
} from '#kit/base/sliding-window.ts';
import { startOf } from '../memory/fixed-window.ts';
import { tokensLeft, waitForTokens } from '../memory/token-bucket.ts';
import type { Limit, LimitState } from '../rate-limiter-store.ts';
import { keyLifetimeMs } from './key-lifetime.ts';

export type Effect = 'take' | 'peek' | 'refund';

interface Request {
  readonly effect: Effect;
  readonly cost: number;
  readonly limits: readonly Limit[];
  readonly now: number;
}

/** @param keys of the limits, in their order */
export type Step = (
  keys: string[],
  request: Request,
) => Promise<{ readonly hasRoom: boolean; readonly states: LimitState[] }>;

const folder = new URL('./lua/', import.meta.url);

const count = Type.Integer({ minimum: 0 });
/** 13 digits: see `instantForLua`. */
const instant = Type.String({ minLength: 13, maxLength: 13 });
const instantOrNone = Type.Union([instant, Type.Literal('')]);
const replyOf = <T extends TSchema>(state: T) =>
  Type.Tuple([Type.Integer({ minimum: 0, maximum: 1 }), Type.Array(state)]);

/**
 * Up to this many points are stored as a string: rewritten each time, yet cheaper than a short
 * list.
 */
const maxTextPoints = 64;

const decodeSlidingWindow = checked(
  'the reply of sliding-window.lua',
  replyOf(Type.Tuple([count, instantOrNone, instantOrNone])),
);

export function slidingWindow(
  redis: RedisConnection,
  { maxPoints: max = maxPoints }: SlidingWindowOptions,
): Step {
  const constants = { MAX_POINTS: max, MAX_TEXT: Math.min(maxTextPoints, max / 2) };
  const run = loadScripts(redis, folder, { constants })('sliding-window', decodeSlidingWindow);
  return async (keys, { effect, cost, limits, now }) => {
    const [hasRoom, found] = await run(keys, [
      effect,
      cost,
      instantForLua(now),
      ...limits.flatMap(({ limit, windowMs }) => [
        limit,
        instantForLua(now - windowMs),
        keyLifetimeMs(windowMs),
        sliceOf(windowMs, max),
      ]),
    ]);
    const states = limits.map(({ limit, windowMs }, i): LimitState => {
      const [used, newest, leaving] = found[i]!;
      const until = (instant: string) => Math.max(0, Number(instant) + windowMs - now);
      return {
        remaining: Math.max(0, limit - used),
        waitMs: cost > limit ? Infinity : leaving === '' ? 0 : until(leaving),
        resetAfterMs: newest === '' ? 0 : until(newest),
      };
    });
    return { hasRoom: hasRoom === 1, states };
  };
}

const decodeTokenBucket = checked(
  'the reply of token-bucket.lua',
  replyOf(Type.Tuple([Type.String({ pattern: '^\\d{1,15}$' }), instant])),
);

export function tokenBucket(redis: RedisConnection): Step {
  const run = loadScripts(redis, folder)('token-bucket', decodeTokenBucket);
  return async (keys, { effect, cost, limits, now }) => {
    const of = ({ limit, windowMs }: Limit) => [limit, windowMs, keyLifetimeMs(windowMs)];
    const [hasRoom, found] = await run(keys, [
      effect,
      cost,
      instantForLua(now),
      ...limits.flatMap(of),
    ]);
    const states = limits.map((limit, i): LimitState => {
      const missing = Number(found[i]![0]);
      const behindMs = Number(found[i]![1]) - now;
      const waitFor = (units: number) => waitForTokens(missing, units, limit, behindMs);
      return {
        remaining: tokensLeft(missing, limit),
        waitMs: cost > limit.limit ? Infinity : hasRoom === 1 ? 0 : waitFor(cost),
        resetAfterMs: waitFor(limit.limit),
      };
    });
    return { hasRoom: hasRoom === 1, states };
  };
}

const decodeFixedWindow = checked(
  'the reply of fixed-window.lua',
  replyOf(Type.Tuple([count, instant])),
);

export function fixedWindow(redis: RedisConnection): Step {
  const run = loadScripts(redis, folder)('fixed-window', decodeFixedWindow);
  return async (keys, { effect, cost, limits, now }) => {
    const of = ({ limit, windowMs }: Limit) => [
      limit,
      instantForLua(startOf(windowMs, now)),
      keyLifetimeMs(windowMs),
    ];
    const [hasRoom, found] = await run(keys, [effect, cost, ...limits.flatMap(of)]);
    const states = limits.map(({ limit, windowMs }, i): LimitState => {
      const [counted, start] = found[i]!;
      const endMs = Number(start) + windowMs - now;
      const hasOwnRoom = hasRoom === 1 || counted + cost <= limit;
      return {
        remaining: Math.max(0, limit - counted),
        waitMs: cost > limit ? Infinity : hasOwnRoom ? 0 : endMs,
        resetAfterMs: counted === 0 ? 0 : endMs,
      };
    });
    return { hasRoom: hasRoom === 1, states };
  };
}
