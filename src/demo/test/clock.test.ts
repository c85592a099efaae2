/** The time of the town moves when it should, and not before. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CityTime, strideMs } from '../clock.ts';

const start = Date.UTC(2026, 0, 1);

describe('in a hurry', () => {
  it('time stands still while somebody works, however long that takes', async () => {
    const time = new CityTime(start);
    let isWorking = false;
    const seen: number[] = [];
    time.start(async () => {
      await time.sleep(strideMs);
      isWorking = true;
      const before = time.now();
      // Work that takes turns of the event loop, as requests do.
      for (let i = 0; i < 20; i++) await nextTurn();
      seen.push(time.now() - before);
      isWorking = false;
    });
    await time.hurry(() => {
      assert.ok(!isWorking);
      return time.passedMs >= 3 * strideMs;
    });
    assert.deepEqual(seen, [0]);
    assert.equal(time.passedMs, 3 * strideMs);
  });

  it('those who are due wake in the order of their instants, loops of services first', async () => {
    const time = new CityTime(start);
    const woken: string[] = [];
    const story = (name: string, ms: number) =>
      time.start(async () => {
        await time.sleep(ms);
        woken.push(name);
      });
    story('late', 900);
    story('early', 100);
    const stop = new AbortController();
    const pause = time.pauses();
    const loop = pause(1_000, stop.signal).then(() => {
      woken.push('loop');
      return pause(1_000, stop.signal);
    });
    await time.hurry(() => woken.length === 3);
    assert.deepEqual(woken, ['loop', 'early', 'late']);
    stop.abort();
    await assert.rejects(loop);
  });

  it('a loop that was due several times in a stride runs once', async () => {
    const time = new CityTime(start);
    const stop = new AbortController();
    const pause = time.pauses();
    let runs = 0;
    const loop = (async () => {
      for (;;) {
        await pause(50, stop.signal);
        runs++;
      }
    })();
    await time.hurry(() => time.passedMs >= 4 * strideMs);
    assert.equal(runs, 4);
    stop.abort();
    await assert.rejects(loop);
  });

  it('an instant after the start is reached by its time, whatever was slept before', async () => {
    const time = new CityTime(start);
    let at = 0;
    time.start(async () => {
      await time.sleep(strideMs + 1);
      await time.sleepUntil(4 * strideMs);
      at = time.passedMs;
    });
    await time.hurry(() => at > 0);
    assert.equal(at, 4 * strideMs);
  });
});

describe('in step with real time', () => {
  it('who sleeps wakes when that time has passed, and everything ends with the signal', async () => {
    const time = new CityTime(start);
    const stop = new AbortController();
    let slept = 0;
    time.start(async () => {
      await time.sleep(2_000);
      slept = time.passedMs;
      stop.abort();
    });
    await time.keepPace(60, () => false, stop.signal);
    assert.ok(slept >= 2_000);
  });

  it('it goes on in a hurry from where it was', async () => {
    const time = new CityTime(start);
    await time.keepPace(60, () => time.passedMs > 0, new AbortController().signal);
    const before = time.passedMs;
    await time.hurry(() => time.passedMs > before);
    assert.equal(time.passedMs, before + strideMs);
  });
});
