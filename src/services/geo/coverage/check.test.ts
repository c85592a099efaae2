import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Refusal } from '#kit/web/problem.ts';
import { turns } from '#kit/testing/turns.ts';
import { distanceKm } from '../cells/geometry.ts';
import { areaAround, isValidRing, ringAround, square } from '../test/areas.ts';
import { anywhere, away, centre } from '../test/fixtures.ts';
import { checkCoverage, maxPoints, reachOf } from './check.ts';
import { polygonsOf, type Position } from './coverage.ts';

const ring: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const hole = ring.map(([x, y]): Position => [1 + x / 4, 1 + y / 4]);
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon' as const, coordinates });
const multi = (...coordinates: unknown[]) => ({ type: 'MultiPolygon' as const, coordinates });

/** The fault that the refusal names, and its place. */
async function refusalOf(checking: Promise<unknown>) {
  const { code, message, members } = await checking.then(
    () => assert.fail('it was accepted'),
    (error: unknown) => error as Refusal,
  );
  assert.equal(code, 'INVALID_COVERAGE', message);
  const { errors, ...place } = members as { errors: { path: string }[] };
  return { message, path: errors[0]!.path, ...place };
}

describe('the check of an area', () => {
  it('accepts polygons with holes, and keeps longitude and latitude of each point', async () => {
    const heights = ring.map((point) => [...point, 12]);
    assert.deepEqual(await checkCoverage(polygon(heights, hole)), polygon(ring, hole));
    const both = multi([ring, hole], [hole]);
    assert.deepEqual(await checkCoverage(both), both);
  });

  it('refuses a ring that is open, and names ring and point', async () => {
    const open = [...ring.slice(0, 4), [0, 1e-9]];
    const { message, ...place } = await refusalOf(checkCoverage(polygon(ring, open)));
    assert.deepEqual(place, { path: 'coverage.coordinates.1.4', ring: 1, point: 4 });
    assert.match(message, /^ring 1, point 4: .*closed/);
    const second = await refusalOf(checkCoverage(multi([ring], [ring, open])));
    assert.deepEqual(second.path, 'coverage.coordinates.1.1.4');
    assert.match(second.message, /^polygon 1, ring 1, point 4: /);
  });

  it('refuses a point out of range, and names it', async () => {
    for (const bad of [
      [180.001, 0],
      [-180.001, 0],
      [0, 90.001],
      [0, -90.001],
    ]) {
      const points = [...ring.slice(0, 2), bad, ...ring.slice(3)];
      const refusal = await refusalOf(checkCoverage(polygon(points)));
      assert.deepEqual([refusal.path, refusal['ring' as never]], ['coverage.coordinates.0.2', 0]);
    }
    const whole = [
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
      [-180, -90],
    ];
    await checkCoverage(polygon(whole));
  });

  it('refuses a point that is none', async () => {
    const none = [null, 1, 'x', {}, [], [1], ['1', '2'], [1, null], [Infinity, 1], [1, 1, 'x']];
    for (const bad of none) {
      const { path } = await refusalOf(checkCoverage(polygon([ring[0], bad, ...ring.slice(2)])));
      assert.equal(path, 'coverage.coordinates.0.1', JSON.stringify(bad));
    }
  });

  it('refuses what is short: no polygon, no ring, a ring of three points', async () => {
    const short: [value: Parameters<typeof checkCoverage>[0], path: string][] = [
      [multi(), 'coverage.coordinates'],
      [polygon(), 'coverage.coordinates'],
      [multi([ring], []), 'coverage.coordinates.1'],
      [multi([ring], 5), 'coverage.coordinates.1'],
      [polygon(ring, []), 'coverage.coordinates.1.0'],
      [polygon(ring, null), 'coverage.coordinates.1'],
      [polygon([ring[0], ring[1], ring[0]]), 'coverage.coordinates.0.3'],
    ];
    for (const [value, path] of short) {
      assert.equal((await refusalOf(checkCoverage(value))).path, path, JSON.stringify(value));
    }
  });

  it('refuses more than 2,000 points in all rings together', async () => {
    const round = (points: number) =>
      ringAround(
        centre,
        Array.from({ length: points - 1 }, () => 3),
      );
    await checkCoverage(polygon(round(maxPoints)));
    await checkCoverage(multi([round(1_000)], [round(1_000)]));
    for (const value of [polygon(round(2_001)), multi([round(1_000)], [round(1_000), hole])]) {
      const { message } = await refusalOf(checkCoverage(value));
      assert.match(message, /at most 2000 points \(it has 200[15]\)/);
    }
  });

  it('refuses an edge that spans more than 180° of longitude, other than along a pole', async () => {
    const over = (west: number, east: number, south: number, north: number) => [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    for (const wide of [
      over(-179, 179, -1, 1),
      over(179, -179, -1, 1),
      over(-90, 90.001, 89, 90),
    ]) {
      const refusal = await refusalOf(checkCoverage(polygon(wide)));
      assert.equal(refusal.path, 'coverage.coordinates.0.0');
      assert.match(refusal.message, /^ring 0, point 0: .*180°.* antimeridian/);
    }
    const island = await refusalOf(checkCoverage(multi([ring], [ring, over(-179, 179, 1, 2)])));
    assert.equal(island.path, 'coverage.coordinates.1.1.0');
    const half = over(-90, 90, 89, 90);
    await checkCoverage(polygon(half));
    for (const pole of [90, -90]) {
      const cap = [-180, 0, 180].map((lng) => [lng, pole * 0.99]);
      await checkCoverage(polygon([...cap, [180, pole], [-180, pole], cap[0]]));
    }
  });

  it('refuses a ring that crosses itself, and names both edges', async () => {
    const bow = [ring[0], ring[2], ring[1], ring[3], ring[0]];
    const { path, message } = await refusalOf(checkCoverage(polygon(ring, bow)));
    assert.equal(path, 'coverage.coordinates.1.0');
    assert.match(message, /^ring 1, point 0: .* point 2$/);
  });

  it('refuses the rings that another geometry library refuses', async () => {
    // On a small grid edges touch, overlap and fold back often.
    const coordinate = fc.integer({ min: 0, max: 4 });
    const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(points, async (open) => {
        const closed: Position[] = [...open, open[0]!];
        const isAccepted = await checkCoverage(polygon(closed)).then(
          () => true,
          () => false,
        );
        assert.equal(isAccepted, isValidRing(closed), JSON.stringify(closed));
      }),
      { numRuns: 3_000 },
    );
  });

  it('accepts every area without crossings, wherever it is', async () => {
    const areas = anywhere
      .filter(({ lat, lng }) => Math.abs(lat) < 85 && Math.abs(lng) < 175)
      .chain((middle) => areaAround(middle, 5));
    await fc.assert(
      fc.asyncProperty(areas, async (area) => void (await checkCoverage(area))),
      { numRuns: 200 },
    );
  });

  it('of the largest ring does not hold up the event loop', async (t) => {
    // A slice that an earlier test began ends with its turn of the event loop.
    await setImmediate();
    let ms = performance.now();
    t.mock.method(performance, 'now', () => (ms += 1));
    const counted = turns(t);
    await checkCoverage(
      polygon(
        ringAround(
          centre,
          Array.from({ length: 1_999 }, () => 3),
        ),
      ),
    );
    const count = counted();
    assert.ok(count > 100, String(count));
  });
});

