/**
 * The shared limiter: any number of replicas on one Redis, one round trip a decision. Keys vanish
 * by themselves; instants decide, not the vanishing.
 */
import { command, loadScript, openRedis, type RedisConnection } from '#kit/redis.ts';
import { slidingWindowLua } from '#kit/sliding-window.ts';
import * as fixedWindow from './fixed-window.ts';
import type { Algorithm, Decision, RateLimiter } from './limiter.ts';
import * as tokenBucket from './token-bucket.ts';

type Decide = (limit: number, window: number, now: number, reply: number[]) => Decision;

/** Makes decisions of what the scripts return: numbers in one string, a list costs Redis more. */
const decisions: Record<Algorithm, Decide> = {
  'sliding-window': (_limit, window, now, [left, oldest, newest]) => ({
    allowed: left! >= 0,
    remaining: Math.max(0, left!),
    retryAfter: left! > 0 ? 0 : oldest! + window - now,
    resetAfter: newest! + window - now,
  }),
  'token-bucket': (limit, window, _now, [allowed, level]) =>
    tokenBucket.view(level!, allowed === 1, limit, window),
  'fixed-window': (limit, window, now, [allowed, start, count]) =>
    fixedWindow.view({ start: start!, count: count! }, allowed === 1, limit, window, now),
};

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
  const script = loadScript<string>(redis, ...windows, file('slack'), file(algorithm));
  const decide = decisions[algorithm];
  const keyOf = (key: string) => `${prefix}:${algorithm}:${key}`;
  return {
    async allow(key, limit, window, now) {
      const reply = await script([keyOf(key)], [limit, window, now]);
      return decide(limit, window, now, reply.split(' ').map(Number));
    },
    reset: async (key) => void (await command(redis.del(keyOf(key)))),
    sweep: () => {},
    ready: async () => void (await command(redis.ping())),
    close: async () => redis.disconnect(),
  };
}
