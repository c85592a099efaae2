import { Redis } from 'ioredis';
import { redisOptions } from '#kit/stores/redis.ts';

/**
 * Connects to a Redis of a node without waiting for an answer. Commands wait for the first attempt
 * to connect; from then on they are refused (503) while the server is away.
 *
 * @param address `redis://…` or `rediss://…`
 */
export function openRedisLater(address: string): Redis {
  const waiting = { lazyConnect: false, enableOfflineQueue: true };
  const redis = new Redis(address, { ...redisOptions, ...waiting });
  const failFastFromNowOn = () => (redis.options.enableOfflineQueue = false);
  redis.once('ready', failFastFromNowOn).once('close', failFastFromNowOn);
  // Failures reach the callers of commands; an event without a listener would end the process.
  redis.on('error', () => {});
  return redis;
}
