/** Hubs that serve an area, over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { cellOf, centreOf } from '../cells/cells.ts';
import { covers, type Coverage, type Position } from '../coverage/coverage.ts';
import { distanceKm, type LatLng } from '../cells/geometry.ts';
import { geo } from '../index.ts';
import { ringAround, square } from './areas.ts';
import {
  ask,
  assertProblem,
  away,
  centre,
  deployments,
  postHub,
  saved,
  trail,
} from './fixtures.ts';

for (const { name, skip, env } of deployments) {
  describe(`areas on ${name}`, { skip }, () => {
    service(env);
    administration(env);
    refusals(env);
  });
}

/** No radius. */
const area = (coverage: Coverage) => ({ coverage, coverage_radius_km: undefined });
const rings = ({ coordinates }: Coverage) => coordinates as Position[][];

/** A square with a hole in it. */
const holed = (middle: LatLng, km: number, holeKm: number): Coverage => ({
  type: 'Polygon',
  coordinates: [...rings(square(middle, km)), ...rings(square(middle, holeKm))],
});

function service(env: () => Environment): void {
  it('an area instead of a radius: points in it are served, also where a cell is cut', async (t) => {
    const { app } = await openService(t, geo, env());
    const coverage = holed(centre, 2, 0.5);
    await saved(app, area(coverage));
    // Twice: the second time from the cache.
    for (let round = 0; round < 2; round++) {
      for (let km = -2.2; km <= 2.2; km += 0.1) {
        const point = away(centre, km / 3, km);
        const { serviceable } = await ask(app, point);
        assert.equal(serviceable, covers(coverage, point), `${km} km`);
      }
    }
  });

  it('the boundary is decided exactly, on either side, from the cache too', async (t) => {
    const { app } = await openService(t, geo, env());
    const coverage = square(centre, 1);
    await saved(app, area(coverage));
    const [west, south] = rings(coverage)[0]![0]!;
    for (let round = 0; round < 2; round++) {
      for (const [point, isServed] of [
        [{ lat: centre.lat, lng: west }, true],
        [{ lat: centre.lat, lng: west - 1e-12 }, false],
        [{ lat: centre.lat, lng: west + 1e-12 }, true],
        [{ lat: south, lng: west }, true],
        [{ lat: south - 1e-12, lng: west }, false],
      ] as const) {
        assert.equal((await ask(app, point)).serviceable, isServed, JSON.stringify(point));
      }
    }
  });

  it('an area and a radius: a point must lie in both', async (t) => {
    const { app } = await openService(t, geo, env());
    await saved(app, { coverage: square(centre, 2), coverage_radius_km: 2.2 });
    const [corner, edge] = [away(centre, 1.9, 1.9), away(centre, 1.9, 0)];
    assert.ok(distanceKm(centre, corner) > 2.2);
    for (let round = 0; round < 2; round++) {
      assert.equal((await ask(app, corner)).serviceable, false);
      assert.equal((await ask(app, edge)).serviceable, true);
      assert.equal((await ask(app, away(centre, 2.1, 0))).serviceable, false);
    }
  });

  it('the same tiers: the database by cells, the distance where no cell is listed', async (t) => {
    const { app } = await openService(t, geo, env());
    // Smaller than a cell, and beside its centre: no cell is listed but the hub's own.
    const middle = centreOf(cellOf(away(centre, 3)));
    const speck = square(away(middle, 0.1), 0.03);
    const hexagons = await saved(app, area(speck));
    assert.deepEqual(hexagons, [cellOf(centre)]);
    const first = await ask(app, away(middle, 0.1));
    assert.deepEqual(trail(first), ['redis miss', 'database miss', 'distance hit']);
    assert.deepEqual(trail(await ask(app, away(middle, 0.1))), ['redis hit']);
    assert.equal((await ask(app, middle)).serviceable, false);
    await saved(app, area(square(middle, 1)));
    assert.deepEqual(trail(await ask(app, middle)), ['redis miss', 'database hit']);
    assert.equal((await ask(app, centre)).serviceable, false, 'its own cell, but not its area');
  });

  it('without a radius the score takes the farthest point of the area for it', async (t) => {
    const { app } = await openService(t, geo, env());
    const coverage = square(centre, 2);
    const corners = rings(coverage)[0]!;
    const farthest = Math.max(...corners.map(([lng, lat]) => distanceKm(centre, { lat, lng })));
    await saved(app, area(coverage));
    const point = away(centre, 1);
    const { candidates } = await ask(app, point, { explain: '1' });
    assert.equal(candidates[0].coverage_radius_km, farthest);
    const expected = 1 - distanceKm(centre, point) / farthest;
    assert.ok(Math.abs(candidates[0].terms.distance - expected) < 1e-9);
  });

  it('of several polygons serves each, and a hub may lie outside of its area', async (t) => {
    const { app } = await openService(t, geo, env());
    const [one, other] = [square(away(centre, 3), 1), square(away(centre, -3), 1)];
    const coverage = { type: 'MultiPolygon', coordinates: [rings(one), rings(other)] } as Coverage;
    await saved(app, area(coverage));
    for (const [km, isServed] of [
      [3, true],
      [-3, true],
      [0, false],
      [1.9, false],
    ] as const) {
      assert.equal((await ask(app, away(centre, km))).serviceable, isServed, `${km} km`);
    }
  });
}

