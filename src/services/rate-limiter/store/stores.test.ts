import { openRedis } from '#kit/stores/redis.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { limiterLaws, type OpenLimiters } from './contract/laws.ts';
import { limiterContract } from './contract/limiter.ts';
import { memoryLimiter } from './memory/memory-rate-limiter-store.ts';
import { redisLimiter } from './redis/redis-rate-limiter-store.ts';

const openOn =
  (address: string): OpenLimiters =>
  async (t, algorithm, options) => {
    const prefix = unique('rl-');
    const replica = async () => {
      const redis = await openRedis(address);
      t.after(() => redis.disconnect());
      return redisLimiter(redis, prefix, algorithm, options);
    };
    return { first: await replica(), second: await replica() };
  };

const openMemory: OpenLimiters = async (_t, algorithm, options) => {
  const limiter = memoryLimiter(algorithm, options);
  return { first: limiter, second: limiter };
};

for (const suite of [limiterContract, limiterLaws]) {
  suite('memory', false, openMemory);
  suite('Redis', missing('redis'), openOn(servers.redis));
  suite('a Redis Cluster', missing('cluster'), openOn(servers.cluster));
}
