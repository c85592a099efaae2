import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { TimeSlice } from './time-slice.ts';

test('a slice is over after 5 ms, and then the next one begins', async (t) => {
  await setImmediate();
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const slice = new TimeSlice();
  now = 4.9;
  assert.equal(slice.isOver, false);
  now = 5;
  assert.equal(slice.isOver, true);
  await slice.next();
  assert.equal(slice.isOver, false);
});

test('computations that begin in one turn of the event loop share one slice', async (t) => {
  await setImmediate();
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const first = new TimeSlice();
  now = 4;
  const second = new TimeSlice();
  now = 5;
  assert.deepEqual([first.isOver, second.isOver, new TimeSlice().isOver], [true, true, true]);
  await second.next();
  now = 9;
  const third = new TimeSlice();
  assert.deepEqual([first.isOver, second.isOver, third.isOver], [true, false, false]);
  now = 10;
  assert.deepEqual([second.isOver, third.isOver], [true, true]);
});

test('computations that are cut into slices have one slice in a turn of the event loop', async () => {
  const seen: string[] = [];
  const compute = async (name: string) => {
    const slice = new TimeSlice();
    for (let i = 0; i < 2; i++) {
      await slice.next();
      seen.push(name);
    }
  };
  const computed = Promise.all(['a', 'b', 'c'].map(compute));
  const over = new AbortController();
  void computed.then(() => over.abort());
  while (!over.signal.aborted) {
    await setImmediate();
    seen.push('|');
  }
  assert.deepEqual(seen.join('').match(/[abc]+/g), ['a', 'b', 'c', 'a', 'b', 'c']);
});
