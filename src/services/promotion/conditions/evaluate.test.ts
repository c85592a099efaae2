import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { anySituation, anyTree } from '../test/random-trees.ts';
import { compile } from './evaluate.ts';
import { explain, type Explanation } from './explain.ts';
import { situationOf, type Situation } from './evaluate.ts';
import { parseTree } from './parse-tree.ts';
import type { Node } from './tree.ts';

const now = Date.UTC(2026, 0, 1, 12);

function situation({
  total = 0,
  hub = 'h1',
  orders = 1,
  categories = ['fruit'],
  at = now,
} = {}): Situation {
  const items = categories.map((category) => ({ sku: 's', category, price: 1, qty: 1 }));
  const customer = { id: 'u', device_fingerprint: 'd', order_count: orders };
  return situationOf({ total, hub_id: hub, items }, customer, at);
}

const holds = (tree: Node, at: Situation) => compile(parseTree(tree))(at);

describe('a leaf', () => {
  const min = (operator: string, value: unknown): Node => ({
    type: 'MinTransaction',
    operator,
    value,
  });
  const first = (operator: string, value: unknown): Node => ({
    type: 'FirstNOrder',
    operator,
    value,
  });
  const slot: Node = {
    type: 'TimeSlot',
    value: { start: new Date(now).toISOString(), end: new Date(now + 10).toISOString() },
  };
  const table: [rule: string, tree: Node, yes: Situation[], no: Situation[]][] = [
    [
      'MinTransaction: total >= value',
      { type: 'MinTransaction', value: 100 },
      [situation({ total: 100 })],
      [situation({ total: 99.99 })],
    ],
    [
      'MinTransaction gt',
      min('gt', 100),
      [situation({ total: 100.01 })],
      [situation({ total: 100 })],
    ],
    [
      'MinTransaction eq',
      min('eq', 0.3),
      [situation({ total: 0.3 })],
      [situation({ total: 0.31 })],
    ],
    [
      'MinTransaction between, inclusive',
      min('between', [1, 2]),
      [situation({ total: 1 }), situation({ total: 2 })],
      [situation({ total: 0.99 }), situation({ total: 2.01 })],
    ],
    [
      'Area: hub in the list',
      { type: 'Area', value: ['h1', 'h2'] },
      [situation({ hub: 'h2' })],
      [situation({ hub: 'H1' }), situation({ hub: 'h3' })],
    ],
    [
      'Area eq',
      { type: 'Area', operator: 'eq', value: 'h1' },
      [situation()],
      [situation({ hub: 'h11' })],
    ],
    [
      'FirstNOrder: within the first N',
      { type: 'FirstNOrder', value: 3 },
      [situation({ orders: 3 }), situation({ orders: 0 })],
      [situation({ orders: 4 })],
    ],
    [
      'FirstNOrder gt, gte, eq',
      first('gt', 3),
      [situation({ orders: 4 })],
      [situation({ orders: 3 })],
    ],
    ['FirstNOrder gte', first('gte', 3), [situation({ orders: 3 })], [situation({ orders: 2 })]],
    ['FirstNOrder eq', first('eq', 3), [situation({ orders: 3 })], [situation({ orders: 2 })]],
    [
      'FirstNOrder between',
      first('between', [2, 3]),
      [situation({ orders: 2 })],
      [situation({ orders: 4 })],
    ],
    [
      'Category: any item, whatever the case',
      { type: 'Category', value: ['Milk', 'FRUIT'] },
      [situation({ categories: ['tea', 'fruit'] })],
      [situation({ categories: ['tea'] }), situation({ categories: [] })],
    ],
    [
      'Category eq',
      { type: 'Category', operator: 'eq', value: ['milk'] },
      [situation({ categories: ['MILK'] })],
      [situation({ categories: ['milky'] })],
    ],
    [
      'TimeSlot: strictly after start and before end',
      slot,
      [situation({ at: now + 1 }), situation({ at: now + 9 })],
      [situation({ at: now }), situation({ at: now + 10 })],
    ],
  ];
  for (const [rule, tree, yes, no] of table) {
    it(rule, () => {
      for (const at of yes) assert.equal(holds(tree, at), true);
      for (const at of no) assert.equal(holds(tree, at), false);
    });
  }
});

