import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { getResolution, gridDisk } from 'h3-js';
import {
  cellOf,
  cellReachKm,
  centreOf,
  hexagonsOf,
  lists,
  parentOf,
  parentsAround,
} from './cells.ts';
import { anywhere, bearings, centre, destination, shares } from '../test/fixtures.ts';
import { distanceKm } from './geometry.ts';

const radii = (max: number) => fc.double({ min: 1e-6, max, noNaN: true });

describe('hexagons of a hub', () => {
  it('are those of resolution 9 whose centre lies within the radius, and its own', async () => {
    await fc.assert(
      fc.asyncProperty(anywhere, radii(1.5), async (point, radiusKm) => {
        const hub = { ...point, radiusKm };
        // 20 rings reach more than 4 km.
        const expected = gridDisk(cellOf(hub), 20).filter((cell) =>
          lists(hub, cell, centreOf(cell)),
        );
        const hexagons = await hexagonsOf(hub);
        assert.deepEqual(hexagons.toSorted(), expected.toSorted());
        for (const cell of hexagons) assert.equal(getResolution(cell), 9);
      }),
      { numRuns: 40 },
    );
  });

  it('reach as far as the radius: the outermost centre within 50 km is there', async () => {
    const hub = { ...centre, radiusKm: 50 };
    const hexagons = new Set(await hexagonsOf(hub));
    fc.assert(
      fc.property(bearings, shares, (bearing, share) => {
        const cell = cellOf(destination(hub, 50.5 * Math.sqrt(share), bearing));
        assert.equal(hexagons.has(cell), lists(hub, cell, centreOf(cell)));
      }),
      { numRuns: 2000 },
    );
  });

  it('are just one cell, its own, for a hub with a tiny radius', async () => {
    assert.deepEqual(await hexagonsOf({ ...centre, radiusKm: 1e-9 }), [cellOf(centre)]);
  });

  it('are found in slices: the event loop turns in between', async (t) => {
    // As if each step took longer than a slice.
    let ms = performance.now();
    t.mock.method(performance, 'now', () => (ms += 10));
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await hexagonsOf({ ...centre, radiusKm: 10 });
    isDone = true;
    assert.ok(turns > 40, String(turns));
  });
});

describe('bounds of the hexagons', () => {
  it('no point of a cell is farther from its centre than the reach', () => {
    fc.assert(
      fc.property(anywhere, (point) =>
        assert.ok(distanceKm(point, centreOf(cellOf(point))) <= cellReachKm),
      ),
      { numRuns: 5000 },
    );
  });

  it('the parents around an area include that of every cell with a point in it', () => {
    fc.assert(
      fc.property(anywhere, radii(50), bearings, shares, (middle, radiusKm, bearing, share) => {
        // To the rim of the cells that reach into the area.
        const point = destination(middle, (radiusKm + cellReachKm) * share, bearing);
        assert.ok(parentsAround({ ...middle, radiusKm }).includes(parentOf(cellOf(point))));
      }),
      { numRuns: 3000 },
    );
  });
});
