import { IdleMap } from '#kit/base/idle-map.ts';
import type { CounterStore } from '../counters.ts';

export function memoryCounters(): CounterStore {
  const entries = new IdleMap<{ count: number; end: number }>();
  return {
    increment(key, windowMs, now) {
      const entry = entries.get(key, windowMs, now);
      if (entry !== undefined && now < entry.end) return ++entry.count;
      entries.set(key, { count: 1, end: now + windowMs });
      return 1;
    },
    count(key, now) {
      const entry = entries.get(key, 0, now);
      return entry !== undefined && now < entry.end ? entry.count : 0;
    },
    reset: (key) => entries.delete(key),
  };
}
