/** The contract of every limiter, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import type { RateLimiter } from '../rate-limiter-store.ts';
import type { OpenLimiters } from './laws.ts';

const start = Date.UTC(2026, 0, 1, 12);

export function limiterContract(name: string, skip: string | false, open: OpenLimiters): void {
  /** How many of `calls` requests pass at one instant. */
  async function passing(limiter: RateLimiter, calls: number, limit: number, now: number) {
    let passed = 0;
    for (let i = 0; i < calls; i++) {
      if ((await limiter.allow('k', limit, 1_000, now)).allowed) passed++;
    }
    return passed;
  }

  describe(`sliding window on ${name}`, { skip }, () => {
    const openOne = async (t: TestContext) => (await open(t, 'sliding-window')).first;

    test('the first request of a key is allowed, and `limit` in a window', async (t) => {
      const limiter = await openOne(t);
      assert.equal(await passing(limiter, 1, 1, start), 1);
      const other = await openOne(t);
      assert.equal(await passing(other, 8, 5, start), 5);
    });

    test('a request leaves exactly one window after it came', async (t) => {
      const limiter = await openOne(t);
      assert.equal(await passing(limiter, 2, 2, start), 2);
      assert.equal(await passing(limiter, 1, 2, start + 999), 0);
      assert.equal(await passing(limiter, 3, 2, start + 1_000), 2);
    });

    test('a refused request is not recorded', async (t) => {
      const limiter = await openOne(t);
      await passing(limiter, 1, 1, start);
      for (let now = start + 100; now < start + 1_000; now += 100) {
        assert.equal(await passing(limiter, 1, 1, now), 0);
      }
      assert.equal(await passing(limiter, 1, 1, start + 1_000), 1);
    });

    test('says what is left, and when there is room again', async (t) => {
      const limiter = await openOne(t);
      const allow = (now: number) => limiter.allow('k', 2, 1_000, start + now);
      const limit = { limit: 2, windowMs: 1_000 };
      assert.deepEqual(await allow(0), {
        allowed: true,
        limit,
        remaining: 1,
        retryAfterMs: 0,
        resetAfterMs: 1_000,
      });
      assert.deepEqual(await allow(300), {
        allowed: true,
        limit,
        remaining: 0,
        retryAfterMs: 0,
        resetAfterMs: 1_000,
      });
      assert.deepEqual(await allow(900), {
        allowed: false,
        limit,
        remaining: 0,
        retryAfterMs: 100,
        resetAfterMs: 400,
      });
    });

    test('no window ever holds more than `limit` allowed requests', async (t) => {
      const histories = fc.record({
        limit: fc.integer({ min: 1, max: 6 }),
        window: fc.integer({ min: 1, max: 50 }),
        waits: fc.array(fc.oneof(fc.constant(0), fc.nat(20)), { maxLength: 60 }),
      });
      const { first, second } = await open(t, 'sliding-window');
      let run = 0;
      const property = fc.asyncProperty(histories, async ({ limit, window, waits }) => {
        const key = `law ${run++}`;
        const allowed: number[] = [];
        let now = start;
        for (const [i, wait] of waits.entries()) {
          now += wait;
          const limiter = i % 2 ? first : second;
          const decision = await limiter.allow(key, limit, window, now);
          const inside = allowed.filter((instant) => instant > now - window).length;
          // Neither too many nor too few.
          assert.equal(decision.allowed, inside < limit);
          if (decision.allowed) allowed.push(now);
        }
      });
      await fc.assert(property, { numRuns: 50 });
    });

    test('a clock that goes back frees nothing', async (t) => {
      const limiter = await openOne(t);
      assert.equal(await passing(limiter, 2, 2, start), 2);
      assert.equal(await passing(limiter, 1, 2, start - 5_000), 0);
      assert.equal(await passing(limiter, 1, 2, start + 999), 0);
    });

    test('a request that left the window stays out when the clock goes back', async (t) => {
      const limiter = await openOne(t);
      assert.equal(await passing(limiter, 1, 2, start), 1);
      assert.equal(await passing(limiter, 1, 2, start + 1_000), 1);
      assert.equal(await passing(limiter, 2, 2, start + 999), 1);
    });

    test('a lower limit counts the newest requests', async (t) => {
      const limiter = await openOne(t);
      for (const now of [0, 100, 200, 300]) await passing(limiter, 1, 4, start + now);
      assert.deepEqual(await limiter.allow('k', 2, 1_000, start + 1_150), {
        allowed: false,
        limit: { limit: 2, windowMs: 1_000 },
        remaining: 0,
        retryAfterMs: 50,
        resetAfterMs: 150,
      });
      assert.equal(await passing(limiter, 2, 2, start + 1_200), 1);
    });
  });

  describe(`token bucket on ${name}`, { skip }, () => {
    const openOne = async (t: TestContext) => (await open(t, 'token-bucket')).first;

    test('a new key starts with `limit` − 1 tokens and is allowed', async (t) => {
      const limiter = await openOne(t);
      const first = await limiter.allow('k', 5, 1_000, start);
      const limit = { limit: 5, windowMs: 1_000 };
      const left = { remaining: 4, retryAfterMs: 0, resetAfterMs: 200 };
      assert.deepEqual(first, { allowed: true, limit, ...left });
      assert.equal(await passing(limiter, 9, 5, start), 4);
    });

    test('is refilled continuously at `limit` a window, never above `limit`', async (t) => {
      const limiter = await openOne(t);
      await passing(limiter, 5, 5, start);
      assert.equal(await passing(limiter, 1, 5, start + 199), 0);
      assert.equal(await passing(limiter, 2, 5, start + 200), 1);
      assert.equal(await passing(limiter, 9, 5, start + 1_000), 4);
      assert.equal(await passing(limiter, 9, 5, start + 60_000), 5);
    });

    test('many small steps add up to the same', async (t) => {
      const limiter = await openOne(t);
      await passing(limiter, 3, 3, start);
      let passed = 0;
      for (let now = start + 1; now <= start + 3_000; now += 7) {
        passed += await passing(limiter, 1, 3, now);
      }
      assert.equal(passed, 8);
      assert.equal((await limiter.allow('k', 3, 1_000, start + 3_000)).allowed, true);
    });

    test('says when the next token is there, and when the bucket is full', async (t) => {
      const limiter = await openOne(t);
      await passing(limiter, 3, 3, start);
      assert.deepEqual(await limiter.allow('k', 3, 1_000, start + 100), {
        allowed: false,
        limit: { limit: 3, windowMs: 1_000 },
        remaining: 0,
        // A token comes each 333⅓ ms.
        retryAfterMs: 234,
        resetAfterMs: 900,
      });
      assert.equal(await passing(limiter, 1, 3, start + 333), 0);
      assert.equal(await passing(limiter, 1, 3, start + 334), 1);
    });

    test('a clock that goes back fills nothing', async (t) => {
      const limiter = await openOne(t);
      await passing(limiter, 5, 5, start);
      assert.equal(await passing(limiter, 1, 5, start - 60_000), 0);
      assert.equal(await passing(limiter, 1, 5, start + 199), 0);
    });
  });

  describe(`fixed window on ${name}`, { skip }, () => {
    const openOne = async (t: TestContext) => (await open(t, 'fixed-window')).first;

    test('windows begin at multiples of their length', async (t) => {
      const limiter = await openOne(t);
      assert.equal(await passing(limiter, 9, 5, start + 999), 5);
      assert.equal(await passing(limiter, 9, 5, start + 1_000), 5);
      assert.equal(await passing(limiter, 9, 5, start + 1_999), 0);
    });

    test('says what is left, and when the window ends', async (t) => {
      const limiter = await openOne(t);
      const allow = (now: number) => limiter.allow('k', 1, 1_000, start + now);
      const limit = { limit: 1, windowMs: 1_000 };
      const left = { limit, remaining: 0, resetAfterMs: 800 };
      assert.deepEqual(await allow(200), { allowed: true, ...left, retryAfterMs: 0 });
      assert.deepEqual(await allow(200), { allowed: false, ...left, retryAfterMs: 800 });
    });

    test('a clock that goes back does not reopen a window', async (t) => {
      const limiter = await openOne(t);
      await passing(limiter, 3, 5, start);
      assert.equal(await passing(limiter, 1, 5, start - 1_000), 1);
      assert.equal(await passing(limiter, 9, 5, start), 1);
      assert.equal(await passing(limiter, 1, 5, start - 1_000), 0);
    });
  });

  for (const algorithm of ['sliding-window', 'token-bucket', 'fixed-window'] as const) {
    describe(`${algorithm} on ${name}`, { skip }, () => {
      test('of requests that race through replicas, `limit` pass', async (t) => {
        const { first, second } = await open(t, algorithm);
        const decisions = await Promise.all(
          Array.from({ length: 60 }, async (_, i) =>
            (i % 2 ? first : second).allow('k', 7, 1_000, start),
          ),
        );
        assert.equal(decisions.filter(({ allowed }) => allowed).length, 7);
        const left = decisions.filter(({ allowed }) => allowed).map(({ remaining }) => remaining);
        assert.deepEqual(
          left.toSorted((a, b) => a - b),
          [0, 1, 2, 3, 4, 5, 6],
        );
      });

      test('keys are apart, and a reset makes the next request the first', async (t) => {
        const { first, second } = await open(t, algorithm);
        for (const key of ['a', 'b', '::1 漢', '__proto__']) {
          assert.equal((await first.allow(key, 1, 1_000, start)).allowed, true);
          assert.equal((await second.allow(key, 1, 1_000, start)).allowed, false);
        }
        await second.reset('a', 1_000);
        await second.reset('never seen', 1_000, 2_000);
        assert.equal((await first.allow('a', 1, 1_000, start)).allowed, true);
        assert.equal((await first.allow('b', 1, 1_000, start)).allowed, false);
      });

      test('a clock that goes back finds what was counted, also after a window without requests', async (t) => {
        const { first, second } = await open(t, algorithm);
        const check = { key: 'k', limits: [{ limit: 1, windowMs: 1 }] };
        assert.equal((await first.check(check, start)).allowed, true);
        assert.equal((await second.peek(check, start + 900)).allowed, true);
        assert.equal((await first.check(check, start)).allowed, false);
      });

      test('large limits and long windows are counted exactly', async (t) => {
        const { first } = await open(t, algorithm);
        const day = 86_400_000;
        const decisions = await Promise.all(
          Array.from({ length: 1_010 }, async () => first.allow('k', 1_000, day, start)),
        );
        assert.equal(decisions.filter(({ allowed }) => allowed).length, 1_000);
        // The next day at the same time, for the sliding window; earlier for the others.
        assert.equal((await first.allow('k', 1_000, day, start + day)).allowed, true);
      });
    });
  }
}
