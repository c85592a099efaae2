/** The rules without the service: whether a cart meets a tree of conditions, and why. */
import { compile, situationOf, type Situation } from './conditions/evaluate.ts';
import { explain, type Explained } from './conditions/explain.ts';
import { parseTree } from './conditions/parse-tree.ts';
import type { Cart } from './schemas.ts';

export type { Cart, Explained };

export type Customer = Situation['customer'];

export interface Conditions {
  /** @param now milliseconds since the epoch, for time slots */
  isMet(cart: Cart, customer: Customer, now?: number): boolean;
  /** The same, with what each node of the tree found and what would make a false leaf true. */
  explain(cart: Cart, customer: Customer, now?: number): Explained;
}

/**
 * Checks a tree and compiles it once, for any number of carts.
 *
 * @param tree as in `condition_tree` of a rule: at most 1,000 nodes, 32 levels deep
 * @throws Error with the code INVALID_TREE, naming the wrong node: `$.children[1]`
 */
export function conditions(tree: unknown): Conditions {
  const parsed = parseTree(tree);
  const holds = compile(parsed);
  return {
    isMet: (cart, customer, now = Date.now()) => holds(situationOf(cart, customer, now)),
    explain: (cart, customer, now = Date.now()) =>
      explain(parsed, situationOf(cart, customer, now)),
  };
}