describe('the reach of an area', () => {
  it('is the distance of its farthest point', async () => {
    const area = square(away(centre, 3), 2);
    const all = polygonsOf(area).flat(2);
    const farthest = Math.max(...all.map(([lng, lat]) => distanceKm(centre, { lat, lng })));
    assert.equal(await reachOf(area, centre), farthest);
  });

  it('is 50 km at most, and the point beyond is named', async () => {
    await reachOf(square(centre, 35), centre);
    const { path } = await refusalOf(reachOf(square(centre, 36), centre));
    assert.equal(path, 'coverage.coordinates.0.0');
  });

  it('is no less than the distance of any point on an edge, over the poles too', async () => {
    const poles = fc.record({
      lat: fc.constantFrom(89.9, 89.99, -89.95, 90, 60),
      lng: fc.double({ min: -170, max: 170, noNaN: true }),
    });
    const rings = fc.array(fc.double({ min: 0.02, max: 0.3, noNaN: true }), {
      minLength: 3,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(poles, rings, fc.nat(), async (hub, heights, pick) => {
        // Round the pole from west to east, and back along the parallel of the pole.
        const sign = Math.sign(hub.lat);
        const base = Math.abs(hub.lat) > 89 ? 90 : Math.abs(hub.lat);
        const step = (base === 90 ? 360 : 0.4) / (heights.length - 1);
        const west = base === 90 ? -180 : hub.lng;
        const points = heights.map((height, i): Position => [
          Math.min(180, west + i * step),
          sign * (base - height),
        ]);
        const area = { type: 'Polygon' as const, coordinates: [[...points, points[0]!]] };
        const reachKm = await reachOf(area, hub).catch(() => Infinity);
        const [from, to] = [
          points[pick % (points.length - 1)]!,
          points[(pick % (points.length - 1)) + 1]!,
        ];
        for (let share = 0; share <= 1; share += 0.01) {
          const lng = from[0] + (to[0] - from[0]) * share;
          const lat = from[1] + (to[1] - from[1]) * share;
          assert.ok(distanceKm(hub, { lat, lng }) <= reachKm);
        }
      }),
      { numRuns: 300 },
    );
  });
});
