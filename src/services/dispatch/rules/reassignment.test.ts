import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reassign } from './reassignment.ts';
import type { RuleSet } from './rules.ts';
import { variantA } from './variant-a.ts';
import { variantB } from './variant-b.ts';

/** Rejects an order again and again. */
function outcomes(rules: RuleSet, rejections: number) {
  let { attempts, round } = { attempts: 0, round: 1 };
  return Array.from({ length: rejections }, () => {
    const decided = reassign(rules, { attempts, round, isByHand: false });
    ({ attempts, round } = decided);
    return [decided.order, decided.delayMs, attempts, round];
  });
}

it('A: five delays, then manual assignment', () => {
  assert.deepEqual(outcomes(variantA, 6), [
    ['reassigning', 2_000, 1, 1],
    ['reassigning', 4_000, 2, 1],
    ['reassigning', 8_000, 3, 1],
    ['reassigning', 16_000, 4, 1],
    ['reassigning', 30_000, 5, 1],
    ['manual_assignment', 0, 6, 1],
  ]);
});

it('B: three delays, then the pool and a new round', () => {
  assert.deepEqual(outcomes(variantB, 5), [
    ['reassigning', 1_000, 1, 1],
    ['reassigning', 2_000, 2, 1],
    ['reassigning', 4_000, 3, 1],
    ['unmatched', 0, 0, 2],
    ['reassigning', 1_000, 1, 2],
  ]);
});

it('an order assigned by hand goes back to the manual queue', () => {
  const decided = reassign(variantA, { attempts: 6, round: 1, isByHand: true });
  assert.deepEqual(decided, { order: 'manual_assignment', delayMs: 0, attempts: 6, round: 1 });
});
