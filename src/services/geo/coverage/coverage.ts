/**
 * Areas that hubs serve, as GeoJSON has them (RFC 7946): polygons with holes. Between two points an
 * edge is straight in longitude and latitude. The boundary belongs to the area, that of a hole too.
 */
import pointInPolygon from 'point-in-polygon-hao';
import { Type, type Static } from 'typebox';
import type { LatLng } from '../cells/geometry.ts';

/** Longitude, latitude. */
const Position = Type.Unsafe<[number, number]>(
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
);
const Ring = Type.Array(Position, { description: 'points; the last one is the first one again' });
const Polygon = Type.Array(Ring, { description: 'the outer ring, then its holes' });
export const Coverage = Type.Union(
  [
    Type.Object({ type: Type.Literal('Polygon'), coordinates: Polygon }),
    Type.Object({ type: Type.Literal('MultiPolygon'), coordinates: Type.Array(Polygon) }),
  ],
  { description: 'the area that the hub serves: a GeoJSON polygon or multipolygon' },
);

/** The names of areas in GeoJSON. */
export const areaTypes = ['Polygon', 'MultiPolygon'] as const;

export type Position = Static<typeof Position>;
export type Ring = readonly Position[];
/** An area. It covers every point that one of its polygons covers. */
export type Coverage = Static<typeof Coverage>;

export const areEqual = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];

export const polygonsOf = (coverage: Coverage): Position[][][] =>
  coverage.type === 'Polygon' ? [coverage.coordinates] : coverage.coordinates;

/** True for a point within the ring, false for one outside, 0 for one on it. */
export const sideOf = (ring: Position[], { lat, lng }: LatLng): boolean | 0 =>
  pointInPolygon([lng, lat], [ring]);

/** Whether the area holds the point. */
export function covers(coverage: Coverage, point: LatLng): boolean {
  return polygonsOf(coverage).some(
    ([outer, ...holes]) =>
      sideOf(outer!, point) !== false && holes.every((hole) => sideOf(hole, point) !== true),
  );
}

/**
 * The part of an area that decides about points between two latitudes; undefined when it holds none
 * of them.
 *
 * Whether a ring holds a point depends on the edges that the point's parallel meets. While a ring
 * stays above the band, or below it, one edge does as well as many.
 */
export function narrowed(coverage: Coverage, minLat: number, maxLat: number): Coverage | undefined {
  const sideOf = ([, lat]: Position) => (lat > maxLat ? 1 : lat < minLat ? -1 : 0);
  const meetsBand = (ring: Ring) =>
    ring.some((point) => sideOf(point) === 0 || sideOf(point) !== sideOf(ring[0]!));
  const decides = (_: Position, i: number, ring: Ring) => {
    if (i === 0 || i === ring.length - 1) return true;
    const [before, side, after] = [ring[i - 1]!, ring[i]!, ring[i + 1]!].map(sideOf);
    return side === 0 || before !== side || after !== side;
  };
  const coordinates = polygonsOf(coverage)
    .filter(([outer]) => meetsBand(outer!))
    .map((rings) => rings.filter(meetsBand).map((ring) => ring.filter(decides)));
  return coordinates.length === 0 ? undefined : { type: 'MultiPolygon', coordinates };
}

/** The number of its points, which is the measure of its memory. */
export const countPoints = (coverage: Coverage): number =>
  polygonsOf(coverage)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0);
