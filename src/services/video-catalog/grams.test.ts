import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { termsOf, termsOfQuery } from './grams.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', ' ', '中', '文', '😀'),
  maxLength: 30,
});

test('a text has all terms of every part of it', () => {
  fc.assert(
    fc.property(text, text, text, (before, query, after) => {
      fc.pre(query !== '');
      const terms = new Set(termsOf(before + query + after));
      const wanted = termsOfQuery(query);
      assert.ok(wanted.length >= 1 && wanted.length <= 8);
      for (const term of wanted) assert.ok(terms.has(term));
    }),
    { numRuns: 1_000 },
  );
});

test('terms are numbers of 24 bits, each once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      const terms = termsOf(any);
      assert.equal(new Set(terms).size, terms.length);
      for (const term of terms) assert.ok(Number.isInteger(term) && term >= 0 && term < 1 << 24);
    }),
  );
});

test('a query is looked up by what says most', () => {
  const has = (query: string, other: string) => {
    const terms = new Set(termsOf(other));
    return termsOfQuery(query).every((term) => terms.has(term));
  };
  assert.ok(!has('coffee', 'off coe cof ffe fee'), 'runs of five letters');
  assert.ok(!has('tea', 'te ea'), 'runs of three');
  assert.ok(!has('中文', '文中'), 'pairs of Chinese characters');
  assert.ok(!has('中文视频', '中视 文频 视中'));
  assert.ok(!has('video中文', 'video 文中'), 'both in a mixed query');
  assert.ok(!has('video中文', 'vid eo 中文'));
});

test('hashes are spread: of 300,000 words hardly any two share all terms', () => {
  const seen = new Set<string>();
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const words = 300_000;
  for (let i = 0; i < words; i++) {
    const word = Array.from({ length: 5 }, (_, place) => letters[Math.floor(i / 26 ** place) % 26]);
    seen.add(termsOfQuery(word.join('')).join());
  }
  // By chance n of 2^24 share about n²/2^25.
  assert.ok(words - seen.size < (2 * words ** 2) / 2 ** 25, String(words - seen.size));
});
