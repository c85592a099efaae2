/**
 * The shared limiter: any number of replicas on one Redis, one round trip a decision. Keys vanish
 * by themselves; instants decide, not the vanishing.
 */
import { command, loadScript, openRedis, type RedisConnection } from '#kit/redis.ts';
import { instantForLua, slidingWindowLua } from '#kit/sliding-window.ts';
import * as fixedWindow from './fixed-window.ts';
import { keepFor } from './keep.ts';
import type { Algorithm, Decision, RateLimiter } from './limiter.ts';
import * as tokenBucket from './token-bucket.ts';

/** What a script is asked beside the limit, and the decision that it replies with. */
interface Protocol {
  arguments(window: number, now: number): (string | number)[];
  /** Several numbers come in one string: a list costs Redis more. */
  decision(limit: number, window: number, now: number, reply: string | number): Decision;
}

const protocols: Record<Algorithm, Protocol> = {
  'sliding-window': {
    arguments: (window, now) => [instantForLua(now), instantForLua(now - window)],
    decision(_limit, window, now, reply) {
      const [left, oldest, newest] = numbers(reply);
      return {
        allowed: left! >= 0,
        remaining: Math.max(0, left!),
        retryAfter: left! > 0 ? 0 : oldest! + window - now,
        resetAfter: newest! + window - now,
      };
    },
  },
  'token-bucket': {
    arguments: (window, now) => [window, now],
    decision(limit, window, _now, reply) {
      const level = Number(reply);
      const allowed = level >= 0;
      return tokenBucket.view(allowed ? level : -1 - level, allowed, limit, window);
    },
  },
  'fixed-window': {
    arguments: (window, now) => [instantForLua(fixedWindow.startOf(window, now))],
    decision(limit, window, now, reply) {
      const [allowed, start, count] = numbers(reply);
      return fixedWindow.view({ start: start!, count: count! }, allowed === 1, limit, window, now);
    },
  },
};

const numbers = (reply: string | number) => String(reply).split(' ').map(Number);

/**
 * @param prefix first part of all keys
 * @throws StartupError when nothing answers at the address
 */
export async function openRedisLimiter(
  address: string,
  prefix: string,
  algorithm: Algorithm,
): Promise<RateLimiter> {
  return redisLimiter(await openRedis(address), prefix, algorithm);
}

export function redisLimiter(
  redis: RedisConnection,
  prefix: string,
  algorithm: Algorithm,
): RateLimiter {
  const file = (name: string) => new URL(`./lua/${name}.lua`, import.meta.url);
  // Others do without its functions, which would be made anew in each call.
  const windows = algorithm === 'sliding-window' ? [slidingWindowLua] : [];
  const script = loadScript<string | number>(redis, ...windows, file(algorithm));
  const protocol = protocols[algorithm];
  const keyOf = (key: string) => `${prefix}:${algorithm}:${key}`;
  return {
    async allow(key, limit, window, now) {
      const args = [limit, ...protocol.arguments(window, now), keepFor(window)];
      return protocol.decision(limit, window, now, await script([keyOf(key)], args));
    },
    reset: async (key) => void (await command(redis.del(keyOf(key)))),
    sweep: () => {},
    ready: async () => void (await command(redis.ping())),
    close: async () => redis.disconnect(),
  };
}
