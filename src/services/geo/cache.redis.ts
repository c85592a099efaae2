/**
 * The shared cache of cells: one hash a parent. Dropping a parent deletes its hash, the generation
 * with it; a generation is a random word and never comes back, so that a hash that vanished for
 * whatever reason (dropped, expired, evicted, lost) is never taken for the former one.
 */
import { nanoid } from 'nanoid';
import { command, loadScript, openRedis, type RedisConnection } from '#kit/redis.ts';
import { parentOf } from './cells.ts';
import { entryLifetime, missLifetime, type CellCache, type CellEntry, type Hub } from './store.ts';

/** @throws StartupError when nothing answers at `address` */
export async function openRedisCache(address: string, prefix: string): Promise<CellCache> {
  return redisCache(await openRedis(address), prefix);
}

function redisCache(redis: RedisConnection, prefix: string): CellCache {
  const file = (name: string) => new URL(`./lua/${name}.lua`, import.meta.url);
  const open = loadScript<string>(redis, file('open'));
  const keep = loadScript<0 | 1>(redis, file('keep'));
  const keyOf = (parent: string) => `{${prefix}:${parent}}`;

  return {
    async get(cell) {
      const text = await command(redis.hget(keyOf(parentOf(cell)), cell));
      return text === null ? undefined : decode(text);
    },
    async open(cell) {
      const keys = [keyOf(parentOf(cell))];
      const generation = await open(keys, [nanoid(), missLifetime]);
      return async (entry) => {
        const lifetime = entry.near.length > 0 ? entryLifetime : missLifetime;
        return (await keep(keys, [generation, cell, encode(entry), lifetime])) === 1;
      };
    },
    async drop(parents) {
      await Promise.all(parents.map((parent) => command(redis.del(keyOf(parent)))));
    },
    async close() {
      redis.disconnect();
    },
  };
}

type HubTuple = [id: string, name: string, number, number, number, number, number];

/** Hubs as tuples; those of `near` that list the cell come first, and `listed` says how many. */
type EntryTuple = [at: number, listed: number, near: HubTuple[]];

function encode({ at, listed, near }: CellEntry): string {
  const ids = new Set(listed.map(({ id }) => id));
  const rest = near.filter(({ id }) => !ids.has(id));
  const tuple: EntryTuple = [at, listed.length, [...listed, ...rest].map(tupleOf)];
  return JSON.stringify(tuple);
}

function decode(text: string): CellEntry {
  const [at, listed, tuples] = JSON.parse(text) as EntryTuple;
  const near = tuples.map(hubOf);
  return { at, listed: near.slice(0, listed), near };
}

const tupleOf = (hub: Hub): HubTuple => [
  hub.id,
  hub.name,
  hub.lat,
  hub.lng,
  hub.radiusKm,
  hub.stock,
  hub.riders,
];

const hubOf = ([id, name, lat, lng, radiusKm, stock, riders]: HubTuple): Hub => ({
  id,
  name,
  lat,
  lng,
  radiusKm,
  stock,
  riders,
});
