import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compareBytes } from './byte-order.ts';

test('strings are compared as the bytes of their UTF-8', () => {
  const near = fc.constantFrom('', 'a', 'z', 'é', '\uD7FF', '\uE000', '\uFFFF', '😀', '\u{10FFFF}');
  const texts = fc.array(near, { maxLength: 4 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
      assert.equal(Math.sign(compareBytes(a, b)), expected);
    }),
    { numRuns: 2_000 },
  );
});
