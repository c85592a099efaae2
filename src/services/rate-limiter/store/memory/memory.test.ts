/** The state that the limiters hold in memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryLimiter } from './memory-rate-limiter-store.ts';
import { algorithms } from '../rate-limiter-store.ts';

for (const algorithm of algorithms) {
  describe(`${algorithm} in memory`, () => {
    it('drops idle keys after their window, without a scan', async () => {
      const limiter = memoryLimiter(algorithm);
      for (let i = 0; i < 10_000; i++) limiter.allow(`key ${i}`, 5, 1_000, i % 1_000);
      assert.equal(limiter.size, 10_000);
      await limiter.sweep(3_001);
      await limiter.sweep(5_002);
      assert.equal(limiter.size, 0);
    });

    it('a key that goes on calling is kept, and its count with it', () => {
      const limiter = memoryLimiter(algorithm);
      let allowed = 0;
      for (let now = 0; now < 10_000; now += 100) {
        if (limiter.allow('k', 5, 1_000, now).allowed) allowed++;
        limiter.allow(`other ${now}`, 5, 1_000, now);
        assert.ok(limiter.size <= 60);
      }
      // Five a second, and five tokens that are there at first.
      assert.equal(allowed, algorithm === 'token-bucket' ? 54 : 50);
    });
  });
}

describe('a sliding window in memory', () => {
  it('is exact up to 10,000 points', () => {
    const limiter = memoryLimiter('sliding-window');
    const [limit, windowMs] = [1_000_000, 86_400_000];
    for (let i = 0; i < 10_000; i++) limiter.allow('k', limit, windowMs, 1_000 * i);
    const left = (now: number) =>
      limiter.peek({ key: 'k', limits: [{ limit, windowMs }] }, now).remaining;
    assert.equal(left(windowMs - 1), limit - 10_000);
    assert.equal(left(windowMs), limit - 9_999);
    assert.equal(left(windowMs + 1_000), limit - 9_998);
    // One more: those of a slice of 17,280 ms leave together.
    limiter.allow('k', limit, windowMs, 10_000_000);
    assert.equal(left(windowMs + 16_999), limit - 10_001);
    assert.equal(left(windowMs + 17_000), limit - 10_001 + 18);
  });

  it('keeps nothing of what is only looked at', () => {
    const limiter = memoryLimiter('sliding-window');
    const check = { key: 'k', limits: [{ limit: 5, windowMs: 1_000 }] };
    limiter.check({ ...check, key: 'counted' }, 0);
    limiter.peek(check, 0);
    limiter.refund(check, 0);
    assert.equal(limiter.size, 1);
  });
});
