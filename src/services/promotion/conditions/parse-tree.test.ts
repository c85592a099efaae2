import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '#kit/web/problem.ts';
import { limits, parseTree } from './parse-tree.ts';
import { anyTree } from '../test/random-trees.ts';
import { formatTree } from './tree.ts';

const leaf = { type: 'MinTransaction', value: 1 };
const slot = { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' };

const leaves = (count: number) => Array.from({ length: count }, () => leaf);
const nested = (depth: number): object =>
  depth === 1 ? leaf : { type: 'NOT', children: [nested(depth - 1)] };

describe('a condition tree', () => {
  const invalid: [what: string, tree: unknown, path: string][] = [
    ['is not an object', 'AND', '$'],
    ['is a list', [leaf], '$'],
    ['has no type', { value: 1 }, '$'],
    ['has an unknown type', { type: 'XOR', children: [leaf] }, '$'],
    ['has a type in another case', { type: 'and', children: [leaf] }, '$'],
    ['NOT without a child', { type: 'NOT', children: [] }, '$'],
    ['NOT with two children', { type: 'NOT', children: [leaf, leaf] }, '$'],
    ['NOT without children', { type: 'NOT' }, '$'],
    ['AND without a child', { type: 'AND', children: [] }, '$'],
    ['OR with children that are not a list', { type: 'OR', children: leaf }, '$'],
    ['AND with an operator', { type: 'AND', operator: 'in', children: [leaf] }, '$'],
    ['AND with a value', { type: 'AND', value: 1, children: [leaf] }, '$'],
    ['a leaf with children', { ...leaf, children: [leaf] }, '$'],
    [
      'a bad grandchild',
      { type: 'AND', children: [leaf, { type: 'OR', children: [leaf, 7] }] },
      '$.children[1].children[1]',
    ],
    ['MinTransaction with a text', { type: 'MinTransaction', value: '1' }, '$'],
    ['MinTransaction without a value', { type: 'MinTransaction' }, '$'],
    ['MinTransaction with "in"', { ...leaf, operator: 'in' }, '$'],
    ['MinTransaction with "lte"', { ...leaf, operator: 'lte' }, '$'],
    ['"between" with one bound', { ...leaf, operator: 'between', value: [1] }, '$'],
    ['"between" with a number', { ...leaf, operator: 'between' }, '$'],
    ['"between" the wrong way round', { ...leaf, operator: 'between', value: [2, 1] }, '$'],
    ['FirstNOrder with a fraction', { type: 'FirstNOrder', value: 1.5 }, '$'],
    ['FirstNOrder with "in"', { type: 'FirstNOrder', operator: 'in', value: 1 }, '$'],
    ['Area with a text and "in"', { type: 'Area', value: 'h1' }, '$'],
    ['Area with an empty list', { type: 'Area', value: [] }, '$'],
    ['Area with numbers', { type: 'Area', value: [1] }, '$'],
    ['Area with "gte"', { type: 'Area', operator: 'gte', value: ['h1'] }, '$'],
    ['Area with "eq" and two hubs', { type: 'Area', operator: 'eq', value: ['a', 'b'] }, '$'],
    ['Category with "between"', { type: 'Category', operator: 'between', value: ['a'] }, '$'],
    ['TimeSlot with an operator', { type: 'TimeSlot', operator: 'between', value: slot }, '$'],
    ['TimeSlot without an end', { type: 'TimeSlot', value: { start: slot.start } }, '$'],
    [
      'TimeSlot without a zone',
      { type: 'TimeSlot', value: { ...slot, start: '2025-12-31T00:00:00' } },
      '$',
    ],
    [
      'TimeSlot with a date alone',
      { type: 'TimeSlot', value: { ...slot, start: '2025-12-31' } },
      '$',
    ],
    [
      'TimeSlot on a day that is none',
      { type: 'TimeSlot', value: { ...slot, end: '2026-02-30T00:00:00Z' } },
      '$',
    ],
    [
      'TimeSlot in a month that is none',
      { type: 'TimeSlot', value: { ...slot, end: '2026-13-01T00:00:00Z' } },
      '$',
    ],
    [
      'TimeSlot that ends as it starts',
      { type: 'TimeSlot', value: { start: slot.start, end: slot.start } },
      '$',
    ],
    [
      'TimeSlot that ends after the year 9999',
      { type: 'TimeSlot', value: { ...slot, end: '9999-12-31T23:59:59-05:00' } },
      '$',
    ],
    [
      'TimeSlot that starts before the year 0',
      { type: 'TimeSlot', value: { ...slot, start: '0000-01-01T00:00:00+05:00' } },
      '$',
    ],
    ['TimeSlot with numbers', { type: 'TimeSlot', value: { start: 1, end: 2 } }, '$'],
    [
      `more than ${limits.depth} levels`,
      nested(limits.depth + 1),
      `$${'.children[0]'.repeat(limits.depth)}`,
    ],
    [
      `more than ${limits.nodes} nodes`,
      { type: 'AND', children: leaves(limits.nodes) },
      `$.children[${limits.nodes - 1}]`,
    ],
  ];
  for (const [what, tree, path] of invalid) {
    it(`is refused with the path of the node: ${what}`, () => {
      assert.throws(
        () => parseTree(tree),
        (error) => {
          assert.ok(error instanceof Refusal);
          assert.deepEqual([error.code, error.status], ['INVALID_TREE', 400]);
          assert.equal(error.members['path'], path);
          return true;
        },
      );
    });
  }

  it(`may have ${limits.depth} levels and ${limits.nodes} nodes`, () => {
    parseTree(nested(limits.depth));
    parseTree({ type: 'AND', children: leaves(limits.nodes - 1) });
  });

  it('compares by gte in MinTransaction, lte in FirstNOrder, in for lists, unless it says otherwise', () => {
    const operator = (node: object) => (parseTree(node) as { operator?: string }).operator;
    assert.equal(operator(leaf), 'gte');
    assert.equal(operator({ ...leaf, operator: 'gt' }), 'gt');
    assert.equal(operator({ type: 'FirstNOrder', value: 3 }), 'lte');
    assert.equal(operator({ type: 'Area', value: ['a'] }), 'in');
    assert.equal(operator({ type: 'Category', operator: 'eq', value: 'a' }), 'eq');
    assert.equal(operator({ ...leaf, operator: null }), 'gte');
  });

  it('reads instants with any zone', () => {
    const start = (text: string) =>
      (parseTree({ type: 'TimeSlot', value: { ...slot, start: text } }) as { start: number }).start;
    const midnight = Date.UTC(2026, 0, 1);
    assert.equal(start('2026-01-01T00:00Z'), midnight);
    assert.equal(start('2026-01-01T05:30:00+05:30'), midnight);
    assert.equal(start('2025-12-31T18:00:00.000-0600'), midnight);
  });

  it('is read back as it was written out, whatever the instant', () => {
    const instant = fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, (start) => {
        const value = { start: start.toISOString(), end: '9999-12-31T23:59:59.999Z' };
        const read = parseTree({ type: 'TimeSlot', value });
        assert.deepEqual(parseTree(formatTree(read)), read);
      }),
    );
  });

  it('is read back as it was written out', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const read = parseTree(tree);
        assert.deepEqual(parseTree(JSON.parse(JSON.stringify(formatTree(read)))), read);
      }),
    );
  });
});
