import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { gramsOf, gramsOfQuery } from './grams.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', ' ', '中', '文', '😀'),
  maxLength: 30,
});

test('a text has all grams of every part of it', () => {
  fc.assert(
    fc.property(text, text, text, (before, query, after) => {
      fc.pre(query !== '');
      const grams = new Set(gramsOf(before + query + after));
      const wanted = gramsOfQuery(query);
      assert.ok(wanted.length >= 1 && wanted.length <= 8);
      for (const gram of wanted) assert.ok(grams.has(gram), gram);
    }),
    { numRuns: 1_000 },
  );
});

test('grams are all runs of one to three characters, each once', () => {
  assert.deepEqual(gramsOf(''), []);
  assert.deepEqual(
    new Set(gramsOf('a😀b文')),
    new Set(['a', '😀', 'b', '文', 'a😀', '😀b', 'b文', 'a😀b', '😀b文']),
  );
  assert.deepEqual(gramsOf('aaaa'), ['a', 'aa', 'aaa']);
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

test('a text with more than 6,000 runs has none', () => {
  const different = (length: number) =>
    Array.from({ length }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  assert.equal(gramsOf(different(2_001))!.length, 6_000);
  assert.equal(gramsOf(different(2_002)), undefined);
});
