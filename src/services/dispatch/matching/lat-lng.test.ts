import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { cellOf, cellsAround, distanceKm, type LatLng } from './lat-lng.ts';
import { maxDistanceKm } from './score.ts';

const points = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

it('the distance is that of the haversine formula', () => {
  const haversine = (a: LatLng, b: LatLng) => {
    const rad = Math.PI / 180;
    const h =
      Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
      Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2;
    return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)));
  };
  fc.assert(
    fc.property(points, points, (a, b) => {
      // Near the antipode the arcsine magnifies the last digit of its argument.
      assert.ok(Math.abs(distanceKm(a, b) - haversine(a, b)) < 1e-3, 'far');
      const near = { lat: Math.min(90, a.lat + 0.01), lng: a.lng };
      assert.ok(Math.abs(distanceKm(a, near) - haversine(a, near)) < 1e-9, 'near');
    }),
  );
});

it('the distance is within 0.6 % of the geodesic on WGS 84', () => {
  fc.assert(
    fc.property(points, points, (a, b) => {
      const { s12 = 0 } = geodesic.Geodesic.WGS84.Inverse(a.lat, a.lng, b.lat, b.lng);
      assert.ok(Math.abs(distanceKm(a, b) - s12 / 1000) <= 0.006 * (s12 / 1000) + 1e-6);
    }),
  );
});

it('the cells around a point hold every point within 10 km', () => {
  const bearing = fc.double({ min: 0, max: 360, noNaN: true });
  const metres = fc.double({ min: 0, max: maxDistanceKm * 1000, noNaN: true });
  fc.assert(
    fc.property(points, bearing, metres, (point, azimuth, distance) => {
      const { lat2, lon2 } = geodesic.Geodesic.WGS84.Direct(
        point.lat,
        point.lng,
        azimuth,
        distance,
      );
      const other = { lat: lat2!, lng: ((lon2! + 540) % 360) - 180 };
      assert.ok(cellsAround(cellOf(point)).includes(cellOf(other)));
    }),
    { numRuns: 3_000 },
  );
});
