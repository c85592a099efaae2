/** The rules for the area of a hub. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { distanceKm, type Area, type LatLng } from '../cells/geometry.ts';
import { refuse } from '../errors.ts';
import { findCrossing } from './crossing.ts';
import { hasPointIn } from './in-circle.ts';
import { areEqual, polygonsOf, type Coverage, type Position } from './coverage.ts';

/** Points of an area, those that close its rings among them. */
export const maxPoints = 2_000;
/** How far an area or a circle reaches from its hub. */
export const maxReachKm = 50;

/** Where in the geometry something is wrong; `polygon` of a MultiPolygon only. All count from 0. */
interface GeometryPath {
  readonly polygon?: number;
  readonly ring?: number;
  readonly point?: number;
}

/**
 * An area as it is kept: without what GeoJSON allows beyond longitude and latitude.
 *
 * @param value of the shape that the schema asks for
 * @throws Refusal INVALID_COVERAGE, naming ring and point
 */
export async function checkCoverage(value: {
  readonly type: 'Polygon' | 'MultiPolygon';
  readonly coordinates: readonly unknown[];
}): Promise<Coverage> {
  const isMulti = value.type === 'MultiPolygon';
  const polygons = isMulti ? value.coordinates : [value.coordinates];
  if (polygons.length === 0) throw wrong({}, 'must have a polygon');
  const count = countPositions(polygons);
  if (count > maxPoints) throw wrong({}, `must have at most ${maxPoints} points (it has ${count})`);
  const checked: Position[][][] = [];
  for (const [polygon, rings] of polygons.entries()) {
    const place = isMulti ? { polygon } : {};
    if (!Array.isArray(rings)) throw wrong(place, 'must be a list of rings');
    if (rings.length === 0) throw wrong(place, 'must have an outer ring');
    const each: Position[][] = [];
    for (const [ring, points] of rings.entries())
      each.push(await checkRing(points, { ...place, ring }));
    checked.push(each);
  }
  return isMulti
    ? { type: 'MultiPolygon', coordinates: checked }
    : { type: 'Polygon', coordinates: checked[0]! };
}

/** @throws Refusal INVALID_COVERAGE when no point of the area lies in the circle beside it */
export async function demandPointIn(circle: Area, coverage: Coverage): Promise<void> {
  if (await hasPointIn(circle, coverage)) return;
  throw wrong(
    {},
    `must have a point within coverage_radius_km (${circle.radiusKm} km) of the hub; positions are [longitude, latitude]`,
  );
}

/** How far the area reaches from the hub. @throws Refusal INVALID_COVERAGE when that is too far */
export async function reachOf(coverage: Coverage, hub: LatLng): Promise<number> {
  const slice = new TimeSlice();
  let reachKm = 0;
  const reach = (lng: number, lat: number, place: GeometryPath) => {
    const km = distanceKm(hub, { lat, lng });
    if (km > maxReachKm) {
      throw wrong(
        place,
        `must be within ${maxReachKm} km of the hub (it is ${km.toFixed(1)} km away)`,
      );
    }
    reachKm = Math.max(reachKm, km);
  };
  for (const [polygon, rings] of polygonsOf(coverage).entries()) {
    for (const [ring, points] of rings.entries()) {
      for (const [point, [lng, lat]] of points.entries()) {
        if (slice.isOver) await slice.next();
        const place = { ...(coverage.type === 'MultiPolygon' && { polygon }), ring, point };
        reach(lng, lat, place);
        // Around a pole an edge bends, and what is between its ends may be farther away than they are.
        const [nextLng, nextLat] = points[point + 1] ?? [lng, lat];
        const steps = Math.ceil(Math.abs(nextLng - lng));
        for (let i = 1; i < steps; i++) {
          reach(lng + ((nextLng - lng) * i) / steps, lat + ((nextLat - lat) * i) / steps, place);
        }
      }
    }
  }
  return isPolar(hub) ? reachKm * (1 + polarSlack) : reachKm;
}

/** Beyond this latitude an area may reach over the pole. */
const isPolar = ({ lat }: LatLng) => Math.abs(lat) > 89;
/** By how much the arc of one degree over a pole is higher than its ends: 1 − cos 0.5°. */
const polarSlack = 4e-5;

function countPositions(polygons: readonly unknown[]): number {
  const ofRing = (ring: unknown) => (Array.isArray(ring) ? ring.length : 0);
  const ofPolygon = (rings: unknown) =>
    Array.isArray(rings) ? rings.reduce<number>((sum, ring) => sum + ofRing(ring), 0) : 0;
  return polygons.reduce<number>((sum, rings) => sum + ofPolygon(rings), 0);
}

/** @throws Refusal INVALID_COVERAGE when a ring is short, open, out of range, wide or crosses itself */
async function checkRing(points: unknown, place: GeometryPath): Promise<Position[]> {
  if (!Array.isArray(points)) throw wrong(place, 'must be a list of points');
  const ring = points.map((point: unknown, i) => checkPosition(point, { ...place, point: i }));
  if (ring.length < 4)
    throw wrong({ ...place, point: ring.length }, 'a ring has four points or more');
  const last = ring.length - 1;
  if (!areEqual(ring[0]!, ring[last]!)) {
    throw wrong({ ...place, point: last }, 'must be the first point again, as rings are closed');
  }
  const wide = ring.findIndex((from, i) => i < last && isWide(from, ring[i + 1]!));
  if (wide >= 0) {
    throw wrong(
      { ...place, point: wide },
      'the edge from here spans more than 180° of longitude; an area that crosses the antimeridian is cut in two there',
    );
  }
  const crossing = await findCrossing(ring);
  if (crossing !== undefined) {
    const [point, other] = crossing;
    throw wrong({ ...place, point }, `the edge from here meets the edge from point ${other}`);
  }
  return ring;
}

function checkPosition(value: unknown, place: GeometryPath): Position {
  const isList = Array.isArray(value) && value.length >= 2;
  if (!isList || !value.every((each) => Number.isFinite(each))) {
    throw wrong(place, 'must be [longitude, latitude]');
  }
  const [lng, lat] = value as Position;
  if (Math.abs(lng) > 180) throw wrong(place, 'the longitude must be between -180 and 180');
  if (Math.abs(lat) > 90) throw wrong(place, 'the latitude must be between -90 and 90');
  return [lng, lat];
}

/** Whether an edge goes round more than half of the Earth, other than along a pole. */
const isWide = ([lng, lat]: Position, [nextLng, nextLat]: Position) =>
  Math.abs(nextLng - lng) > 180 && !(Math.abs(lat) === 90 && lat === nextLat);

/** Names a fault and its place: in words, as a path, and as members. */
function wrong(place: GeometryPath, message: string) {
  const { polygon, ring, point } = place;
  const indexes = [polygon, ring, point].filter((index) => index !== undefined);
  const path = ['coverage.coordinates', ...indexes].join('.');
  const words = [
    polygon !== undefined && `polygon ${polygon}`,
    ring !== undefined && `ring ${ring}`,
    point !== undefined && `point ${point}`,
  ].filter((word) => word !== false);
  const where = words.length === 0 ? 'coverage' : words.join(', ');
  const members = { errors: [{ path, message }], ...place };
  return refuse.INVALID_COVERAGE(`${where}: ${message}`, { members });
}
