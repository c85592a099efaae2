/** What a sliding window is, in the plainest way, and histories in which every form of it must agree. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Limit } from '../base/sliding-window.ts';

/** The units of one window one by one, each with its instant. */
export class SlidingModel {
  #units: number[] = [];

  #inside({ windowMs }: Limit, now: number): number[] {
    return this.#units.filter((at) => at > now - windowMs);
  }

  left(limit: Limit, now: number): number {
    return limit.limit - this.#inside(limit, now).length;
  }

  take(cost: number, limit: Limit, now: number): number {
    // What has left stays out when the clock goes back, and then nothing leaves earlier.
    this.#units = this.#inside(limit, now);
    const at = Math.max(now, this.#units.at(-1) ?? now);
    for (let i = 0; i < cost; i++) this.#units.push(at);
    return at;
  }

  giveBack(cost: number, limit: Limit, now: number): void {
    const inside = this.#inside(limit, now);
    if (inside.length > 0) this.#units = inside.slice(0, Math.max(0, inside.length - cost));
  }

  takeBack(at: number): void {
    const index = this.#units.lastIndexOf(at);
    if (index !== -1) this.#units.splice(index, 1);
  }

  /** Tries one millisecond after the other. */
  waitMs(cost: number, limit: Limit, now: number): number {
    let waitMs = 0;
    while (this.left(limit, now + waitMs) < cost) waitMs++;
    return waitMs;
  }
}

/** A form of the sliding window under test, with the windows of all users. */
export interface SlidingForm {
  /** Counts a request if there is room for it. Returns whether there was, and what is left then. */
  ask(user: string, limit: Limit, now: number): Promise<{ allowed: boolean; left: number }>;
  /** Takes back a request that was counted at this instant. A form without it takes nothing back. */
  takeBack?(user: string, at: number): Promise<void>;
  /** Returns how long a user has to wait who has just been refused. A form without it does not say. */
  waitMs?(user: string, limit: Limit, now: number): Promise<number>;
}

/** Small limits and windows, few users, and clocks that stand, jump by about a window, or go back. */
const histories = fc
  .record({ limit: fc.integer({ min: 1, max: 3 }), windowMs: fc.integer({ min: 1, max: 20 }) })
  .chain((limit) =>
    fc.record({
      limit: fc.constant(limit),
      steps: fc.array(
        fc.record({
          user: fc.constantFrom('ann', 'bob'),
          wait: fc.oneof(
            fc.constant(0),
            fc.nat(3),
            fc.integer({ min: limit.windowMs - 1, max: limit.windowMs + 1 }),
            fc.nat(4 * limit.windowMs),
            fc.integer({ min: -limit.windowMs, max: -1 }),
          ),
          /** Which of the requests so far is taken back, counted from the latest; or one is made. */
          back: fc.option(fc.nat(3), { freq: 4 }),
        }),
        { maxLength: 40 },
      ),
    }),
  );

interface Options {
  /** False: its clock stands where others go back. */
  readonly goesBack?: boolean;
  readonly numRuns?: number;
}

/** Holds a form against the model. @param open begins a history with empty windows */
export async function checkSlidingForm(
  open: (limit: Limit) => Promise<SlidingForm>,
  { goesBack = true, numRuns = 300 }: Options = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(histories, async ({ limit, steps }) => {
      const form = await open(limit);
      const models = { ann: new SlidingModel(), bob: new SlidingModel() };
      const counted: number[] = [];
      let now = 1_700_000_000_000;
      for (const { user, wait, back } of steps) {
        now += goesBack ? wait : Math.max(0, wait);
        const model = models[user];
        const at = back === null ? undefined : counted.at(-1 - back);
        if (at !== undefined && form.takeBack !== undefined) {
          model.takeBack(at);
          await form.takeBack(user, at);
        }
        const allowed = model.left(limit, now) > 0;
        if (allowed) counted.push(model.take(1, limit, now));
        const left = model.left(limit, now);
        assert.deepEqual(await form.ask(user, limit, now), { allowed, left });
        if (allowed || form.waitMs === undefined) continue;
        assert.equal(await form.waitMs(user, limit, now), model.waitMs(1, limit, now));
      }
    }),
    { numRuns },
  );
}
