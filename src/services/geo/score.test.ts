import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { away, centre, hub, shares } from './test/fixtures.ts';
import { distanceKm } from './cells/geometry.ts';
import { rank, rankByDistance } from './score.ts';

const weights = { distance: 0.4, stock: 0.4, rider: 0.2 };

describe('score', () => {
  it('is 0.4 × (1 − distance ÷ largest radius) + 0.4 × stock + 0.2 × riders', () => {
    const near = hub({ ...away(centre, 1), radiusKm: 2, stock: 0.5, riders: 0.25 });
    const far = hub({ ...away(centre, 3), radiusKm: 4, stock: 1, riders: 1 });
    const [first, second] = rank([near, far], centre, weights);
    assert.equal(first!.hub, far);
    const expected = (which: typeof near) =>
      0.4 * (1 - distanceKm(centre, which) / 4) + 0.4 * which.stock + 0.2 * which.riders;
    assert.ok(Math.abs(first!.score - expected(far)) < 1e-12);
    assert.ok(Math.abs(second!.score - expected(near)) < 1e-12);
    assert.deepEqual(second!.terms.stock, 0.5);
    assert.deepEqual(second!.terms.rider, 0.25);
  });

  it('follows the weights', () => {
    const near = hub({ ...away(centre, 0.5), stock: 0 });
    const stocked = hub({ ...away(centre, 1.5), stock: 1 });
    const best = (distance: number, stock: number) =>
      rank([near, stocked], centre, { distance, stock, rider: 0 })[0]!.hub;
    assert.equal(best(1, 0), near);
    assert.equal(best(0, 1), stocked);
  });

  it('lets the smaller id win a tie, whatever the order', () => {
    const [a, b, c] = [hub({ id: 'a' }), hub({ id: 'b' }), hub({ id: 'c' })];
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
    ]) {
      const ranked = rank(order, centre, weights);
      assert.deepEqual(
        ranked.map(({ hub: { id } }) => id),
        ['a', 'b', 'c'],
      );
      const nearest = rankByDistance(order, centre, weights);
      assert.deepEqual(
        nearest.map(({ hub: { id } }) => id),
        ['a', 'b', 'c'],
      );
    }
  });

  it('lies between 0 and the sum of the weights, also beyond every radius', () => {
    fc.assert(
      fc.property(shares, shares, shares, (distance, stock, riders) => {
        const one = hub({ ...away(centre, distance), radiusKm: 0.1, stock, riders });
        const { score } = rank([one], centre, weights)[0]!;
        assert.ok(score >= 0 && score <= 1 + 1e-12);
      }),
    );
  });
});
