/** Discounts in exact decimals. A JSON number means its shortest decimal form: 0.1 is 0.1. */
import { Big } from 'big.js';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { DiscountTerms } from '../schemas.ts';

/** The rest of a cart when discounts have been taken off. */
export interface Rest {
  /** The rest of the total, in cents. */
  readonly left: bigint;
  /** The rest of each group of items that a discount is limited to, in units of `partUnit` to one. */
  readonly parts: readonly bigint[];
}

/** A discount, ready to be taken off. */
export interface Prepared {
  /** The factor of a percentage, as a fraction; undefined: a fixed amount. */
  readonly rate: Fraction | undefined;
  /** The fixed amount, if it is one. */
  readonly cents: bigint;
  /** The most that it takes off, in cents. */
  readonly cap: bigint | undefined;
  /** The parts it is taken off; undefined: the whole cart. */
  readonly parts: readonly number[] | undefined;
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A share of an amount in cents may have no end, so parts are kept to 20 places … */
export const partUnit = 10n ** 20n;
const unitsPerCent = partUnit / 100n;
/** … and their sum is rounded to 10 places: three thirds of 29 are 29 then. */
const unitsPerBaseUnit = 10n ** 10n;
const baseUnitsPerCent = 10n ** 8n;

/** Rounds to 2 places, half up. */
export function roundMoney(amount: number): number {
  return new Big(amount).round(2, Big.roundHalfUp).toNumber();
}

/**
 * @param total with at most 2 places
 * @param parts amounts of groups of items, exact decimals
 */
export function restOf(total: number, parts: readonly string[] = []): Rest {
  return {
    left: BigInt(Math.round(total * 100)),
    parts: parts.map((amount) => roundedTimes(amount, partUnit)),
  };
}

export function prepare({ type, value, max_amount, parts }: DiscountTerms): Prepared {
  const { numerator, denominator } = decimal(value);
  const isPercentage = type === 'percentage';
  return {
    rate: isPercentage ? { numerator, denominator: denominator * 100n } : undefined,
    cents: isPercentage ? 0n : halfUp(numerator * 100n, denominator),
    cap: max_amount === undefined ? undefined : centsWithin(max_amount),
    parts: parts === undefined ? undefined : indicesOf(parts),
  };
}

/**
 * Takes a discount off what is left. One of the whole cart takes the same share of each part; one of
 * some parts takes the same share of each of those.
 *
 * @returns `amount` in cents, rounded half up
 */
export function takeOff(rest: Rest, discount: Prepared): { amount: bigint; rest: Rest } {
  const { left } = rest;
  const ofParts = discount.parts && sumOf(rest.parts, discount.parts);
  const amount = amountOf(discount, left, ofParts);
  if (amount === 0n) return { amount, rest };
  if (discount.parts === undefined) {
    const parts = rest.parts.map((part) => (part * (left - amount)) / left);
    return { amount, rest: { left: left - amount, parts } };
  }
  const parts = [...rest.parts];
  const kept = ofParts! - amount * unitsPerCent;
  for (const i of discount.parts) parts[i] = kept > 0n ? (parts[i]! * kept) / ofParts! : 0n;
  return { amount, rest: { left: left - amount, parts } };
}

/** @param ofParts what is left of the parts that it is taken off, in their unit */
function amountOf({ rate, cents, cap }: Prepared, left: bigint, ofParts?: bigint): bigint {
  const base = ofParts === undefined ? left : halfUp(ofParts, unitsPerBaseUnit);
  const perCent = ofParts === undefined ? 1n : baseUnitsPerCent;
  const wanted =
    rate === undefined
      ? least(cents, halfUp(base, perCent))
      : halfUp(base * rate.numerator, perCent * rate.denominator);
  return least(cap === undefined ? wanted : least(wanted, cap), left);
}

/**
 * Takes discounts off one after another.
 *
 * @param total with at most 2 places
 * @param parts see `restOf`
 * @returns `amounts`: the amount that each discount takes off, rounded half up to 2 places
 */
export async function applyDiscounts(
  total: number,
  discounts: readonly DiscountTerms[],
  parts?: readonly string[],
) {
  const slice = new TimeSlice();
  const amounts: number[] = [];
  let rest = restOf(total, parts);
  const before = rest.left;
  for (const discount of discounts) {
    // A thousand discounts of a thousand groups of items take a while.
    if (slice.isOver) await slice.next();
    const taken = takeOff(rest, prepare(discount));
    amounts.push(toMoney(taken.amount));
    ({ rest } = taken);
  }
  return { amounts, totalDiscount: toMoney(before - rest.left), totalAfter: toMoney(rest.left) };
}

/** The amount that a discount takes off when it is the only one. */
export function amountAlone(rest: Rest, discount: DiscountTerms): number {
  return toMoney(takeOff(rest, prepare(discount)).amount);
}

/** The sum of `price × qty`, an exact decimal. */
export function sumOfItems(items: readonly { price: number; qty: number }[]): string {
  return items.reduce((sum, { price, qty }) => sum.plus(new Big(price).times(qty)), zero).toFixed();
}

const zero = new Big(0);
const toMoney = (cents: bigint) => Number(cents) / 100;
const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** Divides numbers from 0, rounding half up. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function sumOf(parts: readonly bigint[], indices: readonly number[]): bigint {
  return indices.reduce((sum, i) => sum + parts[i]!, 0n);
}

function decimal(value: number | string): Fraction {
  const { c, e } = new Big(value);
  const digits = BigInt(c.join(''));
  const places = c.length - 1 - e;
  return places > 0
    ? { numerator: digits, denominator: 10n ** BigInt(places) }
    : { numerator: digits * 10n ** BigInt(-places), denominator: 1n };
}

function roundedTimes(amount: string, unit: bigint): bigint {
  const { numerator, denominator } = decimal(amount);
  return halfUp(numerator * unit, denominator);
}

/** Whole cents, so that a cap is never exceeded. */
function centsWithin(amount: number): bigint {
  const { numerator, denominator } = decimal(amount);
  return (numerator * 100n) / denominator;
}

/** A set of parts as text: a bit for each, in hexadecimal. */
export function partSet(indices: readonly number[]): string {
  return indices.reduce((bits, i) => bits | (1n << BigInt(i)), 0n).toString(16);
}

function indicesOf(parts: string): number[] {
  const bits = BigInt(`0x${parts}`).toString(2);
  return Array.from({ length: bits.length }, (_, i) => i).filter((i) => bits.at(-1 - i) === '1');
}
