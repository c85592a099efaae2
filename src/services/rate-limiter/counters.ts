/** Counts by key that vanish after their lifetime: the storage for limiters of one's own. */
import { IdleMap } from '#kit/idle-map.ts';
import { command, loadScript, type RedisConnection } from '#kit/redis.ts';
import { instantForLua } from '#kit/sliding-window.ts';
import { keepFor } from './keep.ts';

export interface CounterStore {
  /**
   * Counts one more, and yields the count. The first one opens a window; from its end on, counting
   * begins anew.
   *
   * @param window milliseconds, from 1
   * @param now whole milliseconds since the epoch
   */
  increment(key: string, window: number, now: number): number | Promise<number>;
  /** The count in the present window; 0 when there is none. */
  count(key: string, now: number): number | Promise<number>;
  reset(key: string): void | Promise<void>;
}

export function memoryCounters(): CounterStore {
  const entries = new IdleMap<{ count: number; until: number }>();
  return {
    increment(key, window, now) {
      const entry = entries.get(key, window, now);
      if (entry !== undefined && now < entry.until) return ++entry.count;
      entries.set(key, { count: 1, until: now + window });
      return 1;
    },
    count(key, now) {
      const entry = entries.get(key, 0, now);
      return entry !== undefined && now < entry.until ? entry.count : 0;
    },
    reset: (key) => entries.delete(key),
  };
}

/** @param prefix first part of all keys */
export function redisCounters(redis: RedisConnection, prefix: string): CounterStore {
  const increment = loadScript<number>(redis, new URL('./lua/increment.lua', import.meta.url));
  return {
    increment(key, window, now) {
      const args = [instantForLua(now), instantForLua(now + window), keepFor(window)];
      return increment([`${prefix}:${key}`], args);
    },
    async count(key, now) {
      const [until = 0, count = 0] = ((await command(redis.get(`${prefix}:${key}`))) ?? '')
        .split(' ')
        .map(Number);
      return now < until ? count : 0;
    },
    reset: async (key) => void (await command(redis.del(`${prefix}:${key}`))),
  };
}
