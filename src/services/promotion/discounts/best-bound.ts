/**
 * Bounds on what the promotions that are left could still take off.
 *
 * They are computed in doubles, so half a millionth of a cent or more is always granted. A bound must
 * hold although amounts are rounded to cents, so each discount is granted half a cent too.
 */
import type { DiscountTerms } from '../schemas.ts';
import { partUnit, type Prepared, type Rest } from './money.ts';

export interface BestCandidate {
  readonly promo_id: string;
  readonly stackable: boolean;
  readonly discount: DiscountTerms;
}

/** The most that rounding adds to an amount, in cents. */
const rounding = 0.5;

interface Estimate {
  readonly stackable: boolean;
  /** The rate of a percentage; undefined: fixed. */
  readonly rate: number | undefined;
  /** In cents. */
  readonly fixed: number;
  readonly cap: number;
  readonly parts: readonly number[] | undefined;
}

/** In cents. */
interface Left {
  /** The value outside the parts; negative when the items are worth more than the cart. */
  readonly other: number;
  readonly parts: readonly number[];
}

export class BestBound {
  readonly #estimates: readonly Estimate[];
  /** The largest error of doubles here, in cents. */
  readonly #error: number;

  constructor(
    candidates: readonly BestCandidate[],
    discounts: readonly Prepared[],
    { left, parts }: Rest,
  ) {
    this.#estimates = candidates.map(({ stackable, discount }, i) => {
      const { cents, cap = Infinity, parts } = discounts[i]!;
      const rate = discount.type === 'percentage' ? discount.value / 100 : undefined;
      return { stackable, rate, fixed: Number(cents), cap: Number(cap), parts };
    });
    const items = parts.reduce((sum, part) => sum + toCents(part), 0);
    this.#error = 1e-6 + (Number(left) + items) * 1e-12;
  }

  /**
   * The least that any of the candidates from `next` on could leave, in cents.
   *
   * @param count candidates that are taken already
   */
  leastLeft(rest: Rest, next: number, count: number): bigint {
    const possible = this.#possible(next, count);
    const left = Number(rest.left);
    const one = this.#afterAll(possible, rest);
    const other = left - possible.reduce((sum, estimate) => sum + most(estimate, rest), 0);
    return BigInt(Math.max(0, Math.ceil(Math.max(one, other) - this.#error)));
  }

  /** How many of the candidates from `next` on it takes, at least, to take off so much. */
  fewestFor(needed: bigint, rest: Rest, next: number, count: number): number {
    const amounts = this.#possible(next, count).map((estimate) => most(estimate, rest));
    let open = Number(needed) - this.#error;
    let fewest = 0;
    for (const amount of amounts.sort((a, b) => b - a)) {
      if (open <= 0) break;
      open -= amount;
      fewest++;
    }
    return fewest;
  }

  #possible(next: number, count: number): readonly Estimate[] {
    const rest = this.#estimates.slice(next);
    return count === 0 ? rest : rest.filter(({ stackable }) => stackable);
  }

  /**
   * Computes the rest after all of them, each with the cent that rounding may give it. It is a
   * bound for every set of them: a discount leaves no more of a part than there was, and where less
   * was left before a discount, no more is left after it.
   */
  #afterAll(estimates: readonly Estimate[], rest: Rest): number {
    const start = rest.parts.map(toCents);
    let left: Left = { other: Number(rest.left) - sum(start), parts: start };
    for (const estimate of estimates) left = reduced(left, estimate);
    return left.other + sum(left.parts);
  }
}

function reduced({ other, parts }: Left, estimate: Estimate): Left {
  if (estimate.parts === undefined) {
    const base = Math.max(0, other + sum(parts));
    const kept = share(base, amountOf(estimate, base));
    // A negative rest would grow by that.
    return { other: other > 0 ? other * kept : other, parts: parts.map((part) => part * kept) };
  }
  const base = estimate.parts.reduce((sum, i) => sum + parts[i]!, 0);
  const amount = amountOf(estimate, base);
  const kept = share(base, amount);
  const result = [...parts];
  for (const i of estimate.parts) result[i]! *= kept;
  return { other: other - Math.max(0, amount - base), parts: result };
}

function share(base: number, amount: number): number {
  return base > 0 ? Math.max(0, 1 - amount / base) : 0;
}

/** The most that it takes off the present rest; from a later rest it takes off at most this. */
function most(estimate: Estimate, rest: Rest): number {
  const base =
    estimate.parts === undefined
      ? Number(rest.left)
      : estimate.parts.reduce((sum, i) => sum + toCents(rest.parts[i]!), 0);
  return amountOf(estimate, base);
}

function amountOf({ rate, fixed, cap }: Estimate, base: number): number {
  if (rate === undefined) return Math.min(fixed, cap, base + rounding);
  return rate === 0 ? 0 : Math.min(rate * base + rounding, cap);
}

const toCents = (part: bigint) => Number(part) / Number(partUnit / 100n);

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
