import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, fnv1a32 } from './hash.ts';
import { alphanumericCode, newId } from './ids.ts';

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

  it('CRC-32: the check value of the IEEE polynomial', () => {
    assert.equal(crc32('123456789'), 0xcbf43926);
  });
});

describe('ids', () => {
  it('sort by time and never repeat', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => newId('res', 1_700_000_000_000 + i));
    assert.deepEqual(ids, ids.toSorted());
    assert.equal(new Set(ids).size, 1_000);
    assert.match(ids[0]!, /^res_[0-9a-z]{9}[\w-]{22}$/);
  });

  it('codes use all of a–z, A–Z, 0–9', () => {
    const draw = alphanumericCode(7);
    const letters = new Set(Array.from({ length: 2_000 }, draw).join(''));
    assert.equal(letters.size, 62);
    assert.match(draw(), /^[a-zA-Z0-9]{7}$/);
  });
});
