import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plural } from './plural.ts';

it('one is singular, and every other count plural', () => {
  const told = [0, 1, 2].map((count) => plural(count, 'file'));
  assert.deepEqual(told, ['0 files', '1 file', '2 files']);
  assert.equal(plural(1, 'entry', 'entries'), '1 entry');
  assert.equal(plural(2, 'entry', 'entries'), '2 entries');
});
