import { openRedis } from '#kit/stores/redis.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { limiterContract, type OpenLimiters } from './contract/limiter.ts';
import { memoryLimiter } from './memory/store.ts';
import { redisLimiter } from './redis/store.ts';

limiterContract('memory', false, async (_t, algorithm) => {
  const limiter = memoryLimiter(algorithm);
  return { first: limiter, second: limiter };
});

const openOn =
  (address: string): OpenLimiters =>
  async (t, algorithm) => {
    const prefix = unique('rl-');
    const replica = async () => {
      const redis = await openRedis(address);
      t.after(() => redis.disconnect());
      return redisLimiter(redis, prefix, algorithm);
    };
    return { first: await replica(), second: await replica() };
  };

limiterContract('Redis', missing('redis'), openOn(servers.redis));
limiterContract('a Redis Cluster', missing('cluster'), openOn(servers.cluster));
