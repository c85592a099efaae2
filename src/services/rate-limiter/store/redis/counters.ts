import { Type } from 'typebox';
import { command, loadScripts, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { instantForLua } from '#kit/base/sliding-window.ts';
import type { CounterStore } from '../counters.ts';
import { keyLifetimeMs } from './key-lifetime.ts';

const decodeCount = checked('the reply of increment.lua', Type.Integer({ minimum: 1 }));

/** @param prefix first part of all keys */
export function redisCounters(redis: RedisConnection, prefix: string): CounterStore {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url));
  const increment = script('increment', decodeCount);
  return {
    increment(key, windowMs, now) {
      const args = [instantForLua(now), instantForLua(now + windowMs), keyLifetimeMs(windowMs)];
      return increment([`${prefix}:${key}`], args);
    },
    async count(key, now) {
      const counter = await command(redis.get(`${prefix}:${key}`));
      if (counter === null) return 0;
      const [end, count] = counter.split(' ').map(Number);
      return now < end! ? count! : 0;
    },
    reset: async (key) => void (await command(redis.del(`${prefix}:${key}`))),
  };
}
