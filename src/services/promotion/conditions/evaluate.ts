/**
 * Evaluating a condition tree by the specification's table. A tree is compiled once, when its rule
 * changes, into closures: AND stops at the first child that is false, OR at the first that is true.
 */
import type { Cart, Customer } from '../schemas.ts';
import type { Condition, Leaf, NumberLeaf, RangeLeaf } from './tree.ts';

/** The facts that conditions are evaluated against. */
export interface Situation {
  readonly cart: Cart;
  /** Categories of the cart's items, in lower case. */
  readonly categories: ReadonlySet<string>;
  readonly customer: Pick<Customer, 'order_count'>;
  /** Milliseconds. */
  readonly now: number;
}

/** Prepares a cart for many rules. */
export function situationOf(cart: Cart, customer: Situation['customer'], now: number): Situation {
  const categories = new Set(cart.items.map(({ category }) => category.toLowerCase()));
  return { cart, categories, customer, now };
}

export type Predicate = (situation: Situation) => boolean;

/** @param leaves those of the tree are added to it, in its order */
export function compile(condition: Condition, leaves: Predicate[] = []): Predicate {
  switch (condition.type) {
    case 'AND': {
      const children = condition.children.map((child) => compile(child, leaves));
      return (situation) => children.every((isMet) => isMet(situation));
    }
    case 'OR': {
      const children = condition.children.map((child) => compile(child, leaves));
      return (situation) => children.some((isMet) => isMet(situation));
    }
    case 'NOT': {
      const child = compile(condition.children[0]!, leaves);
      return (situation) => !child(situation);
    }
    default: {
      const leaf = compileLeaf(condition);
      leaves.push(leaf);
      return leaf;
    }
  }
}

export function compileLeaf(leaf: Leaf): Predicate {
  switch (leaf.type) {
    case 'MinTransaction': {
      const holds = comparison(leaf);
      return ({ cart }) => holds(cart.total);
    }
    case 'FirstNOrder': {
      const holds = comparison(leaf);
      return ({ customer }) => holds(customer.order_count);
    }
    case 'Area': {
      const hubs = new Set(leaf.value);
      return ({ cart }) => hubs.has(cart.hub_id);
    }
    case 'Category': {
      // Case does not matter: `categories` are in lower case.
      const wanted = leaf.value.map((name) => name.toLowerCase());
      return ({ categories }) => wanted.some((name) => categories.has(name));
    }
    case 'TimeSlot': {
      const { start, end } = leaf;
      return ({ now }) => now > start && now < end;
    }
  }
}

function comparison({ operator, value }: NumberLeaf | RangeLeaf): (actual: number) => boolean {
  switch (operator) {
    case 'gt':
      return (actual) => actual > value;
    case 'gte':
      return (actual) => actual >= value;
    case 'lte':
      return (actual) => actual <= value;
    case 'eq':
      return (actual) => actual === value;
    case 'between': {
      const [low, high] = value;
      return (actual) => actual >= low && actual <= high;
    }
  }
}
