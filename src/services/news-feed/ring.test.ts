import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { largest, type Source } from './merge.ts';
import { Ring } from './ring.ts';

const descending = (numbers: readonly number[]) => numbers.toSorted((a, b) => b - a);
const contents = (ring: Ring) => Array.from({ length: ring.length }, (_, i) => ring.at(i));

test('a ring keeps its newest numbers, whatever it was filled with', () => {
  const distinct = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 }), { maxLength: 60 });
  fc.assert(
    fc.property(distinct, distinct, fc.integer({ min: 1, max: 50 }), (numbers, later, capacity) => {
      const first = descending(numbers);
      const ring = new Ring(capacity, first);
      assert.deepEqual(contents(ring), first.slice(0, capacity));
      const pushed = later.map((n) => n + 2 ** 31 - 1).toSorted((a, b) => a - b);
      for (const number of pushed) ring.push(number);
      assert.deepEqual(contents(ring), descending([...first, ...pushed]).slice(0, capacity));
      assert.ok(ring.length <= ring.size && ring.size <= capacity);
    }),
  );
});

test('a page is what a filter shows', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  const range = fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 60 }), fc.nat(10));
  fc.assert(
    fc.property(
      numbers,
      fc.oneof(numbers, fc.constant([])),
      range,
      (all, gone, [offset, before, count]) => {
        const hidden = new Set(gone);
        const ring = new Ring(30, descending(all));
        const shown = contents(ring).filter((n) => n < before && !hidden.has(n));
        assert.deepEqual(
          ring.page(offset, before, count, hidden),
          shown.slice(offset, offset + count),
        );
      },
    ),
  );
});

test('numbers up to 2^53 fit in where asked for', () => {
  const large = Number.MAX_SAFE_INTEGER;
  const ring = new Ring(3, [large - 2, 7], Float64Array);
  ring.push(large - 1);
  assert.deepEqual(contents(ring), [large - 1, large - 2, 7]);
  ring.push(large);
  assert.deepEqual(contents(ring), [large, large - 1, large - 2]);
});

test('a ring that is joined by others holds the newest of both', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 60 });
  fc.assert(
    fc.property(numbers, numbers, fc.integer({ min: 1, max: 50 }), (one, two, capacity) => {
      const others = descending(two.filter((n) => !one.includes(n)));
      const ring = new Ring(capacity);
      for (const number of one.toSorted((a, b) => a - b)) ring.push(number);
      const wanted = descending([...one, ...others]).slice(0, capacity);
      assert.deepEqual(contents(ring.with(others)), wanted);
    }),
  );
});

test('a ring tells when it takes more memory: at most as many times as it doubles', () => {
  const ring = new Ring(1_000);
  let growths = 0;
  for (let n = 1; n <= 5_000; n++) growths += Number(ring.push(n));
  assert.equal(growths, 6);
  assert.equal(ring.size, 1_000);
});

test('the largest of many sources, read in portions no further than needed', () => {
  const sets = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 100 })), { maxLength: 6 });
  const size = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(sets, size, fc.nat(80), fc.nat(600), (all, portion, count, below) => {
      let read = 0;
      // Sources have no number in common.
      const lists = all.map((set, i) => descending(set.map((n) => n * all.length + i)));
      const sources = lists.map((list): Source => (before) => {
        const numbers = list.filter((n) => n < before).slice(0, portion);
        read += numbers.length;
        return numbers;
      });
      const wanted = descending(lists.flat().filter((n) => n < below)).slice(0, count);
      assert.deepEqual(largest(sources, below, count), wanted);
      assert.ok(read <= wanted.length + portion * (sources.length + 1));
    }),
  );
});
