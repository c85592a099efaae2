import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Discount } from '../schemas.ts';
import { CartItems, compileSelection } from './items.ts';
import { applyDiscounts } from './money.ts';

type Item = { sku: string; category: string; price: number; qty: number };

/** Amounts of discounts on a cart, as /apply computes them; undefined: no item matches. */
async function amountsOf(total: number, items: Item[], discounts: readonly Discount[]) {
  const cart = new CartItems({ total, hub_id: 'h', items });
  const matches = discounts.map((discount) => {
    const selection = compileSelection(discount);
    return selection && cart.match(selection);
  });
  const limited = matches.filter((one) => one !== undefined);
  const { parts, sets } = await cart.group(limited, new TimeSlice());
  let next = 0;
  const terms = discounts.map(({ type, value, max_amount, applies_to }, i) => {
    // It would be refused.
    if (applies_to && !matches[i]) return { type: 'fixed' as const, value: 0 };
    const parts = matches[i] && { parts: sets[next++]! };
    return { type, value, ...(max_amount !== undefined && { max_amount }), ...parts };
  });
  const { amounts, totalAfter } = await applyDiscounts(total, terms, parts);
  return { amounts, totalAfter, groups: parts.length };
}

const item = (sku: string, category: string, price: number, qty = 1): Item => {
  return { sku, category, price, qty };
};
const percent = (
  value: number,
  applies_to?: Discount['applies_to'],
  max_amount?: number,
): Discount => ({
  type: 'percentage',
  value,
  ...(applies_to && { applies_to }),
  ...(max_amount !== undefined && { max_amount }),
});
const fixed = (value: number, applies_to?: Discount['applies_to']): Discount => ({
  ...percent(value, applies_to),
  type: 'fixed',
});
const fruit = { categories: ['fruit'] };

