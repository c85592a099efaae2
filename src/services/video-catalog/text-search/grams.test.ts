import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { turns } from '#kit/testing/turns.ts';
import { gramsOf, gramsOfQuery } from './grams.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', ' ', '中', '文', '😀'),
  maxLength: 30,
});

test('a text has all grams of every part of it', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, async (before, query, after) => {
      fc.pre(query !== '');
      const grams = new Set(await gramsOf(before + query + after));
      const wanted = gramsOfQuery(query);
      assert.ok(wanted.length >= 1 && wanted.length <= 8);
      for (const gram of wanted) assert.ok(grams.has(gram), gram);
    }),
    { numRuns: 1_000 },
  );
});

test('grams are all runs of one to three characters, each once', async () => {
  assert.deepEqual(await gramsOf(''), []);
  assert.deepEqual(
    new Set(await gramsOf('a😀b文')),
    new Set(['a', '😀', 'b', '文', 'a😀', '😀b', 'b文', 'a😀b', '😀b文']),
  );
  assert.deepEqual(await gramsOf('aaaa'), ['a', 'aa', 'aaa']);
});

test('a query is looked up by its longest runs, eight at most, from all over it', () => {
  assert.deepEqual(gramsOfQuery('a'), ['a']);
  assert.deepEqual(gramsOfQuery('中文'), ['中文']);
  assert.deepEqual(gramsOfQuery('tea'), ['tea']);
  assert.deepEqual(gramsOfQuery('teas'), ['tea', 'eas']);
  const long = gramsOfQuery('abcdefghijklmnopqrstuvwxyz');
  assert.equal(long.length, 8);
  assert.deepEqual([long[0], long.at(-1)], ['abc', 'xyz']);
});

test('a text with more than 6,000 runs has none', async () => {
  const different = (length: number) =>
    Array.from({ length }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  assert.equal((await gramsOf(different(2_001)))!.length, 6_000);
  assert.equal(await gramsOf(different(2_002)), undefined);
});

test('other work has its turns while the runs of a long text are found', async (t) => {
  let now = performance.now();
  t.mock.method(performance, 'now', () => (now += 5));
  const counted = turns(t);
  await Promise.all(Array.from({ length: 20 }, () => gramsOf('abc'.repeat(20_000))));
  const count = counted();
  // One for each 1,024 characters.
  assert.ok(count >= 20 * 58, `${count} turns`);
});
