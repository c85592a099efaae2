import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { bestCombination } from './best.ts';
import type { BestCandidate } from './best-bound.ts';
import { partSet, prepare, restOf, takeOff } from './money.ts';

interface Cart {
  readonly total: number;
  readonly parts: readonly string[];
}

/** All sets, one after another, by the rules as they are written. */
function bruteForce(candidates: readonly BestCandidate[], { total, parts }: Cart) {
  let best = { left: BigInt(Math.round(total * 100)), ids: [] as string[] };
  for (let set = 1; set < 1 << candidates.length; set++) {
    const members = candidates.filter((_, i) => set & (1 << i));
    // One that does not stack is passed over when another one applies already.
    if (members.slice(1).some(({ stackable }) => !stackable)) continue;
    let rest = restOf(total, parts);
    for (const { discount } of members) ({ rest } = takeOff(rest, prepare(discount)));
    const one = { left: rest.left, ids: members.map(({ promo_id }) => promo_id).toSorted() };
    if (isBetter(one, best)) best = one;
  }
  return best.ids;
}

function isBetter(a: { left: bigint; ids: string[] }, b: { left: bigint; ids: string[] }) {
  if (a.left !== b.left) return a.left < b.left;
  if (a.ids.length !== b.ids.length) return a.ids.length < b.ids.length;
  const i = a.ids.findIndex((id, i) => id !== b.ids[i]);
  return i >= 0 && a.ids[i]! < b.ids[i]!;
}

const find = async (candidates: readonly BestCandidate[], { total, parts }: Cart) =>
  [...(await bestCombination(candidates, restOf(total, parts)))].toSorted();

/** Amounts at which rounding and ties matter. */
const cents = (max: number) => fc.integer({ min: 0, max }).map((n) => n / 100);
const anyValue = (max: number) => {
  const rate = fc.oneof(fc.integer({ min: 0, max: 100 }), cents(10_000), fc.constantFrom(0.5, 50));
  const percentage = rate.map((value) => ({ type: 'percentage' as const, value }));
  return fc.oneof(
    percentage,
    cents(max).map((value) => ({ type: 'fixed' as const, value })),
  );
};
const anyDiscount = (groups: number, max: number) => {
  const indices = fc.subarray([...Array(groups).keys()], { minLength: 1 });
  const limits = fc.record(
    { max_amount: cents(max), parts: indices.map(partSet) },
    { requiredKeys: [] },
  );
  return fc.tuple(anyValue(max), limits).map(([value, limits]) => ({ ...value, ...limits }));
};

const anyCase = fc
  .record({
    groups: fc.integer({ min: 1, max: 3 }),
    max: fc.constantFrom(20, 1_000, 100_000),
    count: fc.integer({ min: 0, max: 8 }),
  })
  .chain(({ groups, max, count }) =>
    fc.record({
      sums: fc.array(fc.integer({ min: 0, max: max * 10 }), {
        minLength: groups,
        maxLength: groups,
      }),
      /** The cart is mostly worth what its items are, but a client may say anything. */
      more: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -max, max })),
      candidates: fc.array(
        fc.record({
          discount: anyDiscount(groups, max),
          stackable: fc.boolean(),
          rank: fc.nat(99),
        }),
        { minLength: count, maxLength: count },
      ),
    }),
  )
  .map(({ sums, more, candidates }) => {
    const worth = sums.reduce((all, one) => all + one, 0);
    // Tenths of a cent.
    const parts = sums.map((sum) => String(sum / 1_000));
    const total = Math.max(0, Math.round((worth + more) / 10)) / 100;
    return {
      cart: { total, parts },
      candidates: candidates.map(({ rank, ...rest }, i) => ({ ...rest, promo_id: `${rank}-${i}` })),
    };
  });

describe('the best combination', () => {
  it('agrees with brute force', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ candidates, cart }) => {
        assert.deepEqual(await find(candidates, cart), bruteForce(candidates, cart));
      }),
      { numRuns: 1_000 },
    );
  });

  const fixed = (promo_id: string, value: number, stackable = true): BestCandidate => {
    return { promo_id, stackable, discount: { type: 'fixed', value } };
  };
  const cart: Cart = { total: 10, parts: [] };

  it('has one that does not stack only as the first', async () => {
    const single = fixed('single', 5, false);
    assert.deepEqual(await find([fixed('a', 4), single], cart), ['single']);
    assert.deepEqual(await find([single, fixed('a', 4)], cart), ['a', 'single']);
    assert.deepEqual(await find([fixed('a', 4), fixed('b', 2), single], cart), ['a', 'b']);
  });

  it('of equal totals has the fewest promotions, then the lowest ids', async () => {
    assert.deepEqual(await find([fixed('a', 6), fixed('b', 6), fixed('c', 10)], cart), ['c']);
    assert.deepEqual(await find([fixed('c', 5), fixed('b', 5), fixed('a', 5)], cart), ['a', 'b']);
    assert.deepEqual(await find([fixed('a', 0)], cart), []);
  });

  it('of 20 promotions is found though many sets are equally good', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `p${String(19 - i).padStart(2, '0')}`);
    const lowest = ids.toSorted().slice(0, 10);
    const ones = ids.map((id) => fixed(id, 1));
    assert.deepEqual(await find(ones, cart), lowest);
    const small = ids.map((promo_id, i): BestCandidate => {
      const parts = i % 2 ? { parts: partSet([i % 4, (i + 1) % 4]) } : {};
      return {
        promo_id,
        stackable: i % 5 > 0,
        discount: { type: 'percentage', value: 1, ...parts },
      };
    });
    const all = await find(small, { total: 10, parts: ['2.5', '2.5', '2.5', '2.5'] });
    assert.ok(all.length > 10);
  });

  it('lets other requests have their turns during the search', async (t) => {
    let now = performance.now();
    t.mock.method(performance, 'now', () => (now += 5));
    let turns = 0;
    const finding = find(
      Array.from({ length: 6 }, (_, i) => fixed(`p${i}`, 2)),
      cart,
    ).then(() => turns);
    for (let i = 0; i < 3; i++) await turn().then(() => turns++);
    assert.ok((await finding) > 0);
  });
});