describe('a discount on some items', () => {
  const items = [
    item('apple', 'Fruit', 2, 10),
    item('pear', 'FRUIT', 10),
    item('milk', 'dairy', 70),
  ];
  const table: [rule: string, discounts: Discount[], amounts: number[], left: number][] = [
    ['is taken off the sum of price × qty of those that match', [percent(10, fruit)], [3], 97],
    ['finds items by SKU too', [percent(10, { skus: ['milk'] })], [7], 93],
    ['has items that either lists', [percent(10, { ...fruit, skus: ['milk'] })], [10], 90],
    ['that is fixed takes no more than they cost', [fixed(50, fruit)], [30], 70],
    [
      'does not take what an earlier one has taken',
      [fixed(20, fruit), percent(50, fruit)],
      [20, 5],
      75,
    ],
    ['of which all is consumed takes 0', [percent(100, fruit), percent(50, fruit)], [30, 0], 70],
    [
      'finds its share left by one of the whole cart',
      [percent(50), percent(100, fruit)],
      [50, 15],
      35,
    ],
    ['leaves the other items to others', [percent(100, fruit), percent(10)], [30, 7], 63],
    [
      'leaves each of its items its share',
      [fixed(15, fruit), percent(100, { skus: ['pear'] })],
      [15, 5],
      80,
    ],
    [
      'is capped by max_amount',
      [percent(50, fruit, 4), percent(50, undefined, 1.239)],
      [4, 1.23],
      94.77,
    ],
    ['that is fixed is capped too', [{ ...fixed(20), max_amount: 5 }], [5], 95],
  ];
  for (const [rule, discounts, amounts, left] of table) {
    it(rule, async () => {
      const got = await amountsOf(100, items, discounts);
      assert.deepEqual([got.amounts, got.totalAfter], [amounts, left]);
    });
  }

  it('adds shares without end up again', async () => {
    const three = ['a', 'b', 'c'].map((sku) => item(sku, 'tea', 10));
    const discounts = [
      fixed(1),
      percent(12.5, { skus: ['a', 'b', 'c'] }),
      percent(0, { skus: ['a'] }),
    ];
    assert.deepEqual((await amountsOf(30, three, discounts)).amounts, [1, 3.63, 0]);
  });

  it('takes no more than the cart costs, whatever its items cost', async () => {
    const got = await amountsOf(25, items, [percent(100, fruit)]);
    assert.deepEqual([got.amounts, got.totalAfter], [[25], 0]);
  });

  it('puts items together that no discount tells apart', async () => {
    const many = Array.from({ length: 600 }, (_, i) => item(`s${i}`, i % 2 ? 'fruit' : 'tea', 1));
    const { groups } = await amountsOf(600, many, [percent(10, fruit), percent(10, fruit)]);
    assert.equal(groups, 1);
  });

  it('agrees with exact fractions on random carts', async () => {
    const anyItem = fc.record({
      sku: fc.constantFrom('a', 'b', 'c'),
      category: fc.constantFrom('x', 'y', 'Z'),
      price: fc.integer({ min: 0, max: 3_000 }).map((n) => n / 100),
      qty: fc.integer({ min: 1, max: 3 }),
    });
    const anyDiscount: fc.Arbitrary<Discount> = fc
      .record({
        type: fc.constantFrom('percentage' as const, 'fixed' as const),
        value: fc.integer({ min: 0, max: 400 }).map((n) => n / 4),
        categories: fc.option(fc.subarray(['X', 'y', 'z'], { minLength: 1 }), { nil: undefined }),
        max_amount: fc.option(
          fc.integer({ min: 0, max: 2_000 }).map((n) => n / 100),
          { nil: undefined },
        ),
      })
      .map(({ categories, max_amount, ...rest }) => ({
        ...rest,
        ...(categories && { applies_to: { categories } }),
        ...(max_amount !== undefined && { max_amount }),
      }));
    const carts = fc.array(anyItem, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(carts, fc.array(anyDiscount, { maxLength: 4 }), async (items, discounts) => {
        const cents = items.reduce((sum, { price, qty }) => sum + Math.round(price * 100) * qty, 0);
        const got = await amountsOf(cents / 100, items, discounts);
        assert.deepEqual(got.amounts, inFractions(items, discounts));
      }),
      { numRuns: 500 },
    );
  });
});

/** The rules over exact fractions of cents, item by item; prices in whole cents. */
function inFractions(items: Item[], discounts: readonly Discount[]): number[] {
  let common = 1n; // of all that is left of items
  let rests = items.map(({ price, qty }) => BigInt(Math.round(price * 100)) * BigInt(qty));
  // The rest of the cart is in whole cents, as the customer sees it: amounts are rounded, so the
  // items may have a part of a cent more or less.
  let left = rests.reduce((sum, rest) => sum + rest, 0n);
  return discounts.map(({ type, value, max_amount, applies_to }) => {
    const wanted = applies_to?.categories?.map((name) => name.toLowerCase());
    const isHit = (i: number) => !wanted || wanted.includes(items[i]!.category.toLowerCase());
    const ofHits = rests.reduce((sum, rest, i) => (isHit(i) ? sum + rest : sum), 0n);
    const base = wanted ? ofHits : left * common;
    const hundredths = BigInt(Math.round(value * 100));
    const rounded = (n: bigint, d: bigint) => (2n * n + d) / (2n * d);
    const of = rounded(base, common);
    let amount = type === 'percentage' ? rounded(base * hundredths, common * 10_000n) : hundredths;
    if (type === 'fixed' && amount > of) amount = of;
    const cap = max_amount === undefined ? amount : BigInt(Math.round(max_amount * 100));
    for (const most of [cap, left]) if (amount > most) amount = most;
    const kept = base - amount * common;
    if (base > 0n) {
      rests = rests.map((rest, i) => (isHit(i) ? rest * (kept > 0n ? kept : 0n) : rest * base));
      common *= base;
    }
    left -= amount;
    return Number(amount) / 100;
  });
}
