import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Dictionaries } from './dictionaries.ts';

it('an index that was made later takes the place of one with its name, never the other way round', () => {
  const dictionaries = new Dictionaries();
  const first = dictionaries.open('food', 3)!;
  assert.equal(dictionaries.open('food', 3), first);
  const later = dictionaries.open('food', 7)!;
  assert.notEqual(later, first);
  assert.equal(dictionaries.open('food', 3), undefined);
  assert.equal(dictionaries.get('food'), later);
  assert.equal(dictionaries.byId(3), undefined);
  dictionaries.drop(3);
  assert.equal(dictionaries.get('food'), later);
  dictionaries.drop(7);
  assert.deepEqual(dictionaries.all(), []);
});
