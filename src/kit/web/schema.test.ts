import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { checked, storedJson } from './schema.ts';

const Reply = Type.Tuple([Type.Literal('sold'), Type.Integer()]);

test('a value from a store passes as it is, or is named with what is wrong', () => {
  const check = checked('reply of sell.lua', Reply);
  assert.deepEqual(check(['sold', 1]), ['sold', 1]);
  assert.throws(() => check(['sold', '1']), { message: 'reply of sell.lua: 1 must be integer' });
  assert.throws(() => check(null), { message: 'reply of sell.lua: must be array' });
});

test('stored text that is not JSON is named', () => {
  const read = storedJson('product.slots', Type.Array(Type.String()));
  assert.deepEqual(read('["10:00"]'), ['10:00']);
  assert.throws(() => read('[1]'), { message: 'product.slots: 0 must be string' });
  assert.throws(() => read('10:00'), { message: 'product.slots is not JSON' });
});
