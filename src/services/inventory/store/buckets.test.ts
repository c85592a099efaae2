import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { primaryBucket, split, sum, take } from './buckets.ts';
import { newReservationId, shardOfHub, shardOfReservation } from './shards.ts';

describe('buckets', () => {
  it('the primary bucket is FNV-1a-32 of SKU and user, modulo 10', () => {
    // 0xbf9cf968 is the published FNV-1a-32 of "foobar".
    assert.equal(primaryBucket('foo', 'bar'), 0xbf9cf968 % 10);
    assert.equal(primaryBucket('', 'a'), 0xe40c292c % 10);
  });

  it('stock is split evenly, the first buckets get what is left over', () => {
    assert.deepEqual(split(23, 10), [3, 3, 3, 2, 2, 2, 2, 2, 2, 2]);
    assert.deepEqual(split(7, 1), [7]);
  });

  it('the primary bucket gives the units, then the first of the next ones that has them', () => {
    const buckets = [2, 0, 0, 0, 0, 0, 0, 0, 2, 3];
    const given = [1, 3, 1, 2].map((qty) => take(buckets, 8, qty));
    assert.deepEqual(given, [8, 9, 8, 0]);
    assert.deepEqual(buckets, Array(10).fill(0));
  });

  it('units of several buckets are combined when none has them all', () => {
    const buckets = [5, 4, 0, 0, 0, 0, 0, 0, 0, 3];
    assert.equal(take(buckets, 9, 7), 9);
    assert.deepEqual(buckets, [1, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('exactly the units are taken, if the buckets together have them, else none', () => {
    const stock = fc.oneof(
      fc.array(fc.nat(9), { minLength: 10, maxLength: 10 }),
      fc.array(fc.nat(60), { minLength: 1, maxLength: 1 }),
    );
    const law = fc.property(stock, fc.nat(9), fc.integer({ min: 1, max: 60 }), (given, p, qty) => {
      const buckets = [...given];
      const bucket = take(buckets, p, qty);
      if (sum(given) < qty) {
        assert.equal(bucket, undefined);
        assert.deepEqual(buckets, given);
      } else {
        assert.equal(sum(buckets), sum(given) - qty);
        assert.ok(bucket! < given.length && buckets.every((units) => units >= 0));
      }
    });
    fc.assert(law, { numRuns: 500 });
  });
});

describe('a reservation id', () => {
  it('names the shard of its hub', () => {
    const shards = new Set<number>();
    for (let i = 0; i < 200; i++) {
      const id = newReservationId(`hub ${i}`, Date.UTC(2026, 0, 1));
      assert.match(id, /^res[0-9a-f]_[\w-]{31}$/);
      assert.equal(shardOfReservation(id), shardOfHub(`hub ${i}`));
      shards.add(shardOfHub(`hub ${i}`));
    }
    assert.equal(shards.size, 16);
  });

  it('of another shape names none', () => {
    const id = newReservationId('hub', 0);
    for (const other of ['', 'res', id.slice(1), `${id}x`, id.slice(0, -1), `resg${id.slice(4)}`]) {
      assert.equal(shardOfReservation(other), undefined, other);
    }
  });
});
