/** A node whose map is a hash in Redis. */
import { command, loadScript, type RedisConnection, type Script } from '#kit/redis.ts';
import { refuse } from './errors.ts';
import { StaleRing, type NodeMap } from './node.ts';
import type { RingRecord } from './ring-store.ts';

/** The scripts of one connection, whatever number of nodes it serves. */
export function loadScripts(redis: RedisConnection) {
  const file = (name: string) => new URL(`./lua/${name}.lua`, import.meta.url);
  const load = <T>(name: string) => refuseStale(loadScript<T>(redis, file('mark'), file(name)));
  return {
    get: load<string | null>('get'),
    put: load<1>('put'),
    delete: load<1>('delete'),
    accept: load<string | null>('accept'),
    fence: load<0 | 1>('fence'),
    keys: loadScript<[cursor: string, keys: string[]]>(redis, file('keys')),
  };
}

function refuseStale<T>(script: Script<T>): Script<T> {
  return async (keys, args) => {
    try {
      return await script(keys, args);
    } catch (error) {
      throw /\bSTALE ring\b/.test(String(error)) ? new StaleRing() : error;
    }
  };
}

/** @param prefix first part of all keys; those of one node share a hash tag */
export function redisNode(
  redis: RedisConnection,
  scripts: ReturnType<typeof loadScripts>,
  prefix: string,
  name: string,
): NodeMap {
  const own = (part: string) => `${prefix}:{${name}}:${part}`;
  const [served, ring, entries, tombstones] = ['mark', 'ring', 'entries', 'tombstones'].map(
    own,
  ) as [string, string, string, string];

  async function* portions() {
    let cursor = '0';
    do {
      const [next, keys] = await scripts.keys([entries], [cursor]);
      yield keys;
      cursor = next;
    } while (cursor !== '0');
  }

  return {
    async get(mark, key) {
      return (await scripts.get([served, entries], [mark, key])) ?? undefined;
    },
    async put(mark, key, value) {
      await scripts.put([served, entries], [mark, key, value]);
    },
    async delete(mark, key, remember) {
      await scripts.delete([served, entries, tombstones], [mark, key, Number(remember)]);
    },
    async accept(mark, key, value) {
      const keys = [served, entries, tombstones];
      return (await scripts.accept(keys, [mark, key, value])) ?? undefined;
    },
    portions,
    count: () => command(redis.hlen(entries)),
    async serves() {
      const record = await command(redis.get(ring));
      return record === null ? undefined : (JSON.parse(record) as RingRecord);
    },
    async fence(record) {
      const args = [record.ring, record.version, record.change, JSON.stringify(record)];
      const isOurs = await scripts.fence([served, ring, entries, tombstones], args);
      if (!isOurs) throw refuse.NODE_OF_ANOTHER_RING(`the node ${name} holds keys of another ring`);
    },
    ready: async () => void (await command(redis.ping())),
  };
}
