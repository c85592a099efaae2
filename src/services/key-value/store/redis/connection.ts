import { Redis } from 'ioredis';

/**
 * Connects to a Redis of a node without waiting for an answer. Commands wait for the first attempt
 * to connect; from then on they are refused (503) while the server is away.
 *
 * @param address `redis://…` or `rediss://…`
 */
export function openRedisLater(address: string): Redis {
  const redis = new Redis(address, {
    connectTimeout: 3_000,
    // A server that stalls is as good as away.
    commandTimeout: 3_000,
    enableOfflineQueue: true,
    // A step whose outcome is unknown is never sent a second time behind the caller's back.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  });
  const failFastFromNowOn = () => (redis.options.enableOfflineQueue = false);
  redis.once('ready', failFastFromNowOn).once('close', failFastFromNowOn);
  // Failures reach the callers of commands; an event without a listener would end the process.
  redis.on('error', () => {});
  return redis;
}
