/** Laws that hold for every limiter and every history, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { memoryLimiter } from '../memory/store.ts';
import { sliceOf, type SlidingLogOptions } from '../sliding-log.ts';
import { algorithms, type Algorithm, type Check, type Limit, type RateLimiter } from '../store.ts';
import { LimiterModel } from './model.ts';

export type OpenLimiters = (
  t: TestContext,
  algorithm: Algorithm,
  options?: SlidingLogOptions,
) => Promise<{ first: RateLimiter; second: RateLimiter }>;

const start = Date.UTC(2026, 0, 1, 12);
const day = 86_400_000;
const effects = ['check', 'check', 'check', 'peek', 'refund'] as const;

/** A clock may stand, go on, jump, and go back a little. */
const wait = (max: number) =>
  fc.oneof(fc.constant(0), fc.nat(max), fc.nat(4 * max), fc.integer({ min: -5, max: -1 }));

export function limiterLaws(name: string, skip: string | false, open: OpenLimiters): void {
  for (const algorithm of algorithms) {
    describe(`the laws of ${algorithm} on ${name}`, { skip }, () => {
      test('several limits are counted all or none: each history is decided as a naive model does', async (t) => {
        const histories = fc.record({
          windows: fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 4 }),
          // Each call has one of two policies with the same windows: a limit may be lowered and raised.
          policies: fc.array(
            fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }),
            {
              minLength: 2,
              maxLength: 2,
            },
          ),
          calls: fc.array(
            fc.record({
              wait: wait(40),
              key: fc.constantFrom('a', '}b'),
              effect: fc.constantFrom(...effects),
              cost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10 })),
              policy: fc.constantFrom(0, 0, 0, 1),
              reset: fc.integer({ min: 0, max: 40 }).map((n) => n === 0),
            }),
            { maxLength: 40 },
          ),
        });
        const { first, second } = await open(t, algorithm);
        let run = 0;
        const property = fc.asyncProperty(histories, async ({ windows, policies, calls }) => {
          run++;
          const model = new LimiterModel(algorithm);
          let now = start;
          for (const [i, call] of calls.entries()) {
            now += call.wait;
            const limiter = i % 2 ? first : second;
            const key = `${call.key} ${run}`;
            const values = policies[call.policy]!;
            const limits = windows.map((windowMs, n) => ({ limit: values[n]!, windowMs }));
            if (call.reset) {
              model.reset(key, windows);
              await limiter.reset(key, ...windows);
            }
            const check = { key, limits, cost: call.cost };
            const expected = model.decide(call.effect, check, now);
            assert.deepEqual(await limiter[call.effect](check, now), expected);
          }
        });
        await fc.assert(property, { numRuns: 60 });
      });

      test('limits and costs of a million, windows of a day: the stores decide alike', async (t) => {
        const units = fc.oneof(
          fc.integer({ min: 1, max: 1_000_000 }),
          fc.constantFrom(1, 999_999, 1_000_000),
        );
        const histories = fc.record({
          windows: fc.uniqueArray(
            fc.oneof(fc.integer({ min: 1, max: day }), fc.constantFrom(1, day)),
            { minLength: 1, maxLength: 4 },
          ),
          values: fc.array(units, { minLength: 4, maxLength: 4 }),
          calls: fc.array(
            fc.record({ wait: wait(day / 10), effect: fc.constantFrom(...effects), cost: units }),
            { maxLength: 40 },
          ),
        });
        const { first, second } = await open(t, algorithm);
        const memory = memoryLimiter(algorithm);
        let run = 0;
        const property = fc.asyncProperty(histories, async ({ windows, values, calls }) => {
          const key = `large ${run++}`;
          const limits = windows.map((windowMs, i) => ({ limit: values[i]!, windowMs }));
          let now = start;
          for (const [i, { wait, effect, cost }] of calls.entries()) {
            now += wait;
            const check = { key, limits, cost };
            const decision = await (i % 2 ? first : second)[effect](check, now);
            assert.deepEqual(decision, memory[effect](check, now));
          }
        });
        await fc.assert(property, { numRuns: 60 });
      });

      test('who waits as long as told is allowed, and not a millisecond earlier', async (t) => {
        const calls = fc.array(
          fc.record({ wait: fc.nat(60), cost: fc.integer({ min: 1, max: 5 }) }),
          { minLength: 5, maxLength: 30 },
        );
        const limits: Limit[] = [
          { limit: 5, windowMs: 70 },
          { limit: 8, windowMs: 150 },
        ];
        const { first, second } = await open(t, algorithm);
        let run = 0;
        const property = fc.asyncProperty(calls, async (history) => {
          const key = `wait ${run++}`;
          let now = start;
          for (const { wait, cost } of history) {
            now += wait;
            const check: Check = { key, limits, cost };
            const { allowed, retryAfterMs } = await first.check(check, now);
            if (allowed) {
              assert.equal(retryAfterMs, 0);
              continue;
            }
            assert.ok(retryAfterMs! > 0);
            assert.equal((await second.peek(check, now + retryAfterMs! - 1)).allowed, false);
            assert.equal((await second.peek(check, now + retryAfterMs!)).allowed, true);
          }
        });
        await fc.assert(property, { numRuns: 30 });
      });
    });
  }

  describe(`a sliding window with many points on ${name}`, { skip }, () => {
    test('never holds more than the limit, and frees a unit less than a slice too late', async (t) => {
      const max = 8;
      const histories = fc.record({
        limit: fc.integer({ min: 9, max: 40 }),
        windowMs: fc.integer({ min: 20, max: 400 }),
        calls: fc.array(
          fc.record({ wait: fc.nat(12), cost: fc.constantFrom(1, 1, 1, 2, 5), isRefund: rarely }),
          { minLength: 20, maxLength: 80 },
        ),
      });
      const { first, second } = await open(t, 'sliding-window', { maxPoints: max });
      const memory = memoryLimiter('sliding-window', { maxPoints: max });
      let run = 0;
      const property = fc.asyncProperty(histories, async ({ limit, windowMs, calls }) => {
        const key = `points ${run++}`;
        const slice = sliceOf(windowMs, max);
        const units: number[] = [];
        const unitsSince = (past: number) => units.filter((at) => at > past).length;
        let now = start;
        for (const [i, { wait, cost, isRefund }] of calls.entries()) {
          now += wait;
          const check = { key, limits: [{ limit, windowMs }], cost };
          const limiter = i % 2 ? first : second;
          if (isRefund) {
            assert.deepEqual(await limiter.refund(check, now), memory.refund(check, now));
            const given = Math.min(cost, unitsSince(now - windowMs));
            units.length -= given;
            continue;
          }
          const decision = await limiter.check(check, now);
          assert.deepEqual(decision, memory.check(check, now));
          if (decision.allowed) for (let n = 0; n < cost; n++) units.push(now);
          assert.ok(unitsSince(now - windowMs) <= limit);
          if (!decision.allowed) assert.ok(unitsSince(now - windowMs - slice) + cost > limit);
        }
      });
      await fc.assert(property, { numRuns: 60 });
    });

    test('counts on, whatever was counted before', async (t) => {
      const { first, second } = await open(t, 'sliding-window');
      const check = { key: 'k', limits: [{ limit: 1_000_000, windowMs: 100 }], cost: 400_000 };
      // There is always one in the window; together they are 40 million.
      for (let i = 0; i < 100; i++) {
        const { allowed, remaining } = await (i % 2 ? first : second).check(check, start + 60 * i);
        assert.deepEqual([allowed, remaining], [true, i === 0 ? 600_000 : 200_000]);
      }
    });

    test('is exact up to the most points, and holds no more', async (t) => {
      const maxPoints = 400;
      const { first } = await open(t, 'sliding-window', { maxPoints });
      const check = { key: 'k', limits: [{ limit: 1_000, windowMs: day }] };
      const times = Array.from({ length: maxPoints }, (_, i) => start + 100_000 * i);
      for (const now of times) await first.check(check, now);
      const last = times.at(-1)!;
      const left = async (now: number) => (await first.peek(check, now)).remaining;
      assert.equal(await left(last), 600);
      assert.equal(await left(start + day - 1), 600);
      assert.equal(await left(start + day), 601);
      assert.equal(await left(start + day + 100_000), 602);
      // One more, and those of each slice of 432 s leave together, with its last.
      await first.check(check, last + 1_000);
      assert.equal(await left(start + day + 399_999), 599);
      assert.equal(await left(start + day + 400_000), 604);
      assert.equal(await left(last + day), 999);
      assert.equal(await left(last + 1_000 + day), 1_000);
    });
  });
}

const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 0);
