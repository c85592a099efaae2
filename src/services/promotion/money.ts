/** Discounts in exact decimals. A JSON number means its shortest decimal form: 0.1 is 0.1. */
import { Big } from 'big.js';
import type { Discount } from './rules.ts';

export interface Reduction {
  /** Rounded half up to 2 places, and never more than what was left. */
  readonly discount: number;
  readonly left: Big;
}

/** To 2 places, half up. */
export function roundMoney(amount: number): number {
  return new Big(amount).round(2, Big.roundHalfUp).toNumber();
}

/** What a discount takes off. A percentage is of what is left; a fixed amount ends there. */
export function reduce(left: Big, { type, value }: Discount): Reduction {
  const wanted = type === 'percentage' ? left.times(value).times('0.01') : new Big(value);
  const rounded = wanted.round(2, Big.roundHalfUp);
  const discount = rounded.gt(left) ? left : rounded;
  return { discount: discount.toNumber(), left: left.minus(discount) };
}

/**
 * Takes discounts off a total one after another.
 *
 * @param total with at most 2 places
 */
export function reduceAll(total: number, discounts: readonly Discount[]) {
  let left = new Big(total);
  const amounts = discounts.map((discount) => {
    const reduction = reduce(left, discount);
    left = reduction.left;
    return reduction.discount;
  });
  return {
    amounts,
    totalDiscount: new Big(total).minus(left).toNumber(),
    totalAfter: left.toNumber(),
  };
}
