import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { turns } from '#kit/testing/turns.ts';
import { holds, ringAround, square } from '../test/areas.ts';
import { anywhere, away, bearings, centre, destination } from '../test/fixtures.ts';
import type { Coverage, Position } from './coverage.ts';
import { hasPointIn } from './in-circle.ts';

const km = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const ringsOf = (area: Coverage) => area.coordinates as Position[][];
const middle = anywhere.filter(({ lat, lng }) => Math.abs(lat) < 85 && Math.abs(lng) < 175);

/** A polygon whose holes may overlap and reach beyond it, and a circle near it. */
const world = middle.chain((place) => {
  const ring = fc
    .tuple(bearings, km(0, 2), fc.array(km(0.2, 2), { minLength: 3, maxLength: 6 }))
    .map(([bearing, off, distances]) => ringAround(destination(place, off, bearing), distances));
  const circle = fc
    .tuple(bearings, km(0, 4), km(0.05, 2))
    .map(([bearing, off, radiusKm]) => ({ ...destination(place, off, bearing), radiusKm }));
  const rings = fc.array(ring, { minLength: 1, maxLength: 4 });
  return fc.record({ circle, area: rings.map(polygon) });
});

const polygon = (coordinates: Position[][]): Coverage => ({ type: 'Polygon', coordinates });

describe('an area and a circle have a point in common', () => {
  it('wherever a point of the circle lies in the area by another geometry library', async () => {
    const samples = Array.from({ length: 400 }, (_, i) => [Math.sqrt(i / 399), i * 2.4] as const);
    let met = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ circle, area }) => {
        const isMet = samples.some(([share, bearing]) =>
          holds(area, destination(circle, share * circle.radiusKm * 0.999_999, bearing)),
        );
        if (!isMet) return;
        met++;
        assert.equal(await hasPointIn(circle, area), true);
      }),
      { numRuns: 400 },
    );
    assert.ok(met > 100, String(met));
  });

  it('never where all of the area is farther away', async () => {
    const apart = middle.chain((place) =>
      fc.tuple(fc.constant(place), bearings, km(0.1, 40), km(0.1, 3), km(1.000_001, 2)),
    );
    await fc.assert(
      fc.asyncProperty(apart, async ([place, bearing, radiusKm, size, factor]) => {
        const area = square(destination(place, radiusKm * factor + size * 1.5, bearing), size);
        assert.equal(await hasPointIn({ ...place, radiusKm }, area), false);
      }),
      { numRuns: 200 },
    );
  });

  it('not where a hole holds all of the circle, alone or with another hole', async () => {
    const [outer, small, large] = [10, 1, 3].map((size) => ringsOf(square(centre, size))[0]!);
    const beside = ringsOf(square(away(centre, 0, 1.5), 2))[0]!;
    const circle = { ...centre, radiusKm: 2 };
    assert.equal(await hasPointIn(circle, polygon([outer!, large!])), false);
    assert.equal(await hasPointIn(circle, polygon([outer!, small!])), true);
    const halves = [-1.4, 1.4].map((east) => ringsOf(square(away(centre, 0, east), 2.5))[0]!);
    assert.equal(await hasPointIn(circle, polygon([outer!, ...halves])), false);
    assert.equal(await hasPointIn(circle, polygon([outer!, small!, beside])), true);
  });

  it('across the antimeridian and at the poles', async () => {
    const east = square({ lat: 0, lng: 179.9 }, 5);
    assert.equal(await hasPointIn({ lat: 0, lng: -179.95, radiusKm: 20 }, east), true);
    assert.equal(await hasPointIn({ lat: 0, lng: -179.9, radiusKm: 10 }, east), false);
    for (const sign of [1, -1]) {
      const ring: Position[] = [
        [-180, 89.9],
        [180, 89.9],
        [180, 90],
        [-180, 90],
        [-180, 89.9],
      ];
      const cap = polygon([ring.map(([lng, lat]) => [lng, sign * lat])]);
      assert.equal(await hasPointIn({ lat: sign * 89.8, lng: 45, radiusKm: 12 }, cap), true);
      assert.equal(await hasPointIn({ lat: sign * 89.8, lng: 45, radiusKm: 10 }, cap), false);
    }
  });

  it('without holding up the event loop for the largest area', async (t) => {
    const distances = Array.from({ length: 1_999 }, () => 3);
    // A slice that an earlier test began ends with its turn of the event loop.
    await setImmediate();
    let ms = performance.now();
    t.mock.method(performance, 'now', () => (ms += 1));
    const counted = turns(t);
    const area = polygon([ringAround(away(centre, 5), distances)]);
    assert.equal(await hasPointIn({ ...centre, radiusKm: 1.9 }, area), false);
    assert.ok(counted() > 100);
  });
});
