/**
 * The limiter for your own programs. The middleware is in adapters/: fastify.ts, express.ts,
 * hono.ts.
 */
import type { CounterStore } from './store/counters.ts';
import type { Algorithm, RateLimiter } from './store/rate-limiter-store.ts';

export { clientKey } from '#kit/web/safety/client-key.ts';
export type { RateLimitOptions } from './adapters/limit-request.ts';
export type { CounterStore } from './store/counters.ts';
export { memoryCounters } from './store/memory/counters.ts';
export { memoryLimiter, type MemoryLimiter } from './store/memory/memory-rate-limiter-store.ts';
export type { Algorithm, Check, Decision, Limit, RateLimiter } from './store/rate-limiter-store.ts';

/** A connection to Redis, for any number of limiters and counters. */
export interface RedisStorage {
  /**
   * A limiter that all programs share that say the same prefix and algorithm.
   *
   * @param prefix first part of all its keys
   */
  limiter(prefix: string, algorithm: Algorithm): RateLimiter;
  /** @param prefix first part of all keys */
  counters(prefix: string): CounterStore;
  /** Ends the connection: every step that waits, and every later one, is refused with 503. */
  close(): void;
}

/**
 * Connects to `host:port`, `redis://…`, `rediss://…` or `redis+cluster://host:port,host:port`.
 * The Redis client is loaded only here: an application that counts in memory does not load it. A
 * server that may evict keys is taken: counters may be lost.
 *
 * @throws Error when it is not an address, nothing answers there within 3 s, or the server cannot be
 *   used: it is a replica, lacks the database, or is older than Redis 7 or Valkey 7.2
 */
export async function openRedis(address: string): Promise<RedisStorage> {
  const [{ openRedis: open }, { redisCounters }, { redisLimiter }] = await Promise.all([
    import('#kit/stores/redis.ts'),
    import('./store/redis/counters.ts'),
    import('./store/redis/redis-rate-limiter-store.ts'),
  ]);
  const redis = await open(address);
  return {
    limiter: (prefix, algorithm) => redisLimiter(redis, prefix, algorithm),
    counters: (prefix) => redisCounters(redis, prefix),
    close: () => redis.disconnect(),
  };
}
