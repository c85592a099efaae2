import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { areaAround, holds, onBoundary, square } from '../test/areas.ts';
import { away, centre } from '../test/fixtures.ts';
import { covers, narrowed, polygonsOf, type Coverage } from './coverage.ts';

/** Places where neither longitude nor latitude changes its sign within an area. */
const places = fc.constantFrom(
  centre,
  { lat: 52.52, lng: 13.4 },
  { lat: 64.1, lng: -21.9 },
  { lat: -33.9, lng: 151.2 },
  { lat: 37.8, lng: -122.4 },
);

/** An area, and points in it, on its boundary, just beside that, and anywhere around. */
const cases = places.chain((middle) =>
  areaAround(middle, 5).chain((coverage) => {
    const around = fc
      .tuple(
        fc.double({ min: -6, max: 6, noNaN: true }),
        fc.double({ min: -6, max: 6, noNaN: true }),
      )
      .map(([north, east]) => away(middle, north, east));
    const points = fc.array(fc.oneof(around, onBoundary(coverage)), { minLength: 20 });
    return points.map((all) => ({ coverage, points: all }));
  }),
);

describe('an area', () => {
  it('holds the points that another geometry library says, on either side of its boundary', () => {
    fc.assert(
      fc.property(cases, ({ coverage, points }) => {
        for (const point of points) {
          assert.equal(covers(coverage, point), holds(coverage, point), JSON.stringify(point));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('holds its corners and edges, those of its holes too, but not what is in a hole', () => {
    const [outer, hole] = [square(centre, 2), square(centre, 1)];
    const coverage = {
      type: 'Polygon',
      coordinates: [...outer.coordinates, ...hole.coordinates],
    } as Coverage;
    for (const ring of coverage.coordinates as [number, number][][]) {
      for (const [lng, lat] of ring) assert.ok(covers(coverage, { lat, lng }));
      const [west, south] = ring[0]!;
      assert.ok(covers(coverage, { lat: centre.lat, lng: west }));
      assert.ok(covers(coverage, { lat: south, lng: centre.lng }));
    }
    const [west] = (hole.coordinates as [number, number][][])[0]![0]!;
    assert.ok(!covers(coverage, centre));
    assert.ok(!covers(coverage, { lat: centre.lat, lng: west + 1e-12 }));
    assert.ok(covers(coverage, { lat: centre.lat, lng: west - 1e-12 }));
  });

  it('of several polygons holds what any of them holds', () => {
    const [one, other] = [square(centre, 2), square(away(centre, 0, 3), 2)];
    const coordinates = [one.coordinates, other.coordinates];
    const coverage = { type: 'MultiPolygon', coordinates } as Coverage;
    for (const km of [-1.9, 0, 1.5, 3, 4.9]) assert.ok(covers(coverage, away(centre, 0, km)));
    for (const km of [-2.1, 5.1]) assert.ok(!covers(coverage, away(centre, 0, km)));
  });
});

describe('an area that is narrowed to a band', () => {
  const bands = fc.tuple(
    fc.double({ min: -6, max: 6, noNaN: true }),
    fc.double({ min: 0.001, max: 3, noNaN: true }),
  );

  it('holds the same points of the band', () => {
    fc.assert(
      fc.property(cases, bands, ({ coverage, points }, [north, height]) => {
        const { lat } = away(points[0]!, north);
        const band = [lat - height / 111, lat + height / 111] as const;
        const part = narrowed(coverage, ...band);
        for (const point of points) {
          if (point.lat < band[0] || point.lat > band[1]) continue;
          const isHeld = part !== undefined && covers(part, point);
          assert.equal(isHeld, covers(coverage, point), JSON.stringify({ point, band }));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has a few points of many, and is none outside of its latitudes', () => {
    const coverage = square(centre, 10);
    const [ring] = coverage.coordinates as [number, number][][];
    const steps = Array.from({ length: 500 }, (_, i): [number, number] => [
      ring![0]![0],
      ring![3]![1] + ((ring![0]![1] - ring![3]![1]) * (i + 1)) / 501,
    ]);
    const long = {
      type: 'Polygon',
      coordinates: [[...ring!.slice(0, 4), ...steps, ring![4]!]],
    } as Coverage;
    const part = narrowed(long, centre.lat - 0.002, centre.lat + 0.002)!;
    const kept = polygonsOf(part)[0]![0];
    assert.ok(kept!.length < 20, String(kept!.length));
    assert.equal(narrowed(long, centre.lat + 1, centre.lat + 2), undefined);
  });
});
