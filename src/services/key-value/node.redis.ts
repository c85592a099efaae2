/** A node whose map is a hash in Redis. */
import { command, loadScript, type RedisConnection, type Script } from '#kit/redis.ts';
import { StaleRing, type NodeMap } from './node.ts';

/** The scripts of one connection, whatever number of nodes it serves. */
export function loadScripts(redis: RedisConnection) {
  const file = (name: string) => new URL(`./lua/${name}.lua`, import.meta.url);
  const load = <T>(name: string) => refuseStale(loadScript<T>(redis, file('version'), file(name)));
  return {
    get: load<string | null>('get'),
    put: load<1>('put'),
    delete: load<1>('delete'),
    accept: load<string | null>('accept'),
    fence: load<1>('fence'),
    keys: loadScript<[cursor: string, keys: string[]]>(redis, file('keys')),
  };
}

function refuseStale<T>(script: Script<T>): Script<T> {
  return async (keys, args) => {
    try {
      return await script(keys, args);
    } catch (error) {
      const version = /\bSTALE (\d+)/.exec(String(error))?.[1];
      throw version === undefined ? error : new StaleRing(Number(version));
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
  const served = `${prefix}:{${name}}:version`;
  const entries = `${prefix}:{${name}}:entries`;
  const tombstones = `${prefix}:{${name}}:tombstones`;

  async function* portions() {
    let cursor = '0';
    do {
      const [next, keys] = await scripts.keys([entries], [cursor]);
      yield keys;
      cursor = next;
    } while (cursor !== '0');
  }

  return {
    async get(version, key) {
      return (await scripts.get([served, entries], [version, key])) ?? undefined;
    },
    async put(version, key, value) {
      await scripts.put([served, entries], [version, key, value]);
    },
    async delete(version, key, remember) {
      await scripts.delete([served, entries, tombstones], [version, key, Number(remember)]);
    },
    async accept(version, key, value) {
      const keys = [served, entries, tombstones];
      return (await scripts.accept(keys, [version, key, value])) ?? undefined;
    },
    portions,
    count: () => command(redis.hlen(entries)),
    version: async () => Number((await command(redis.get(served))) ?? 0),
    async fence(version) {
      await scripts.fence([served, tombstones], [version]);
    },
    ready: async () => void (await command(redis.ping())),
  };
}
