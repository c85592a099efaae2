import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { applyDiscounts } from './money.ts';
import type { Discount } from '../schemas.ts';

const percent = (value: number): Discount => ({ type: 'percentage', value });
const fixed = (value: number): Discount => ({ type: 'fixed', value });

describe('discounts', () => {
  const table: [
    rule: string,
    total: number,
    discounts: Discount[],
    amounts: number[],
    left: number,
  ][] = [
    ['a percentage is of what remains', 100, [percent(10), percent(10)], [10, 9], 81],
    ['a fixed amount is capped at what remains', 30, [fixed(20), fixed(20)], [20, 10], 0],
    ['half a cent is rounded up', 0.25, [percent(10)], [0.03], 0.22],
    ['doubles that cannot hold a decimal do not matter', 200.05, [percent(10)], [20.01], 180.04],
    ['0.1 and 0.2 are 0.3', 0.3, [fixed(0.1), fixed(0.2)], [0.1, 0.2], 0],
    [
      'big amounts are exact',
      999_999_999_999.99,
      [percent(33.33)],
      [333_300_000_000],
      666_699_999_999.99,
    ],
    ['nothing comes of nothing', 0, [percent(50), fixed(5)], [0, 0], 0],
    ['0 takes off nothing', 10, [percent(0), fixed(0)], [0, 0], 10],
  ];
  for (const [rule, total, discounts, amounts, left] of table) {
    it(rule, async () => {
      const reduced = await applyDiscounts(total, discounts);
      assert.deepEqual([reduced.amounts, reduced.totalAfter], [amounts, left]);
    });
  }

  it('never take a total below 0, and add up', async () => {
    const cents = (value: number) => BigInt(Math.round(value * 100));
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 100);
    const discount = fc.oneof(
      amount.map(fixed),
      fc.integer({ min: 0, max: 10_000 }).map((n) => percent(n / 100)),
    );
    await fc.assert(
      fc.asyncProperty(amount, fc.array(discount, { maxLength: 8 }), async (total, discounts) => {
        const { amounts, totalDiscount, totalAfter } = await applyDiscounts(total, discounts);
        assert.ok(totalAfter >= 0 && amounts.every((one) => one >= 0));
        const sum = amounts.reduce((all, one) => all + cents(one), 0n);
        assert.equal(sum, cents(totalDiscount));
        assert.equal(cents(total), cents(totalDiscount) + cents(totalAfter));
      }),
    );
  });

  it('of whole cents agree with integer arithmetic', async () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    const hundredths = fc.integer({ min: 0, max: 10_000 });
    await fc.assert(
      fc.asyncProperty(amount, hundredths, async (cents, hundredths) => {
        const { amounts } = await applyDiscounts(cents / 100, [percent(hundredths / 100)]);
        const [got] = amounts;
        const exact = BigInt(cents) * BigInt(hundredths);
        assert.equal(BigInt(Math.round(got! * 100)), (exact + 5_000n) / 10_000n);
      }),
    );
  });
});
