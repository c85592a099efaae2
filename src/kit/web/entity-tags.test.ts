import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasTag } from './entity-tags.ts';

it('finds a tag in a list, and any tag by *', () => {
  for (const header of ['"a"', '"b", "a"', '"b","a"', '*', ' * ']) {
    assert.ok(hasTag(header, ['a'], 'strong'), header);
  }
  for (const header of ['"b"', 'a', '"a', '']) assert.ok(!hasTag(header, ['a'], 'weak'), header);
});

it('takes weak tags in a weak comparison only', () => {
  assert.ok(hasTag('W/"a"', ['a'], 'weak'));
  assert.ok(!hasTag('W/"a"', ['a'], 'strong'));
});
