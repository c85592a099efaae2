/** The shared ring: all replicas on one Redis. */
import { Type } from 'typebox';
import { command, loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { readRecord, versionIdOf, type RingStore } from '../ring-store.ts';

const isReplaced = checked('reply of replace.lua', Type.Integer({ enum: [0, 1] }));

export function redisRingStore(redis: RedisConnection, prefix: string): RingStore {
  const ring = `${prefix}:ring`;
  const script = loadScripts(redis, new URL('./lua/', import.meta.url));
  const replace = script('replace', isReplaced);
  return {
    async load() {
      const json = await command(redis.hget(ring, 'record'));
      return json === null ? undefined : readRecord(json);
    },
    async replace(before, record) {
      const args = [before ? versionIdOf(before) : '', versionIdOf(record), JSON.stringify(record)];
      return (await replace([ring], args)) === 1;
    },
  };
}
