/** Discounts in exact decimals. A JSON number means its shortest decimal form: 0.1 is 0.1. */
import { Big } from 'big.js';
import type { Discount } from './schemas.ts';

/** To 2 places, half up. */
export function roundMoney(amount: number): number {
  return new Big(amount).round(2, Big.roundHalfUp).toNumber();
}

/**
 * Takes discounts off a total one after another.
 *
 * @param total with at most 2 places
 * @returns `amounts`: what each discount takes off, rounded half up to 2 places
 */
export function applyDiscounts(total: number, discounts: readonly Discount[]) {
  let left = new Big(total);
  const amounts = discounts.map((discount) => {
    const amount = amountOf(discount, left);
    left = left.minus(amount);
    return amount.toNumber();
  });
  return {
    amounts,
    totalDiscount: new Big(total).minus(left).toNumber(),
    totalAfter: left.toNumber(),
  };
}

/** A percentage is of what is left; neither kind takes more than that. */
function amountOf({ type, value }: Discount, left: Big): Big {
  const wanted = type === 'percentage' ? left.times(value).times('0.01') : new Big(value);
  const rounded = wanted.round(2, Big.roundHalfUp);
  return rounded.gt(left) ? left : rounded;
}
