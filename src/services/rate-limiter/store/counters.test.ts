import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openRedis } from '#kit/stores/redis.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { memoryCounters } from './memory/counters.ts';
import { redisCounters } from './redis/counters.ts';

const start = Date.UTC(2026, 0, 1);

async function openRedisCounters(t: TestContext) {
  const redis = await openRedis(servers.redis);
  t.after(() => redis.disconnect());
  return redisCounters(redis, unique('rl-'));
}

const stores = [
  { name: 'memory', skip: false as const, open: async () => memoryCounters() },
  { name: 'Redis', skip: missing('redis'), open: openRedisCounters },
];

for (const { name, skip, open } of stores) {
  describe(`counters in ${name}`, { skip }, () => {
    it('increment counts within a window from the first one on', async (t) => {
      const counters = await open(t);
      assert.equal(await counters.count('k', start), 0);
      assert.equal(await counters.increment('k', 1_000, start), 1);
      assert.equal(await counters.increment('k', 1_000, start + 500), 2);
      assert.equal(await counters.count('k', start + 999), 2);
      assert.equal(await counters.count('k', start + 1_000), 0);
      assert.equal(await counters.increment('k', 1_000, start + 1_000), 1);
    });

    it('keys are apart, and reset forgets one', async (t) => {
      const counters = await open(t);
      await counters.increment('a', 1_000, start);
      await counters.increment('b', 1_000, start);
      await counters.reset('a');
      assert.equal(await counters.count('a', start), 0);
      assert.equal(await counters.count('b', start), 1);
    });

    it('counts increments that race', async (t) => {
      const counters = await open(t);
      const counts = await Promise.all(
        Array.from({ length: 50 }, async () => counters.increment('k', 1_000, start)),
      );
      assert.deepEqual(
        counts.toSorted((a, b) => a - b),
        Array.from({ length: 50 }, (_, i) => i + 1),
      );
    });
  });
}
