/** The shared ring: all replicas on one Redis. */
import { command, loadScript, type RedisConnection } from '#kit/redis.ts';
import { markOf, type RingRecord, type RingStore } from './ring-store.ts';

export function redisRingStore(redis: RedisConnection, prefix: string): RingStore {
  const ring = `${prefix}:ring`;
  const replace = loadScript<0 | 1>(redis, new URL('./lua/replace.lua', import.meta.url));
  return {
    async load() {
      const record = await command(redis.hget(ring, 'record'));
      return record === null ? undefined : (JSON.parse(record) as RingRecord);
    },
    async replace(before, record) {
      const args = [before ? markOf(before) : '', markOf(record), JSON.stringify(record)];
      return (await replace([ring], args)) === 1;
    },
    ready: async () => void (await command(redis.ping())),
    close: async () => redis.disconnect(),
  };
}
