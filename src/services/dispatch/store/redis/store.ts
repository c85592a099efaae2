/** The shared store. Each method of the port is one Lua script, hence one indivisible step. */
import { Type } from 'typebox';
import { command, openRedis, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import type { RuleSet } from '../../rules/rules.ts';
import type { DispatchStore, HubStore } from '../store.ts';
import { ChangesChannel } from './changes.ts';
import { isMore, NumberText } from './decode.ts';
import { RedisDrivers } from './drivers.ts';
import { RedisOffers } from './offers.ts';
import { RedisOrders } from './orders.ts';
import { loadSteps } from './scripts.ts';

/**
 * @param prefix first part of all keys of the deployment
 * @throws StartupError when nothing answers at `address`
 */
export async function openRedisStore(
  address: string,
  prefix: string,
  rules: RuleSet,
): Promise<DispatchStore> {
  const redis = await openRedis(address);
  const subscriber = await openRedis(address).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  const tag = `{${rules.name.replace('dispatch', prefix)}}`;
  const steps = loadSteps(redis, tag, rules);
  const changes = new ChangesChannel(subscriber, `${tag}:changed`);
  return {
    ...redisLifecycle(redis),
    drivers: new RedisDrivers(redis, tag, steps),
    orders: new RedisOrders(steps),
    offers: new RedisOffers(redis, tag, steps),
    hubs: hubStore(redis, tag),
    deleteOld: steps('delete-old', isMore('reply of delete-old.lua')),
    watch: (watcher) => changes.watch(watcher),
    async close() {
      redis.disconnect();
      subscriber.disconnect();
    },
  };
}

const decodeHub = checked('a hub', Type.Object({ lat: NumberText, lng: NumberText }));

function hubStore(redis: RedisConnection, tag: string): HubStore {
  return {
    async put({ hubId, lat, lng }) {
      await command(redis.hset(`${tag}:hub:${hubId}`, { lat, lng }));
    },
    async find(hubId) {
      const hash = await command(redis.hgetall(`${tag}:hub:${hubId}`));
      if (Object.keys(hash).length === 0) return undefined;
      const { lat, lng } = decodeHub(hash);
      return { hubId, lat: Number(lat), lng: Number(lng) };
    },
  };
}