describe('evaluation', () => {
  it('agrees with a direct reading of the table on random trees', () => {
    fc.assert(
      fc.property(anyTree, anySituation, (tree, at) => {
        assert.equal(holds(tree, at), direct(tree, at));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is explained with the same outcome, and only as far as it went', () => {
    fc.assert(
      fc.property(anyTree, anySituation, (tree, at) => {
        const { valid, explanation, conditionsMet } = explain(parseTree(tree), at);
        assert.equal(valid, direct(tree, at));
        assert.deepEqual(conditionsMet, trueLeaves(tree, at).types);
        checkNode(explanation);
      }),
      { numRuns: 1_000 },
    );
  });

  it('names the actual value and what would make a failing leaf true', () => {
    const tree: Node = {
      type: 'AND',
      children: [
        { type: 'Area', value: ['h1'] },
        { type: 'MinTransaction', value: 100 },
        { type: 'FirstNOrder', value: 1 },
      ],
    };
    const { explanation, conditionsMet } = explain(parseTree(tree), situation({ total: 5 }));
    assert.deepEqual(conditionsMet, ['Area']);
    assert.deepEqual(explanation, {
      type: 'AND',
      outcome: false,
      children: [
        { type: 'Area', outcome: true, operator: 'in', expected: ['h1'], actual: 'h1' },
        {
          type: 'MinTransaction',
          outcome: false,
          operator: 'gte',
          expected: 100,
          actual: 5,
          needs: 'a cart total of at least 100',
        },
        { type: 'FirstNOrder', outcome: null, operator: 'lte', expected: 1 },
      ],
    });
  });
});

/** The specification's table, read out naively: it evaluates all children. */
function direct({ type, operator, value, children = [] }: Node, at: Situation): boolean {
  const results = children.map((child) => direct(child, at));
  switch (type) {
    case 'AND':
      return results.every(Boolean);
    case 'OR':
      return results.some(Boolean);
    case 'NOT':
      return !results[0];
    case 'MinTransaction':
      return compared(at.cart.total, operator ?? 'gte', value);
    case 'FirstNOrder':
      return compared(at.customer.order_count, operator ?? 'lte', value);
    case 'Area':
      return [value].flat().includes(at.cart.hub_id);
    case 'Category': {
      const wanted = new Set(([value].flat() as string[]).map((name) => name.toLowerCase()));
      return at.cart.items.some(({ category }) => wanted.has(category.toLowerCase()));
    }
    case 'TimeSlot': {
      const { start, end } = value as { start: string; end: string };
      return at.now > Date.parse(start) && at.now < Date.parse(end);
    }
  }
}

function compared(actual: number, operator: string, value: unknown): boolean {
  if (operator === 'between') {
    const [low, high] = value as [number, number];
    return low <= actual && actual <= high;
  }
  const bound = value as number;
  const order = Math.sign(actual - bound);
  return { gt: order > 0, gte: order >= 0, lte: order <= 0, eq: order === 0 }[operator]!;
}

/** The leaves that are evaluated, from left to right, as far as the result is open. */
function trueLeaves(tree: Node, at: Situation): { result: boolean; types: string[] } {
  if (!tree.children) {
    const result = direct(tree, at);
    return { result, types: result ? [tree.type] : [] };
  }
  const types: string[] = [];
  let last = false;
  for (const child of tree.children) {
    const below = trueLeaves(child, at);
    types.push(...below.types);
    last = below.result;
    if (tree.type === 'AND' ? !last : tree.type === 'OR' && last) break;
  }
  return { result: tree.type === 'NOT' ? !last : last, types };
}

describe('an explanation', () => {
  it('reads the cart once, however many leaves show its categories', () => {
    let reads = 0;
    const item = {
      sku: 's',
      price: 1,
      qty: 1,
      get category() {
        reads++;
        return 'fruit';
      },
    };
    const customer = { id: 'u', device_fingerprint: 'd', order_count: 1 };
    const facts = situationOf({ total: 1, hub_id: 'h', items: [item] }, customer, now);
    const leaf: Node = { type: 'Category', operator: 'in', value: ['tea'] };
    const tree = parseTree({ type: 'OR', children: Array.from({ length: 900 }, () => leaf) });
    const { explanation } = explain(tree, facts);
    assert.deepEqual(explanation.children?.at(-1)?.actual, ['fruit']);
    assert.equal(reads, 2);
  });
});

/** A false leaf says what it needs; a node has an outcome if and only if evaluation came to it. */
function checkNode({ outcome, children, needs }: Explanation): void {
  if (!children) {
    assert.equal(needs !== undefined, outcome === false);
    return;
  }
  if (outcome === null) assert.ok(children.every((child) => child.outcome === null));
  else assert.notEqual(children[0]!.outcome, null);
  children.forEach(checkNode);
}
