/**
 * Laws that hold for every limiter and every history, tried with two replicas on the same state. Each
 * history draws its own small configuration first (swarm testing: Groce et al., 2012), which a failure
 * prints: what may be called, how far clocks jump, and how small limits, costs and windows are.
 */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { checkSlidingForm } from '#kit/testing/sliding-model.ts';
import { memoryLimiter } from '../memory/memory-rate-limiter-store.ts';
import { sliceOf, type SlidingWindowOptions } from '#kit/base/sliding-window.ts';
import { algorithms, type Algorithm, type Check, type RateLimiter } from '../rate-limiter-store.ts';
import { LimiterModel } from './model.ts';

export type OpenLimiters = (
  t: TestContext,
  algorithm: Algorithm,
  options?: SlidingWindowOptions,
) => Promise<{ first: RateLimiter; second: RateLimiter }>;

const start = Date.UTC(2026, 0, 1, 12);
const day = 86_400_000;
/** Later than all of the histories before: a clock that jumped back would hide what is forgotten. */
const startOf = (run: number) => start + run * 100 * day;
const effects = ['check', 'peek', 'refund', 'reset'] as const;

/** How a clock may go on: it stands, goes on, jumps, or goes back a little. */
const clocks = ['stands', 'goes on', 'jumps', 'goes back'] as const;
const waitOf = (clock: (typeof clocks)[number], max: number) =>
  ({
    stands: fc.constant(0),
    'goes on': fc.nat(max),
    jumps: fc.nat(4 * max),
    'goes back': fc.integer({ min: -5, max: -1 }),
  })[clock];

/** The size of each part of a history; `check` is called in each. */
const configuration = (...sizes: number[]) =>
  fc.record({
    effects: fc.subarray([...effects]).map((some) => ['check', ...some] as const),
    clocks: fc.subarray([...clocks], { minLength: 1 }),
    replicas: fc.constantFrom(1, 2),
    keys: fc.subarray(['a', '}b'], { minLength: 1 }),
    policies: fc.constantFrom(1, 2),
    maxLimit: fc.constantFrom(...sizes),
    maxCost: fc.constantFrom(...sizes),
    maxWindowMs: fc.constantFrom(...sizes),
  });
type Configuration = ReturnType<typeof configuration> extends fc.Arbitrary<infer T> ? T : never;

/** Up to four windows, as many limits of each policy, and calls. */
const history = (configuration: Configuration, maxWaitMs: number) =>
  fc.record({
    configuration: fc.constant(configuration),
    windows: fc.uniqueArray(upTo(configuration.maxWindowMs), { minLength: 1, maxLength: 4 }),
    // Policies have the same windows: a limit may be lowered and raised.
    policies: fc.array(fc.array(upTo(configuration.maxLimit), { minLength: 4, maxLength: 4 }), {
      minLength: configuration.policies,
      maxLength: configuration.policies,
    }),
    calls: fc.array(
      fc.record({
        wait: fc.oneof(...configuration.clocks.map((clock) => waitOf(clock, maxWaitMs))),
        key: fc.constantFrom(...configuration.keys),
        effect: fc.constantFrom(...configuration.effects),
        cost: upTo(configuration.maxCost),
        policy: fc.nat(configuration.policies - 1),
      }),
      { maxLength: 40 },
    ),
  });

const upTo = (max: number) => fc.oneof(fc.constantFrom(1, max), fc.integer({ min: 1, max }));

