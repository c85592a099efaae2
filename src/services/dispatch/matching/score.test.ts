import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { distanceTerm, etaTerm, scorePair, loadTerm, waitTerm } from './score.ts';
import { variantA } from '../rules/variant-a.ts';
import { priorityWeightB, variantB } from '../rules/variant-b.ts';

const minute = 60_000;
const now = Date.UTC(2026, 0, 1);
const driver = { speedKmh: 30, active: 0, maxOrders: 2, lastAssignedAt: undefined };

describe('score', () => {
  it('distance = 1 - km/10, clamped to 0..1', () => {
    assert.deepEqual([0, 2.5, 10, 11].map(distanceTerm), [1, 0.75, 0, 0]);
  });

  it('eta = 1 - minutes/20 with minutes = km / average speed × 60, clamped to 0..1', () => {
    const terms = [0, 5, 10, 20].map((km) => etaTerm(km, 30));
    assert.deepEqual(terms, [1, 0.5, 0, 0]);
  });

  it('load = 1 - active/maximum, clamped to 0..1', () => {
    assert.deepEqual(
      [loadTerm(0, 1), loadTerm(1, 4), loadTerm(4, 4), loadTerm(5, 4)],
      [1, 0.75, 0, 0],
    );
  });

  it('wait = min(minutes/30, 1) × 0.1; a clock behind counts as no wait', () => {
    const terms = [0, 15, 30, 60, -5].map((minutes) => waitTerm(now - minutes * minute, now));
    assert.deepEqual(terms, [0, 0.05, 0.1, 0.1, 0]);
  });

  it('A = 0.30 distance + 0.25 eta + 0.20 load + 0.15 priority + 0.10 wait', () => {
    const order = { priorityWeight: 0.7, submittedAt: now - 15 * minute };
    const { score } = scorePair(variantA, { ...driver, active: 1 }, order, 5, now);
    const expected = 0.3 * 0.5 + 0.25 * 0.5 + 0.2 * 0.5 + 0.15 * 0.7 + 0.1 * 0.05;
    assert.ok(Math.abs(score - expected) < 1e-12);
  });

  it('B = 0.25 distance + 0.25 eta + 0.20 load + 0.30 priority + the anti-starvation term', () => {
    const order = { priorityWeight: priorityWeightB.vip, submittedAt: now - 15 * minute };
    const { score } = scorePair(variantB, driver, order, 5, now);
    assert.ok(Math.abs(score - (0.25 * 0.5 + 0.25 * 0.5 + 0.2 + 0.3 * 0.6 + 0.5)) < 1e-12);
  });

  it('B: 0.5 for a driver never assigned, 0.3 over 5 minutes, 0.1 over 2 minutes, otherwise 0', () => {
    assert.equal(variantB.starvationTerm(undefined, now), 0.5);
    const after = (ms: number) => variantB.starvationTerm(now - ms, now);
    const edges = [5 * minute + 1, 5 * minute, 2 * minute + 1, 2 * minute, 0].map(after);
    assert.deepEqual(edges, [0.3, 0.1, 0.1, 0, 0]);
    assert.equal(variantA.starvationTerm(undefined, now), 0);
  });

  it('B: priorities are 1.0, 0.6 and 0.2', () => {
    assert.deepEqual(priorityWeightB, { flash_sale: 1, vip: 0.6, normal: 0.2 });
  });
});
