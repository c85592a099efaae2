/** What one would write first: a Fastify route over rate-limiter-flexible. */
import Fastify from 'fastify';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { formats } from '../../src/kit/web/schema.ts';
import { CheckBody, CheckResult } from '../../src/services/rate-limiter/schemas.ts';

const limit = { points: 1_000, duration: 1 };
const address = process.env['STORE_ADDR'];
const redis = address ? new Redis(address) : undefined;
const limiter = redis
  ? new RateLimiterRedis({ storeClient: redis, keyPrefix: 'flexible-route', ...limit })
  : new RateLimiterMemory(limit);

const app = Fastify({ ajv: { customOptions: { coerceTypes: false, strict: false, formats } } });
const schema = { body: CheckBody, response: { 200: CheckResult } };
app.post<{ Body: CheckBody }>('/check', { schema }, async ({ body: { key, cost, policy } }) => {
  const answer = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    allowed,
    limit: limit.points,
    remaining: remainingPoints,
    retry_after_ms: allowed ? 0 : msBeforeNext,
    reset_after_ms: msBeforeNext,
    policy,
  });
  try {
    return answer(true, await limiter.consume(key, cost));
  } catch (refused) {
    // It rejects when it refuses.
    if (refused instanceof RateLimiterRes) return answer(false, refused);
    throw refused;
  }
});

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => void app.close().then(() => redis?.disconnect()));
