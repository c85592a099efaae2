/**
 * The limiter for programs of one's own. The middleware stands in adapters/: fastify.ts, express.ts,
 * hono.ts.
 */
export { openRedis } from '#kit/stores/redis.ts';
export { clientKey } from '#kit/web/safety/client-key.ts';
export type { CounterStore } from './store/counters.ts';
export { memoryCounters } from './store/memory/counters.ts';
export { memoryLimiter } from './store/memory/store.ts';
export { redisCounters } from './store/redis/counters.ts';
export { redisLimiter } from './store/redis/store.ts';
export type { Algorithm, Check, Decision, Limit, RateLimiter } from './store/store.ts';
