/**
 * Evaluating a condition tree by the specification's table. A tree is compiled once, when its rule
 * changes, into closures: AND stops at the first child that is false, OR at the first that is true.
 */
import type { Situation } from '../rules.ts';
import type { Condition, Leaf, ListLeaf, NumberLeaf, RangeLeaf } from './tree.ts';

export type Predicate = (situation: Situation) => boolean;

export function compile(condition: Condition): Predicate {
  switch (condition.type) {
    case 'AND':
      return all(condition.children.map(compile));
    case 'OR':
      return any(condition.children.map(compile));
    case 'NOT': {
      const child = compile(condition.children[0]!);
      return (situation) => !child(situation);
    }
    default:
      return compileLeaf(condition);
  }
}

function all(children: readonly Predicate[]): Predicate {
  return (situation) => {
    for (const child of children) if (!child(situation)) return false;
    return true;
  };
}

function any(children: readonly Predicate[]): Predicate {
  return (situation) => {
    for (const child of children) if (child(situation)) return true;
    return false;
  };
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
    case 'Category':
      return category(leaf);
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

/** Case does not matter: `categories` are in lower case. */
function category({ value }: ListLeaf): Predicate {
  const wanted = value.map((name) => name.toLowerCase());
  return ({ categories }) => {
    for (const name of wanted) if (categories.has(name)) return true;
    return false;
  };
}