export function limiterLaws(name: string, skip: string | false, open: OpenLimiters): void {
  test(`a sliding window on ${name} decides as every other one`, { skip }, async (t) => {
    const { first, second } = await open(t, 'sliding-window');
    let run = 0;
    await checkSlidingForm(async () => {
      const prefix = `sliding ${run++}`;
      return {
        async ask(user, { limit, windowMs }, now) {
          const limiter = user === 'ann' ? first : second;
          const decided = await limiter.allow(`${prefix} ${user}`, limit, windowMs, now);
          return { allowed: decided.allowed, left: decided.remaining };
        },
        async waitMs(user, limit, now) {
          const check = { key: `${prefix} ${user}`, limits: [limit] };
          return (await first.peek(check, now)).retryAfterMs!;
        },
      };
    });
  });

  for (const algorithm of algorithms) {
    describe(`the laws of ${algorithm} on ${name}`, { skip }, () => {
      test('several limits are counted all or none: each history is decided as a naive model does', async (t) => {
        const histories = configuration(1, 2, 3, 10, 120).chain((drawn) => history(drawn, 40));
        const { first, second } = await open(t, algorithm);
        let run = 0;
        const property = fc.asyncProperty(histories, async (history) => {
          const { configuration, windows, policies, calls } = history;
          run++;
          const model = new LimiterModel(algorithm);
          let now = startOf(run);
          for (const [i, { wait, effect, cost, ...call }] of calls.entries()) {
            now += wait;
            const limiter = i % configuration.replicas ? second : first;
            const key = `${call.key} ${run}`;
            if (effect === 'reset') {
              model.reset(key, windows);
              await limiter.reset(key, ...windows);
              continue;
            }
            const values = policies[call.policy]!;
            const limits = windows.map((windowMs, n) => ({ limit: values[n]!, windowMs }));
            const expected = model.decide(effect, { key, limits, cost }, now);
            assert.deepEqual(await limiter[effect]({ key, limits, cost }, now), expected);
          }
        });
        await fc.assert(property, { numRuns: 60 });
      });

      test('limits and costs of a million, windows of a day: the stores decide alike', async (t) => {
        const large = [1, 1_000, 999_999, 1_000_000] as const;
        const histories = configuration(...large)
          .chain((drawn) => windowSizes.map((maxWindowMs) => ({ ...drawn, maxWindowMs })))
          .chain((drawn) => history(drawn, Math.ceil(drawn.maxWindowMs / 10)));
        const { first, second } = await open(t, algorithm);
        const memory = memoryLimiter(algorithm);
        let run = 0;
        const property = fc.asyncProperty(histories, async (history) => {
          const { configuration, windows, policies, calls } = history;
          run++;
          let now = startOf(run);
          for (const [i, { wait, effect, cost, ...call }] of calls.entries()) {
            now += wait;
            const limiter = i % configuration.replicas ? second : first;
            const key = `large ${call.key} ${run}`;
            if (effect === 'reset') {
              await memory.reset(key, ...windows);
              await limiter.reset(key, ...windows);
              continue;
            }
            const values = policies[call.policy]!;
            const limits = windows.map((windowMs, n) => ({ limit: values[n]!, windowMs }));
            const decision = await limiter[effect]({ key, limits, cost }, now);
            assert.deepEqual(decision, memory[effect]({ key, limits, cost }, now));
          }
        });
        await fc.assert(property, { numRuns: 60 });
      });

      test('a client that waits as long as it is told is allowed, and not a millisecond earlier', async (t) => {
        const histories = fc
          .record({
            maxWaitMs: fc.constantFrom(0, 3, 60, 400),
            maxLimit: fc.constantFrom(1, 2, 8),
            maxWindowMs: fc.constantFrom(2, 150),
          })
          .chain(({ maxWaitMs, maxLimit, maxWindowMs }) =>
            fc.record({
              maxWaitMs: fc.constant(maxWaitMs),
              limits: fc.uniqueArray(
                fc.record({ limit: upTo(maxLimit), windowMs: upTo(maxWindowMs) }),
                { minLength: 1, maxLength: 4, selector: ({ windowMs }) => windowMs },
              ),
              calls: fc.array(fc.record({ wait: fc.nat(maxWaitMs), share: fc.nat(maxLimit) }), {
                minLength: 5,
                maxLength: 30,
              }),
            }),
          );
        const { first, second } = await open(t, algorithm);
        let run = 0;
        const property = fc.asyncProperty(histories, async ({ limits, calls }) => {
          const key = `wait ${run++}`;
          const least = Math.min(...limits.map(({ limit }) => limit));
          let now = startOf(run);
          for (const { wait, share } of calls) {
            const cost = 1 + (share % least);
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
      const histories = fc
        .record({
          limit: fc.constantFrom(1, 2, 8, 9, 40),
          windowMs: fc.constantFrom(1, 7, 8, 9, 20, 400),
          maxWaitMs: fc.constantFrom(1, 12, 60),
          costs: fc.subarray([1, 2, 5], { minLength: 1 }),
          refunds: fc.boolean(),
        })
        .chain(({ limit, windowMs, maxWaitMs, costs, refunds }) =>
          fc.record({
            limit: fc.constant(limit),
            windowMs: fc.constant(windowMs),
            refunds: fc.constant(refunds),
            costs: fc.constant(costs),
            calls: fc.array(
              fc.record({
                wait: fc.nat(maxWaitMs),
                cost: fc.constantFrom(...costs),
                isRefund: refunds ? rarely : fc.constant(false),
              }),
              { minLength: 20, maxLength: 80 },
            ),
          }),
        );
      const { first, second } = await open(t, 'sliding-window', { maxPoints: max });
      const memory = memoryLimiter('sliding-window', { maxPoints: max });
      let run = 0;
      const property = fc.asyncProperty(histories, async ({ limit, windowMs, calls }) => {
        const key = `points ${run++}`;
        const slice = sliceOf(windowMs, max);
        const units: number[] = [];
        const unitsSince = (past: number) => units.filter((at) => at > past).length;
        let now = startOf(run);
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

const windowSizes = fc.constantFrom(1, 1_000, day);
const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 0);
