/** Areas for tests, and what another geometry library says about them: JSTS, a port of JTS. */
import * as fc from 'fast-check';
import SimplePointInAreaLocator from 'jsts/org/locationtech/jts/algorithm/locate/SimplePointInAreaLocator.js';
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import GeoJSONReader from 'jsts/org/locationtech/jts/io/GeoJSONReader.js';
import IsValidOp from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js';
import { polygonsOf, type Coverage, type Position } from '../coverage/coverage.ts';
import type { LatLng } from '../cells/geometry.ts';

const reader = new GeoJSONReader(new GeometryFactory());
/** JTS's name for what lies neither within nor on the boundary. */
const exterior = 2;

/** Whether the area holds the point, its boundary included, by JSTS. */
export const holds = (coverage: Coverage, { lat, lng }: LatLng): boolean =>
  SimplePointInAreaLocator.locate(new Coordinate(lng, lat), reader.read(coverage)) !== exterior;

/** Whether this may be a ring, by JSTS. */
export const isValidRing = (ring: readonly Position[]): boolean =>
  IsValidOp.isValid(reader.read({ type: 'Polygon', coordinates: [ring] }));

/** Degrees: kilometres of latitude, and as many of longitude as fit at that latitude. */
const degree = 111.195;

/** A closed ring round a place, its points in the order of their directions. */
export const ringAround = ({ lat, lng }: LatLng, distancesKm: readonly number[]): Position[] => {
  const width = degree * Math.cos((lat * Math.PI) / 180);
  const points = distancesKm.map((km, i): Position => {
    const angle = (2 * Math.PI * i) / distancesKm.length;
    return [lng + (km * Math.cos(angle)) / width, lat + (km * Math.sin(angle)) / degree];
  });
  return [...points, points[0]!];
};

/** A rectangle round a place, half as wide and high as that. */
export const square = (middle: LatLng, km: number): Coverage => {
  const width = km / (degree * Math.cos((middle.lat * Math.PI) / 180));
  const [west, east] = [middle.lng - width, middle.lng + width];
  const [south, north] = [middle.lat - km / degree, middle.lat + km / degree];
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
};

const km = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const distances = (min: number, max: number) =>
  fc.array(km(min, max), { minLength: 3, maxLength: 12 });

/** A jagged area round a place, with a hole in it and maybe an island beside it. */
export const areaAround = (middle: LatLng, maxKm: number): fc.Arbitrary<Coverage> =>
  fc
    .record({
      outer: distances(0.3 * maxKm, maxKm),
      hole: fc.option(distances(0.05 * maxKm, 0.14 * maxKm)),
      island: fc.option(distances(0.05 * maxKm, 0.3 * maxKm)),
    })
    .map(({ outer, hole, island }) => {
      const polygon = [
        ringAround(middle, outer),
        ...(hole === null ? [] : [ringAround(middle, hole)]),
      ];
      if (island === null) return { type: 'Polygon', coordinates: polygon };
      const beside = { lat: middle.lat, lng: middle.lng + maxKm / degree };
      return { type: 'MultiPolygon', coordinates: [polygon, [ringAround(beside, island)]] };
    });

/** Points of an area's corners and edges, and just beside them. */
export const onBoundary = (coverage: Coverage): fc.Arbitrary<LatLng> => {
  const edges = polygonsOf(coverage)
    .flat()
    .flatMap((ring) => ring.slice(1).map((to, i) => [ring[i]!, to] as const));
  const nudges = fc.constantFrom(0, 0, 1e-14, -1e-14, 1e-12, -1e-12, 1e-9, -1e-9, 1e-5, -1e-5);
  const shares = fc.oneof(fc.constantFrom(0, 1, 0.5), km(0, 1));
  return fc
    .tuple(fc.constantFrom(...edges), shares, nudges, nudges)
    .map(([[from, to], share, east, north]) => ({
      lng: from[0] + (to[0] - from[0]) * share + east,
      lat: from[1] + (to[1] - from[1]) * share + north,
    }));
};
