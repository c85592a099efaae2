/** The shared store. Each method of the port is one Lua script, hence one indivisible step. */
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { command, openRedis, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import { RedisChannels } from '#kit/stores/redis-channels.ts';
import type { Changes } from '#kit/web/event-streams.ts';
import type { RuleSet } from '../../rules/rules.ts';
import type { DispatchStore, HubStore } from '../dispatch-store.ts';
import { redisBatches } from './batches.ts';
import { redisDrivers } from './drivers.ts';
import { redisOffers } from './offers.ts';
import { redisOrders } from './orders.ts';
import { keyPrefix } from './prefix.ts';
import { hashReader } from './records.ts';
import { loadSteps } from './scripts.ts';

/**
 * @param prefix first part of all keys of the deployment
 * @throws StartupError when nothing answers at `address`
 */
export async function openRedisStore(
  address: string,
  prefix: string,
  rules: RuleSet,
  log: Logger,
): Promise<DispatchStore> {
  const own = keyPrefix(rules, prefix);
  const redis = await openRedis(address, own);
  const subscriber = await openRedis(address, own).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  const tag = `{${own}}`;
  const steps = loadSteps(redis, tag, rules);
  return {
    ...redisLifecycle(redis),
    drivers: redisDrivers(redis, tag, steps),
    orders: redisOrders(redis, tag, steps),
    offers: redisOffers(redis, tag, steps),
    hubs: hubStore(redis, tag),
    batches: redisBatches(redis, tag, steps),
    deleteOld: steps('delete-old', Type.Boolean()),
    watch: (changes) => watch(subscriber, `${tag}:changed`, changes, log),
    async close() {
      redis.disconnect();
      subscriber.disconnect();
    },
  };
}

/** Follows the channel on which scripts publish what may have changed. */
async function watch(
  subscriber: RedisConnection,
  channel: string,
  changes: Changes<string>,
  log: Logger,
): Promise<void> {
  const listener = {
    message: (_channel: string, followed: string) => changes.changed(followed),
    resumed: () => changes.resumed(),
  };
  await new RedisChannels(subscriber, listener, log).follow(channel);
}

function hubStore(redis: RedisConnection, tag: string): HubStore {
  const read = hashReader(redis, 'a hub', Type.Object({ lat: Type.Number(), lng: Type.Number() }));
  return {
    async put(hubId, { lat, lng }) {
      await command(redis.hset(`${tag}:hub:${hubId}`, { lat, lng }));
    },
    find: (hubId) => read(`${tag}:hub:${hubId}`),
    remove: async (hubId) => (await command(redis.del(`${tag}:hub:${hubId}`))) > 0,
  };
}
