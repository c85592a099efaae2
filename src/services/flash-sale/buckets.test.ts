import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import { bucketCount, firstGroup, planTake, primaryBucket, splitEvenly } from './buckets.ts';

describe('primary bucket', () => {
  // Published test vectors of FNV-1a, 32 bit: "a" e40c292c, "foobar" bf9cf968, "" 811c9dc5.
  it('is FNV-1a of the fingerprint modulo 10', () => {
    assert.equal(primaryBucket('a'), 0xe40c292c % 10);
    assert.equal(primaryBucket('foobar'), 0xbf9cf968 % 10);
    assert.equal(primaryBucket(''), 0x811c9dc5 % 10);
  });

  it('is taken over the UTF-8 bytes of the fingerprint', () => {
    fc.assert(
      fc.property(anyText(), (device) => {
        assert.equal(primaryBucket(device), Number(fnv1a(Buffer.from(device)) % 10n));
      }),
    );
  });
});

describe('even split', () => {
  it('gives the first total % 10 buckets one more', () => {
    assert.deepEqual(splitEvenly(23), [3, 3, 3, 2, 2, 2, 2, 2, 2, 2]);
    assert.deepEqual(splitEvenly(0), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(splitEvenly(1e12), Array(10).fill(1e11));
  });

  it('adds up to the total, never growing from one bucket to the next', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.integer({ min: 1, max: 20 }), (total, count) => {
        const buckets = splitEvenly(total, count);
        assert.equal(buckets.length, count);
        assert.equal(sum(buckets), total);
        assert.deepEqual(
          buckets,
          buckets.toSorted((a, b) => b - a),
        );
        assert.ok(buckets[0]! - buckets.at(-1)! <= 1);
      }),
    );
  });
});

describe('plan of a sale', () => {
  const one = { primary: 3, firstGroup: 0, qty: 2 };

  it('takes the primary bucket when it has the quantity', () => {
    assert.deepEqual(planTake([9, 9, 9, 2, 9, 9, 9, 9, 9, 9], one), { bucket: 3, moves: [] });
  });

  it('tries the following buckets one after another, past the last one to the first', () => {
    assert.deepEqual(planTake([0, 0, 9, 1, 1, 1, 9, 9, 9, 9], one), { bucket: 6, moves: [] });
    assert.deepEqual(planTake([0, 2, 9, 1, 1, 1, 1, 1, 1, 1], one), { bucket: 1, moves: [] });
  });

  it('gathers into the primary bucket what no single bucket has', () => {
    const moves = [
      { from: 5, units: 1 },
      { from: 1, units: 1 },
    ];
    const available = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0];
    assert.deepEqual(planTake(available, one), { bucket: 3, moves });
  });

  it('fails when the buckets together lack the quantity', () => {
    assert.equal(planTake([0, 0, 0, 1, 0, 0, 0, 0, 0, 0], one), undefined);
    assert.equal(planTake([], one), undefined);
  });

  it('uses a single counter in a race', () => {
    assert.deepEqual(planTake([2], one), { bucket: 0, moves: [] });
    assert.equal(planTake([1], one), undefined);
  });

  it('starts with the named group, then goes on to the next ones, never back', () => {
    const slots = [...splitEvenly(90), ...splitEvenly(10), ...splitEvenly(20)];
    assert.deepEqual(planTake(slots, { primary: 3, firstGroup: 1, qty: 1 })?.bucket, 13);
    assert.equal(planTake(slots, { primary: 3, firstGroup: 1, qty: 15 })?.bucket, 23);
    assert.equal(planTake(slots, { primary: 3, firstGroup: 1, qty: 30 })?.bucket, 13);
    assert.equal(planTake(slots, { primary: 3, firstGroup: 1, qty: 31 }), undefined);
  });

  it('starts with the last group when the named one no longer exists', () => {
    assert.equal(planTake(splitEvenly(10), { primary: 3, firstGroup: 7, qty: 1 })?.bucket, 3);
  });

  it('succeeds exactly when the groups in reach hold the quantity, and moves only what is there', () => {
    const groups = fc.integer({ min: 1, max: 3 });
    const stock = groups.chain((n) => {
      const buckets = fc.array(fc.nat(4), { minLength: 10 * n, maxLength: 10 * n });
      return fc.record({ buckets, firstGroup: fc.nat(n - 1) });
    });
    const primary = fc.nat(9);
    const qty = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(stock, primary, qty, ({ buckets, firstGroup: first }, primary, qty) => {
        const plan = planTake(buckets, { primary, firstGroup: first, qty });
        const reach = sum(buckets.slice(first * bucketCount));
        assert.equal(plan !== undefined, reach >= qty);
        if (plan === undefined) return;
        const after = [...buckets];
        for (const { from, units } of plan.moves) {
          assert.ok(units > 0 && from !== plan.bucket && from >= first * bucketCount);
          after[from]! -= units;
          after[plan.bucket]! += units;
        }
        after[plan.bucket]! -= qty;
        assert.ok(after.every((units) => units >= 0));
        assert.equal(sum(after), sum(buckets) - qty);
        // Nothing is moved without need.
        if (plan.moves.length > 0) assert.equal(after[plan.bucket], 0);
      }),
    );
  });

  it('never moves units when a bucket of the first group has the quantity', () => {
    const buckets = fc.array(fc.nat(6), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(buckets, fc.nat(9), fc.integer({ min: 1, max: 6 }), (buckets, primary, qty) => {
        const order = Array.from({ length: 10 }, (_, i) => (primary + i) % 10);
        const expected = order.find((bucket) => buckets[bucket]! >= qty);
        fc.pre(expected !== undefined);
        const plan = planTake(buckets, { primary, firstGroup: 0, qty });
        assert.deepEqual(plan, { bucket: expected, moves: [] });
      }),
    );
  });
});

describe('first group', () => {
  const slots = ['09:00', '12:00', '18:30'];
  const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);

  it('is the named slot', () => {
    assert.equal(firstGroup(slots, '18:30', at('09:00:00')), 2);
  });

  it('is undefined for a name that is not among them', () => {
    assert.equal(firstGroup(slots, '10:00', at('09:00:00')), undefined);
  });

  it('is the running slot without a name, from the minute in which it starts', () => {
    assert.equal(firstGroup(slots, undefined, at('11:59:59.999')), 0);
    assert.equal(firstGroup(slots, undefined, at('12:00:00')), 1);
    assert.equal(firstGroup(slots, undefined, at('23:59:59')), 2);
  });

  it('is the first slot before any has begun', () => {
    assert.equal(firstGroup(slots, undefined, at('08:59:59')), 0);
  });

  it('is the only group of a product without slots, whatever is named', () => {
    assert.equal(firstGroup([], '12:00', at('09:00:00')), 0);
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

/** The definition of draft-eastlake-fnv, in exact arithmetic. */
function fnv1a(bytes: Uint8Array): bigint {
  return bytes.reduce((h, byte) => ((h ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n, 0x811c9dc5n);
}
