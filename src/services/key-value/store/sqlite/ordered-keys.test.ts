import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { turns } from '#kit/testing/turns.ts';
import { OrderedKeys } from './ordered-keys.ts';

test('keys that come and go while the others are put in order are where they belong', async (t) => {
  // Each key takes a slice of time.
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 10));
  const all = new Map(['d', 'b', 'h', 'f'].map((key) => [key, true]));
  const ordered = new OrderedKeys();
  const add = (key: string) => {
    all.set(key, true);
    ordered.add(key);
  };
  const remove = (key: string) => {
    all.delete(key);
    ordered.delete(key);
  };
  add('c');
  const ready = ordered.order(all.keys());
  // The first one is in order by now, the last ones are not.
  remove('d');
  add('a');
  remove('f');
  add('g');
  await turn();
  add('d');
  add('f');
  remove('f');
  await ready;
  assert.deepEqual([...ordered.from('')], ['a', 'b', 'c', 'd', 'g', 'h']);
  add('e');
  remove('a');
  assert.deepEqual([...ordered.from('b')], ['b', 'c', 'd', 'e', 'g', 'h']);
  assert.deepEqual([...ordered.from('da')], ['e', 'g', 'h']);
  assert.equal(await ordered.order([]), undefined);
});

test('many keys are put in order in slices of time', async (t) => {
  const ordered = new OrderedKeys();
  const keys = Array.from({ length: 100_000 }, (_, i) => `key-${(i * 7919) % 100_000}`);
  const counted = turns(t);
  await ordered.order(keys);
  const count = counted();
  assert.ok(count > 1);
  assert.deepEqual([...ordered.from('')], keys.toSorted());
});
