/** Why a condition tree holds or not: each node with its outcome, and what would make a leaf true. */
import { compileLeaf, type Situation } from './evaluate.ts';
import type { Condition, Leaf } from './tree.ts';

/** The most categories of the cart that a leaf shows: a tree may have a thousand leaves. */
const maxShownCategories = 20;

/** The facts that leaves are compared with and, in the end, show. */
interface Facts extends Situation {
  readonly shownCategories: readonly string[];
  readonly isComplete: boolean;
}

export interface Explanation {
  readonly type: Condition['type'];
  /** Null where evaluation had stopped before it came to this node. */
  readonly outcome: boolean | null;
  readonly operator?: string;
  /** The value that the leaf demands. */
  readonly expected?: unknown;
  /** The value that the cart, the customer or the clock had. */
  readonly actual?: unknown;
  /** The change that would make a false leaf true. */
  readonly needs?: string;
  readonly children?: readonly Explanation[];
}

export interface Explained {
  readonly valid: boolean;
  /** Types of the leaves that were evaluated and true, in the order of the tree. */
  readonly conditionsMet: Leaf['type'][];
  readonly explanation: Explanation;
}

/**
 * @param isComplete whether all leaves are evaluated, rather than those that evaluation comes to
 */
export function explain(condition: Condition, situation: Situation, isComplete = false): Explained {
  const conditionsMet: Leaf['type'][] = [];
  const categories = new Set(situation.cart.items.map(({ category }) => category));
  const shownCategories = [...categories].slice(0, maxShownCategories);
  const facts = { ...situation, shownCategories, isComplete };
  const explanation = explainNode(condition, facts, conditionsMet);
  return { valid: explanation.outcome === true, conditionsMet, explanation };
}

function explainNode(node: Condition, facts: Facts, met: Leaf['type'][]): Explanation {
  if (!('children' in node)) return explainLeaf(node, facts, met);
  const { type } = node;
  // AND stops at a false child, OR at a true one, NOT has only one.
  const decisive = type === 'NOT' ? undefined : type === 'OR';
  let decided = false;
  const children = node.children.map((child) => {
    if (decided && !facts.isComplete) return unevaluated(child);
    const explained = explainNode(child, facts, met);
    decided ||= explained.outcome === decisive;
    return explained;
  });
  const outcome = type === 'NOT' ? !children[0]!.outcome : decided === (type === 'OR');
  return { type, outcome, children };
}

function explainLeaf(leaf: Leaf, facts: Facts, met: Leaf['type'][]): Explanation {
  const outcome = compileLeaf(leaf)(facts);
  if (outcome) met.push(leaf.type);
  const described = { ...describe(leaf), actual: actual(leaf, facts) };
  return { type: leaf.type, outcome, ...described, ...(!outcome && { needs: needs(leaf) }) };
}

function unevaluated(node: Condition): Explanation {
  if (!('children' in node)) return { type: node.type, outcome: null, ...describe(node) };
  return { type: node.type, outcome: null, children: node.children.map(unevaluated) };
}

function describe(leaf: Leaf) {
  if (leaf.type !== 'TimeSlot') return { operator: leaf.operator, expected: leaf.value };
  return { expected: { start: iso(leaf.start), end: iso(leaf.end) } };
}

function actual(leaf: Leaf, { cart, customer, now, shownCategories }: Facts): unknown {
  switch (leaf.type) {
    case 'MinTransaction':
      return cart.total;
    case 'FirstNOrder':
      return customer.order_count;
    case 'Area':
      return cart.hub_id;
    case 'Category':
      return shownCategories;
    case 'TimeSlot':
      return iso(now);
  }
}

const words = { gt: 'more than', gte: 'at least', lte: 'at most', eq: 'exactly' } as const;

function needs(leaf: Leaf): string {
  switch (leaf.type) {
    case 'MinTransaction':
      return `a cart total of ${range(leaf)}`;
    case 'FirstNOrder':
      return `an order count of ${range(leaf)}`;
    case 'Area':
      return `a hub among ${leaf.value.join(', ')}`;
    case 'Category':
      return `an item of a category among ${leaf.value.join(', ')}`;
    case 'TimeSlot':
      return `an instant after ${iso(leaf.start)} and before ${iso(leaf.end)}`;
  }
}

function range(leaf: Extract<Leaf, { type: 'MinTransaction' | 'FirstNOrder' }>): string {
  if (leaf.operator !== 'between') return `${words[leaf.operator]} ${leaf.value}`;
  return `${leaf.value[0]} to ${leaf.value[1]}`;
}

const iso = (instant: number) => new Date(instant).toISOString();
