import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeCode, drawCode } from './code.ts';

test('codes have 7 characters and use all of a–z, A–Z, 0–9', () => {
  const codes = Array.from({ length: 2_000 }, drawCode);
  assert.ok(codes.every((code) => /^[a-zA-Z0-9]{7}$/.test(code) && canBeCode(code)));
  assert.equal(new Set(codes.join('')).size, 62);
});