function administration(env: () => Environment): void {
  it('hexagons are the cells whose centre lies in the area, and its own', async (t) => {
    const { app } = await openService(t, geo, env());
    const circle = await saved(app, { coverage_radius_km: 3 });
    const coverage = holed(centre, 2, 0.5);
    const hexagons = await saved(app, area(coverage));
    const expected = circle.filter(
      (cell) => covers(coverage, centreOf(cell)) || cell === cellOf(centre),
    );
    assert.deepEqual(hexagons.toSorted(), expected.toSorted());
    const one = (await app.inject('/admin/hubs/monas')).json();
    assert.deepEqual([one.coverage, one.count], [coverage, expected.length]);
    const [listed] = (await app.inject('/admin/hubs')).json().hubs;
    assert.deepEqual([listed.coverage, listed.count], [undefined, expected.length]);
  });

  it('replacing a hub without an area takes the area away', async (t) => {
    const { app } = await openService(t, geo, env());
    const point = away(centre, 1.5);
    await saved(app, area(square(centre, 1)));
    assert.equal((await ask(app, point)).serviceable, false);
    await saved(app);
    assert.equal((await ask(app, point)).serviceable, true);
    assert.equal('coverage' in (await app.inject('/admin/hubs/monas')).json(), false);
  });

  it('an area of 2,000 points is served like any other', async (t) => {
    const { app } = await openService(t, geo, env());
    const distances = Array.from({ length: 1_999 }, (_, i) => 2 + (i % 2) / 100);
    const coverage: Coverage = { type: 'Polygon', coordinates: [ringAround(centre, distances)] };
    await saved(app, area(coverage));
    for (const km of [0, 1.9, 2.1]) {
      const point = away(centre, 0, km);
      for (let round = 0; round < 2; round++)
        assert.equal((await ask(app, point)).serviceable, covers(coverage, point), `${km} km`);
    }
  });
}

