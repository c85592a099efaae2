/** Condition trees in which every node is known to fit its type, so that evaluating cannot fail. */

export type Operator = 'gt' | 'gte' | 'lte' | 'eq' | 'in' | 'between';

/** A branch: AND and OR have one child or more, NOT exactly one. */
export interface Branch {
  readonly type: 'AND' | 'OR' | 'NOT';
  readonly children: readonly Condition[];
}

/** Compares a number: the cart's total, or the customer's count of orders. */
export interface NumberLeaf {
  readonly type: 'MinTransaction' | 'FirstNOrder';
  readonly operator: 'gt' | 'gte' | 'lte' | 'eq';
  readonly value: number;
}

/** The same with both bounds, inclusive. */
export interface RangeLeaf {
  readonly type: 'MinTransaction' | 'FirstNOrder';
  readonly operator: 'between';
  readonly value: readonly [low: number, high: number];
}

/** Looks for the cart's hub, or any item's category, in a list. */
export interface ListLeaf {
  readonly type: 'Area' | 'Category';
  readonly operator: 'in' | 'eq';
  readonly value: readonly string[];
}

/** True strictly between two instants, milliseconds. */
export interface TimeLeaf {
  readonly type: 'TimeSlot';
  readonly start: number;
  readonly end: number;
}

export type Leaf = NumberLeaf | RangeLeaf | ListLeaf | TimeLeaf;
export type Condition = Branch | Leaf;

/** A node as operators write it and as it is stored. */
export interface Node {
  readonly type: Condition['type'];
  readonly operator?: string;
  readonly value?: unknown;
  readonly children?: readonly Node[];
}

/** The tree without members that mean nothing; `parseTree` makes the same tree of it. */
export function formatTree(condition: Condition): Node {
  const { type } = condition;
  if ('children' in condition) return { type, children: condition.children.map(formatTree) };
  if (condition.type !== 'TimeSlot') {
    const { operator, value } = condition;
    // The specification has no name for FirstNOrder's own comparison.
    return operator === 'lte' ? { type, value } : { type, operator, value };
  }
  const iso = (instant: number) => new Date(instant).toISOString();
  return { type, value: { start: iso(condition.start), end: iso(condition.end) } };
}
