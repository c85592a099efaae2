/** The replies of the scripts of nodes. */
import { Type } from 'typebox';
import { loadScripts, type RedisConnection, type Script } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { VersionMismatch } from '../node.ts';

const Text = Type.String();
const PackedEntry = Type.Union([Text, Type.Null()]);
const Flag = Type.Integer({ enum: [0, 1] });
const Page = Type.Tuple([
  Type.Union([Text, Type.Null()]),
  Type.Array(Type.Tuple([Text, Type.Integer(), Text])),
]);

/** The scripts of one connection, however many nodes it serves. */
export function nodeScripts(redis: RedisConnection) {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url));
  return {
    get: expectVersion(script('get', checked('reply of get.lua', PackedEntry))),
    put: expectVersion(script('put', checked('reply of put.lua', Flag))),
    delete: expectVersion(script('delete', checked('reply of delete.lua', Flag))),
    expire: expectVersion(script('expire', checked('reply of expire.lua', PackedEntry))),
    accept: expectVersion(script('accept', checked('reply of accept.lua', PackedEntry))),
    list: expectVersion(script('list', checked('reply of list.lua', Page))),
    gone: expectVersion(script('gone', checked('reply of gone.lua', Type.Array(Text)))),
    fence: expectVersion(script('fence', checked('reply of fence.lua', Flag))),
    keys: script('keys', checked('reply of keys.lua', Type.Tuple([Text, Type.Array(Text)]))),
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