function refusals(env: () => Environment): void {
  it('an area that is none is 400 INVALID_COVERAGE and names ring and point', async (t) => {
    const { app } = await openService(t, geo, env());
    const [ring] = rings(square(centre, 1));
    const open = ring!.slice(0, 4).concat([[0, 0]]);
    const bow = [ring![0], ring![2], ring![1], ring![3], ring![0]];
    const far = ring!.with(1, [181, 0]);
    const many = ringAround(
      centre,
      Array.from({ length: 2_000 }, () => 1),
    );
    const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates });
    const bad: [value: unknown, path: string, place?: object][] = [
      [polygon(ring, open), 'coverage.coordinates.1.4', { ring: 1, point: 4 }],
      [polygon(bow), 'coverage.coordinates.0.0', { ring: 0, point: 0 }],
      [polygon(far), 'coverage.coordinates.0.1', { ring: 0, point: 1 }],
      [polygon(ring!.slice(0, 2)), 'coverage.coordinates.0.2', { ring: 0, point: 2 }],
      [polygon(many), 'coverage.coordinates'],
      [polygon(), 'coverage.coordinates'],
      [
        { type: 'MultiPolygon', coordinates: [[ring], [open]] },
        'coverage.coordinates.1.0.4',
        { polygon: 1, ring: 0, point: 4 },
      ],
      [square(centre, 40), 'coverage.coordinates.0.0'],
      [{ type: 'Point', coordinates: [1, 2] }, 'coverage.type'],
      [{ type: 'Feature', geometry: square(centre, 1) }, 'coverage.type'],
      [{ type: 'Polygon' }, 'coverage.coordinates'],
      [{ coordinates: [ring] }, 'coverage.type'],
      [polygon(5, null), 'coverage.coordinates.0'],
      ['POLYGON', 'coverage'],
      [[], 'coverage'],
    ];
    for (const [coverage, path, place = {}] of bad) {
      const response = await postHub(app, { coverage, coverage_radius_km: undefined });
      assertProblem(response, 400, 'INVALID_COVERAGE', path);
      const { ring: r, point, polygon: p, ...rest } = response.json();
      assert.ok(rest.detail.length > 10);
      if (Object.keys(place).length > 0)
        assert.deepEqual({ ...(p !== undefined && { polygon: p }), ring: r, point }, place);
    }
    assert.deepEqual((await app.inject('/admin/hubs')).json(), { hubs: [] });
  });

  it('another type of GeoJSON is refused by its name', async (t) => {
    const { app } = await openService(t, geo, env());
    const geometry = square(centre, 1);
    for (const [coverage, type] of [
      [{ type: 'Feature', properties: {}, geometry }, 'Feature'],
      [{ type: 'FeatureCollection', features: [] }, 'FeatureCollection'],
      [{ type: 'GeometryCollection', geometries: [geometry] }, 'GeometryCollection'],
      [{ type: 'LineString', coordinates: rings(geometry)[0] }, 'LineString'],
      [{ ...geometry, type: 'polygon' }, 'polygon'],
      [{ ...geometry, type: 'x'.repeat(100) }, `${'x'.repeat(40)}…`],
    ] as const) {
      for (const coverage_radius_km of [undefined, 3]) {
        const response = await postHub(app, { coverage, coverage_radius_km });
        assertProblem(response, 400, 'INVALID_COVERAGE', 'coverage.type');
        const { detail } = response.json();
        assert.equal(detail, `coverage.type must be Polygon or MultiPolygon (it is ${type})`);
      }
    }
    for (const type of [5, null, ['Polygon'], {}]) {
      const response = await postHub(app, { coverage: { ...geometry, type } });
      assertProblem(response, 400, 'INVALID_COVERAGE', 'coverage.type');
    }
  });

  it('an area without a point within the radius beside it is 400 INVALID_COVERAGE', async (t) => {
    const { app } = await openService(t, geo, env());
    const swap = (area: Coverage): Coverage => ({
      type: 'Polygon',
      coordinates: rings(area).map((ring) => ring.map(([lng, lat]): Position => [lat, lng])),
    });
    const bangalore = { lat: 12.97, lng: 77.59 };
    const both = (a: Coverage, b: Coverage) => ({
      type: 'MultiPolygon',
      coordinates: [rings(a), rings(b)],
    });
    const far = square(away(centre, 6), 2);
    const outside: [hub: LatLng, coverage: object][] = [
      [bangalore, swap(square(bangalore, 2))],
      [bangalore, swap(holed(bangalore, 4, 1))],
      [bangalore, both(swap(square(bangalore, 2)), square(centre, 1))],
      [centre, far],
      [centre, both(far, square(away(centre, -6), 2))],
      [centre, holed(centre, 6, 4)],
    ];
    for (const [place, coverage] of outside) {
      const response = await postHub(app, { ...place, coverage, coverage_radius_km: 3 });
      assertProblem(response, 400, 'INVALID_COVERAGE', 'coverage.coordinates');
      assert.match(response.json().detail, /within coverage_radius_km \(3 km\)/);
    }
    assert.deepEqual((await app.inject('/admin/hubs')).json(), { hubs: [] });
    // One that lies apart from the hub, but reaches into the circle, and one with a part in it.
    await saved(app, { coverage: square(away(centre, 4.5), 2), coverage_radius_km: 3 });
    await saved(app, { coverage: both(far, square(centre, 1)), coverage_radius_km: 3 });
  });

  it('an area over the antimeridian is refused until it is cut in two, then serves both sides', async (t) => {
    const { app } = await openService(t, geo, env());
    const fiji = { lat: -16.8, lng: 179.99 };
    const sheet = (west: number, east: number) => [
      [west, -16.9],
      [east, -16.9],
      [east, -16.7],
      [west, -16.7],
      [west, -16.9],
    ];
    for (const coverage_radius_km of [undefined, 5]) {
      const coverage = { type: 'Polygon', coordinates: [sheet(179.9, -179.9)] };
      const refused = await postHub(app, { ...fiji, coverage, coverage_radius_km });
      assertProblem(refused, 400, 'INVALID_COVERAGE', 'coverage.coordinates.0.0');
    }
    const halves = [[sheet(179.9, 180)], [sheet(-180, -179.9)]];
    const cut = { type: 'MultiPolygon', coordinates: halves } as Coverage;
    await saved(app, { ...fiji, coverage: cut, coverage_radius_km: 5 });
    for (const lng of [179.98, -179.99]) {
      assert.equal((await ask(app, { lat: fiji.lat, lng })).serviceable, true);
    }
    // Only the other side of it: the hub itself lies outside.
    const coverage = { type: 'Polygon', coordinates: halves[1] };
    await saved(app, { ...fiji, coverage, coverage_radius_km: 5 });
    assert.equal((await ask(app, { lat: fiji.lat, lng: -179.99 })).serviceable, true);
    assert.equal((await ask(app, fiji)).serviceable, false);
  });

  it('a hub needs a radius or an area', async (t) => {
    const { app } = await openService(t, geo, env());
    const response = await postHub(app, { coverage_radius_km: undefined });
    assertProblem(response, 400, 'VALIDATION_FAILED', 'coverage_radius_km');
  });

  it('a radius beside an area has the limits that it has alone', async (t) => {
    const { app } = await openService(t, geo, env());
    for (const coverage_radius_km of [0, 50.1, '1']) {
      const response = await postHub(app, { coverage: square(centre, 1), coverage_radius_km });
      assertProblem(response, 400, 'VALIDATION_FAILED', 'coverage_radius_km');
    }
    // A point beyond the radius is not served; the area may include it.
    await saved(app, { coverage: square(centre, 500), coverage_radius_km: 1 });
    assert.equal((await ask(app, away(centre, 0.9))).serviceable, true);
    assert.equal((await ask(app, away(centre, 1.5))).serviceable, false);
  });
}
