import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fnv1a32 } from './hash.ts';

describe('hashes', () => {
  it('FNV-1a, 32 bit: the vectors of its authors, and UTF-8 beyond ASCII', () => {
    assert.equal(fnv1a32(''), 0x811c9dc5);
    assert.equal(fnv1a32('a'), 0xe40c292c);
    assert.equal(fnv1a32('foobar'), 0xbf9cf968);
    // The bytes C3 A9, by the definition.
    const step = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193) >>> 0;
    assert.equal(fnv1a32('é'), step(step(0x811c9dc5, 0xc3), 0xa9));
    assert.equal(fnv1a32('aé'), [0x61, 0xc3, 0xa9].reduce(step, 0x811c9dc5));
  });
});
