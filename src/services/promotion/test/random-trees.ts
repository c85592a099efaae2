/** Random condition trees and situations that make about half of their leaves true. */
import * as fc from 'fast-check';
import { situationOf, type Situation } from '../conditions/evaluate.ts';
import type { Node } from '../conditions/tree.ts';

const T0 = Date.UTC(2026, 0, 1, 12);
const iso = (instant: number) => new Date(instant).toISOString();
const hubs = ['h0', 'h1', 'h2', 'h3'];
const categories = ['fruit', 'FRUIT', 'milk', 'Straße', 'tea'];
const amount = fc.integer({ min: 0, max: 1_000 }).map((cents) => cents / 100);
const orders = fc.integer({ min: 0, max: 6 });
const instant = fc.integer({ min: T0 - 5, max: T0 + 5 });

const comparing = (type: 'MinTransaction' | 'FirstNOrder', value: fc.Arbitrary<number>) =>
  fc.oneof(
    value.map((value) => ({ type, value })),
    fc.record({
      type: fc.constant(type),
      operator: fc.constantFrom('gt', 'gte', 'eq'),
      value,
    }),
    fc.tuple(value, value).map(([a, b]) => {
      return { type, operator: 'between', value: [Math.min(a, b), Math.max(a, b)] };
    }),
  );

const listing = (type: 'Area' | 'Category', names: string[]) =>
  fc.oneof(
    fc.subarray(names, { minLength: 1 }).map((value) => ({ type, value })),
    fc.subarray(names, { minLength: 1 }).map((value) => ({ type, operator: 'in', value })),
    fc.constantFrom(...names).map((value) => ({ type, operator: 'eq', value })),
  );

const slot = fc
  .tuple(instant, instant)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => {
    const value = { start: iso(Math.min(a, b)), end: iso(Math.max(a, b)) };
    return { type: 'TimeSlot' as const, value };
  });

const anyLeaf: fc.Arbitrary<Node> = fc.oneof(
  comparing('MinTransaction', amount),
  comparing('FirstNOrder', orders),
  listing('Area', hubs),
  listing('Category', categories),
  slot,
);

export const anyTree: fc.Arbitrary<Node> = fc.letrec<{ tree: Node }>((tie) => {
  const children = fc.array(tie('tree'), { minLength: 1, maxLength: 4 });
  return {
    tree: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      anyLeaf,
      fc.record({ type: fc.constantFrom('AND' as const, 'OR' as const), children }),
      tie('tree').map((child) => ({ type: 'NOT' as const, children: [child] })),
    ),
  };
}).tree;

export const anySituation: fc.Arbitrary<Situation> = fc
  .record({
    now: instant,
    cart: fc.record({
      total: amount,
      hub_id: fc.constantFrom(...hubs),
      items: fc.array(
        fc.record({
          sku: fc.constant('s'),
          category: fc.constantFrom(...categories),
          price: amount,
          qty: fc.constant(1),
        }),
        { maxLength: 3 },
      ),
    }),
    customer: fc.record({
      id: fc.constant('u'),
      device_fingerprint: fc.constant('d'),
      order_count: orders,
    }),
  })
  .map(({ cart, customer, now }) => situationOf(cart, customer, now));
