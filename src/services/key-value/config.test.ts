import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCommon } from '#kit/host/env.ts';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, readCommon(env));

describe('KV_NODES', () => {
  it('is a comma-separated list; without it there is one node named default', () => {
    assert.deepEqual(read({}).nodes, [{ name: 'default' }]);
    assert.deepEqual(read({ KV_NODES: '' }).nodes, [{ name: 'default' }]);
    assert.deepEqual(read({ KV_NODES: 'a,b' }).nodes, [{ name: 'a' }, { name: 'b' }]);
  });

  it('is trimmed, and an entry may name the Redis of its node', () => {
    assert.deepEqual(read({ KV_NODES: ' a , b=redis://u:p@h:1/2 ,c' }).nodes, [
      { name: 'a' },
      { name: 'b', address: 'redis://u:p@h:1/2' },
      { name: 'c' },
    ]);
  });

  const refusals: [list: string, message: RegExp][] = [
    ['a,,b', /KV_NODES: entry 2 must not be empty/],
    [' ', /KV_NODES: entry 1 must not be empty/],
    ['a,b,', /KV_NODES: entry 3 must not be empty/],
    ['a,b, a', /KV_NODES: entry 3 repeats the name "a"/],
    ['a,b c', /KV_NODES: entry 2 must have a name of/],
    ['a=http://x', /KV_NODES: entry 1 must have the form name or name=redis:\/\//],
    ['a=redis://[', /KV_NODES: entry 1 must have the form/],
    ['=redis://h', /KV_NODES: entry 1 must not be empty/],
    [Array.from({ length: 257 }, (_, i) => `n${i}`).join(), /more than 256 nodes/],
  ];
  for (const [list, message] of refusals) {
    it(`is refused: ${list.slice(0, 20)}`, () => {
      assert.throws(() => read({ KV_NODES: list }), message);
    });
  }
});
