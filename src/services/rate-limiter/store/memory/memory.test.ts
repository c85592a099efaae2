/** What the limiters hold in memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryLimiter } from './store.ts';
import { algorithms } from '../store.ts';

for (const algorithm of algorithms) {
  describe(`${algorithm} in memory`, () => {
    it('drops idle keys after their window, without a scan', () => {
      const limiter = memoryLimiter(algorithm);
      for (let i = 0; i < 10_000; i++) limiter.allow(`key ${i}`, 5, 1_000, i % 1_000);
      assert.equal(limiter.keys.size, 10_000);
      limiter.sweep(2_001);
      limiter.sweep(3_002);
      assert.equal(limiter.keys.size, 0);
    });

    it('a key that goes on calling is kept, and its count with it', () => {
      const limiter = memoryLimiter(algorithm);
      let allowed = 0;
      for (let now = 0; now < 10_000; now += 100) {
        if (limiter.allow('k', 5, 1_000, now).allowed) allowed++;
        limiter.allow(`other ${now}`, 5, 1_000, now);
        assert.ok(limiter.keys.size <= 60);
      }
      // Five a second, and five tokens that are there at first.
      assert.equal(allowed, algorithm === 'token-bucket' ? 54 : 50);
    });
  });
}
