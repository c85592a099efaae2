import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { command, connect } from '../stores/redis.ts';
import { checkSlidingForm, SlidingModel } from '../testing/sliding-model.ts';
import { missing, servers } from '../testing/testing.ts';
import {
  instantForLua,
  SlidingWindow,
  SlidingWindows,
  slidingWindowLua,
} from './sliding-window.ts';

describe('a sliding window', () => {
  it('in memory decides as the model does', async () => {
    await checkSlidingForm(async () => {
      const windows = { ann: new SlidingWindow(), bob: new SlidingWindow() };
      const of = (user: string) => windows[user as 'ann' | 'bob'];
      return {
        async ask(user, limit, now) {
          const allowed = of(user).left(limit, now) > 0;
          if (allowed) of(user).take(1, limit, now);
          return { allowed, left: of(user).left(limit, now) };
        },
        takeBack: async (user, at) => of(user).takeBack(at),
        waitMs: async (user, limit, now) => of(user).waitMs(1, limit, now),
      };
    });
  });

  it('in memory counts any costs, and gives them back, as the model does', () => {
    const step = fc.record({
      wait: fc.oneof(fc.nat(3), fc.nat(40), fc.integer({ min: -3, max: -1 })),
      cost: fc.integer({ min: 1, max: 4 }),
      effect: fc.constantFrom('take', 'give back', 'take back', 'look'),
      /** Which of the instants so far is taken back, counted from the latest. */
      back: fc.nat(5),
    });
    const limit = { limit: 9, windowMs: 20 };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const [window, model] = [new SlidingWindow(), new SlidingModel()];
        const instants: number[] = [];
        let now = 1_000;
        for (const { wait, cost, effect, back } of steps) {
          now += wait;
          const at = instants.at(-1 - back);
          if (effect === 'give back') {
            for (const one of [window, model]) one.giveBack(cost, limit, now);
          } else if (effect === 'take back' && at !== undefined) {
            for (const one of [window, model]) one.takeBack(at);
          } else if (effect === 'take' && model.left(limit, now) >= cost) {
            instants.push(model.take(cost, limit, now));
            assert.equal(window.take(cost, limit, now), instants.at(-1));
          }
          const left = model.left(limit, now);
          assert.equal(window.left(limit, now), left);
          assert.equal(window.resetAfterMs(limit, now), model.waitMs(limit.limit, limit, now));
          if (left < cost) {
            assert.equal(window.waitMs(cost, limit, now), model.waitMs(cost, limit, now));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('in a string of Redis decides as the model does', { skip: missing('redis') }, async (t) => {
    const redis = await connect(servers.redis);
    t.after(() => redis.disconnect());
    const library = readFileSync(slidingWindowLua, 'utf8');
    const ask = `${library}
      local requests = window_of(ARGV[1], tonumber(ARGV[2]), ARGV[3])
      if window_room(requests, tonumber(ARGV[2])) < 1 then return { ARGV[1], 0, 0 } end
      local recorded = window_record(requests, ARGV[4])
      return { recorded, 1, window_room(recorded, tonumber(ARGV[2])) }`;
    const takeBack = `${library} return window_take_back(ARGV[1], ARGV[2])`;
    await checkSlidingForm(async () => {
      const stored = new Map<string, string>();
      return {
        async ask(user, { limit, windowMs }, now) {
          const instants = [instantForLua(now - windowMs), instantForLua(now)];
          const reply = redis.eval(ask, 0, stored.get(user) ?? '', limit, ...instants);
          const [text, allowed, left] = (await command(reply)) as [string, number, number];
          stored.set(user, text);
          return { allowed: allowed === 1, left };
        },
        async takeBack(user, at) {
          const reply = redis.eval(takeBack, 0, stored.get(user) ?? '', instantForLua(at));
          stored.set(user, (await command(reply)) as string);
        },
      };
    });
  });
});

it('windows of users who stay away are dropped', () => {
  const windows = new SlidingWindows();
  const limit = { limit: 5, windowMs: 1_000 };
  for (let i = 0; i < 10_000; i++) windows.of(`user ${i}`, limit.windowMs, i).take(1, limit, i);
  assert.ok(windows.size <= 3_000, `${windows.size} are kept`);
});
