/** A node whose map is a hash in Redis. */
import { Type } from 'typebox';
import { command, loadScripts, type RedisConnection, type Script } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { nodeOfAnotherRing, VersionMismatch, type NodeMap } from '../node.ts';

const Value = Type.Union([Type.String(), Type.Null()]);
const Done = Type.Integer({ enum: [1] });

/** The scripts of one connection, whatever number of nodes it serves. */
export function nodeScripts(redis: RedisConnection) {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url));
  return {
    get: expectVersion(script('get', checked('reply of get.lua', Value))),
    put: expectVersion(script('put', checked('reply of put.lua', Done))),
    delete: expectVersion(script('delete', checked('reply of delete.lua', Done))),
    accept: expectVersion(script('accept', checked('reply of accept.lua', Value))),
    fence: expectVersion(
      script('fence', checked('reply of fence.lua', Type.Integer({ enum: [0, 1] }))),
    ),
    keys: script(
      'keys',
      checked('reply of keys.lua', Type.Tuple([Type.String(), Type.Array(Type.String())])),
    ),
  };
}

/** @returns the script, throwing VersionMismatch where it replies so */
function expectVersion<T>(script: Script<T>): Script<T> {
  return async (keys, args) => {
    try {
      return await script(keys, args);
    } catch (error) {
      throw /\bVERSIONMISMATCH\b/.test(String(error)) ? new VersionMismatch() : error;
    }
  };
}

/** @param prefix first part of all keys; those of one node share a hash tag */
export function redisNode(
  redis: RedisConnection,
  scripts: ReturnType<typeof nodeScripts>,
  prefix: string,
  name: string,
): NodeMap {
  const version = `${prefix}:{${name}}:version`;
  const entries = `${prefix}:{${name}}:entries`;
  const tombstones = `${prefix}:{${name}}:tombstones`;

  async function* keys() {
    let cursor = '0';
    do {
      const [next, portion] = await scripts.keys([entries], [cursor]);
      yield portion;
      cursor = next;
    } while (cursor !== '0');
  }

  return {
    async get(versionId, key) {
      return (await scripts.get([version, entries], [versionId, key])) ?? undefined;
    },
    async put(versionId, key, value) {
      await scripts.put([version, entries], [versionId, key, value]);
    },
    async delete(versionId, key, leaveTombstone) {
      const args = [versionId, key, Number(leaveTombstone)];
      await scripts.delete([version, entries, tombstones], args);
    },
    async accept(versionId, key, value) {
      const args = [versionId, key, value];
      return (await scripts.accept([version, entries, tombstones], args)) ?? undefined;
    },
    keys,
    count: () => command(redis.hlen(entries)),
    servedVersion: async () => (await command(redis.get(version))) ?? undefined,
    async fence(versionId) {
      const isOurs = await scripts.fence([version, entries, tombstones], versionId.split(' '));
      if (!isOurs) throw nodeOfAnotherRing(name);
    },
    ready: async () => void (await command(redis.ping())),
  };
}
