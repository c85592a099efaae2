/**
 * The shared cache of cells: one hash for each parent. Invalidating a parent deletes its hash, and
 * the generation and the later states of hubs with it. A generation is a random word that never comes back: a hash that is gone
 * for whatever reason (invalidated, expired, evicted, lost) is never taken for the former one.
 */
import { nanoid } from 'nanoid';
import { Type } from 'typebox';
import {
  command,
  loadScripts,
  openRedis,
  redisLifecycle,
  type RedisConnection,
} from '#kit/stores/redis.ts';
import { checked, storedJson } from '#kit/web/schema.ts';
import type { Store } from '#kit/stores/store.ts';
import { parentOf } from '../../cells/cells.ts';
import {
  entryLifetimeMs,
  Hub,
  HubState,
  missLifetimeMs,
  refreshed,
  type CellCache,
  type CellEntry,
} from '../geo-store.ts';

/** @throws StartupError when nothing answers at `address` */
export async function openRedisCache(address: string, prefix: string): Promise<CellCache & Store> {
  return redisCache(await openRedis(address), prefix);
}

export function redisCache(redis: RedisConnection, prefix: string): CellCache & Store {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url));
  const beginWrite = script('begin-write', checked('reply of begin-write.lua', Type.String()));
  const writeIfCurrent = script(
    'write-if-current',
    checked('reply of write-if-current.lua', Type.Integer({ minimum: 0, maximum: 1 })),
  );
  const refresh = script(
    'refresh',
    checked('reply of refresh.lua', Type.Integer({ minimum: 0, maximum: 1 })),
  );
  const keyOf = (parent: string) => `{${prefix}:${parent}}`;

  return {
    ...redisLifecycle(redis),
    // Without the cache lookups are slower, not wrong: readiness follows the hubs alone.
    ready: async () => {},
    async get(cell) {
      const key = keyOf(parentOf(cell));
      const [text, mark] = await command(redis.hmget(key, cell, 's'));
      if (typeof text !== 'string') return undefined;
      const entry = decode(text);
      if (typeof mark !== 'string' || entry.near.length === 0) return entry;
      const fields = entry.near.map(({ row }) => `s${row}`);
      const [now, ...later] = await command(redis.hmget(key, 's', ...fields));
      // The states went with their generation, and what is there now may be earlier than they were.
      if (now !== mark) return undefined;
      const known = later.filter((state) => typeof state === 'string').map(parseState);
      return refreshed(entry, (row) => known.find((state) => state.row === row));
    },
    async beginWrite(cell) {
      const keys = [keyOf(parentOf(cell))];
      const generation = await beginWrite(keys, [nanoid(), missLifetimeMs]);
      return async (entry) => {
        const lifetimeMs = entry.near.length > 0 ? entryLifetimeMs : missLifetimeMs;
        return (await writeIfCurrent(keys, [generation, cell, encode(entry), lifetimeMs])) === 1;
      };
    },
    async invalidate(parents) {
      await Promise.all(parents.map((parent) => command(redis.del(keyOf(parent)))));
    },
    async refresh(parents, state) {
      const values = [state.row, state.revision, JSON.stringify(state)];
      await Promise.all(parents.map((parent) => refresh([keyOf(parent)], values)));
    },
  };
}

const parseEntry = storedJson(
  'cached cell',
  Type.Object({
    at: Type.Number(),
    /** Ids of those hubs of `near` that list the cell. */
    listed: Type.Array(Type.String()),
    near: Type.Array(Hub),
  }),
);

const parseState = storedJson('state of a hub', HubState);

function encode({ at, listed, near }: CellEntry): string {
  return JSON.stringify({ at, listed: listed.map(({ id }) => id), near });
}

function decode(text: string): CellEntry {
  const { at, listed, near } = parseEntry(text);
  const ids = new Set(listed);
  return { at, listed: near.filter(({ id }) => ids.has(id)), near };
}
