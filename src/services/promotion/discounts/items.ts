/**
 * Discounts on some items of a cart: the items that match, and the groups in which they are
 * computed.
 */
import type { TimeSlice } from '#kit/base/time-slice.ts';
import type { Cart, Discount } from '../schemas.ts';
import { partSet, sumOfItems } from './money.ts';

/** `applies_to` of a discount, ready to be matched. */
export interface Selection {
  /** In lower case: case does not matter. */
  readonly categories: ReadonlySet<string>;
  readonly skus: ReadonlySet<string>;
}

/** Undefined for a discount of the whole cart. */
export function compileSelection({ applies_to }: Discount): Selection | undefined {
  if (applies_to === undefined) return undefined;
  const { categories = [], skus = [] } = applies_to;
  const folded = categories.map((category) => category.toLowerCase());
  return { categories: new Set(folded), skus: new Set(skus) };
}

/** One byte for each item of the cart: 1 if it matches, else 0. */
export type Matches = Uint8Array;

/** The items of one cart, for the discounts of many rules. */
export class CartItems {
  readonly #items: Cart['items'];
  #categories: readonly string[] | undefined;

  constructor({ items }: Cart) {
    this.#items = items;
  }

  /** Undefined when no item matches. */
  match({ categories, skus }: Selection): Matches | undefined {
    const folded = (this.#categories ??= this.#items.map(({ category }) => category.toLowerCase()));
    let isAny = false;
    const matches = Uint8Array.from(this.#items, ({ sku }, i) => {
      const isMatch = skus.has(sku) || categories.has(folded[i]!);
      isAny ||= isMatch;
      return isMatch ? 1 : 0;
    });
    return isAny ? matches : undefined;
  }

  /**
   * Puts items together that the discounts do not tell apart: they are consumed in the same
   * proportion, so their sum is all that is needed.
   *
   * @returns `parts`: the sum of each group; `sets`: for each discount the groups that match
   */
  async group(discounts: readonly Matches[], slice: TimeSlice) {
    // Groups are split by one discount after another. Items that match none are in no group.
    let groups: number[][] = [[...this.#items.keys()]];
    for (const matches of discounts) {
      if (slice.isOver) await slice.next();
      groups = groups.flatMap((group) => {
        const [matching, rest] = [1, 0].map((bit) => group.filter((i) => matches[i] === bit));
        return [matching!, rest!].filter(({ length }) => length > 0);
      });
    }
    groups = groups.filter(([first]) => discounts.some((matches) => matches[first!] === 1));
    const sets: string[] = [];
    for (const matches of discounts) {
      if (slice.isOver) await slice.next();
      sets.push(partSet(groups.flatMap(([first], i) => (matches[first!] === 1 ? [i] : []))));
    }
    return { parts: groups.map((group) => sumOfItems(group.map((i) => this.#items[i]!))), sets };
  }
}
