import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { fakeClock } from '#kit/testing.ts';
import { Finisher } from './finisher.ts';
import type { VideoStore } from './store.ts';

/** A finisher over a store that says when the next video starts; the timers are turned by hand. */
async function open(t: TestContext, next: () => number | undefined | Promise<number>) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = fakeClock(10_000);
  const runs: number[] = [];
  const stop = new AbortController();
  const finish = async () => {
    runs.push(clock());
    return next();
  };
  const pipeline = { store: { finish } as unknown as VideoStore, drawDuration: () => 10 };
  const log = pino({ level: 'silent' });
  const { signal } = stop;
  const finisher = new Finisher({ pipeline, clock, signal, log });
  t.after(async () => {
    stop.abort();
    await finisher.close();
  });
  const pass = async (ms: number) => {
    for (let i = 0; i < ms; i++) {
      clock.advance(1);
      t.mock.timers.tick(1);
      await setImmediate();
    }
  };
  await pass(1);
  return { clock, runs, finisher, stop, pass };
}

test('it looks for unfinished videos at once, without waiting for an upload', async (t) => {
  const { runs, pass } = await open(t, () => undefined);
  assert.deepEqual(runs, [10_001]);
  await pass(5_000);
  assert.deepEqual(runs, [10_001]);
});

test('it wakes when an upload is due, and for several at once', async (t) => {
  const { runs, finisher, pass } = await open(t, () => undefined);
  await pass(99);
  finisher.uploaded();
  await pass(50);
  finisher.uploaded();
  await pass(1_100);
  assert.deepEqual(runs, [10_001, 11_200]);
});

test('it wakes when the next video of the store is due', async (t) => {
  let next: number | undefined = 10_500;
  const { runs, pass } = await open(t, () => next);
  await pass(598);
  assert.deepEqual(runs, [10_001]);
  next = undefined;
  await pass(1);
  assert.deepEqual(runs, [10_001, 10_600]);
});

test('an upload does not put off an earlier video of another replica', async (t) => {
  const found = Promise.withResolvers<number>();
  let next: Promise<number> | undefined = found.promise;
  const { runs, finisher, pass } = await open(t, () => next);
  finisher.uploaded();
  found.resolve(10_500);
  next = undefined;
  await pass(1_500);
  assert.deepEqual(runs, [10_001, 10_600]);
});

test('it sweeps for what others left behind, and a failure does not end that', async (t) => {
  const stop = new AbortController();
  let runs = 0;
  const swept = Promise.withResolvers<void>();
  const finish = async () => {
    if (++runs === 5) swept.resolve();
    if (runs < 4) throw new Error('away');
    return undefined;
  };
  const pipeline = { store: { finish } as unknown as VideoStore, drawDuration: () => 10 };
  const log = pino({ level: 'silent' });
  const { signal } = stop;
  const finisher = new Finisher({ pipeline, clock: fakeClock(), signal, log, every: 1 });
  t.after(async () => {
    stop.abort();
    await finisher.close();
  });
  await swept.promise;
});

test('it ends when the process stops', async (t) => {
  const { runs, finisher, stop, pass } = await open(t, () => 10_500);
  stop.abort();
  await finisher.close();
  finisher.uploaded();
  await pass(5_000);
  assert.deepEqual(runs, [10_001]);
});
