/** Shared by the tests of the service: places that are hard, hubs, stores, requests. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { getPentagons, cellToLatLng } from 'h3-js';
import type { Environment } from '#kit/host/env.ts';
import type { App } from '#kit/web/app.ts';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import type { LatLng } from '../cells/geometry.ts';
import type { HubRecord, NewHub } from '../store/geo-store.ts';

/** Noon. */
export const T0 = Date.UTC(2026, 0, 1, 12);

/** Monas, Jakarta. */
export const centre: LatLng = { lat: -6.1754, lng: 106.8272 };

let serial = 0;

export function hub(more: Partial<HubRecord> = {}): HubRecord {
  const id = `hub-${++serial}`;
  const version = { row: serial, revision: 1 };
  const defaults = {
    id,
    name: `Hub ${id}`,
    radiusKm: 2,
    stock: 1,
    riders: 1,
    count: 1,
    ...version,
  };
  return { ...defaults, ...centre, ...more };
}

/** A hub without what a store gives it. */
export function plain(stored: HubRecord): NewHub {
  const { row: _, revision: __, ...hub } = stored;
  return hub;
}

/** A point that many kilometres north and east, on a flat Earth: for short ways off the poles. */
export function away({ lat, lng }: LatLng, northKm: number, eastKm = 0): LatLng {
  const degree = 111.195;
  const width = degree * Math.cos((lat * Math.PI) / 180);
  return { lat: lat + northKm / degree, lng: lng + eastKm / width };
}

/** The point at that distance in that direction, on the sphere; radians for the bearing. */
export function destination({ lat, lng }: LatLng, km: number, bearing: number): LatLng {
  const [phi, angle] = [(lat * Math.PI) / 180, km / 6371.0088];
  const sine =
    Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
  const y = Math.sin(bearing) * Math.sin(angle) * Math.cos(phi);
  const turn = Math.atan2(y, Math.cos(angle) - Math.sin(phi) * sine);
  const east = lng + (turn * 180) / Math.PI;
  const latitude = (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI;
  return { lat: latitude, lng: ((((east + 180) % 360) + 360) % 360) - 180 };
}

const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const pentagons = getPentagons(9).map(cellToLatLng);

/** Points all over the globe, many of them where geometry goes wrong. */
export const anywhere: fc.Arbitrary<LatLng> = fc.oneof(
  fc.record({ lat: double(-90, 90), lng: double(-180, 180) }),
  fc.record({ lat: double(-90, 90), lng: fc.oneof(double(-180, -179.9), double(179.9, 180)) }),
  fc.record({ lat: fc.oneof(double(-90, -89.9), double(89.9, 90)), lng: double(-180, 180) }),
  fc
    .tuple(fc.constantFrom(...pentagons), double(-0.05, 0.05), double(-0.05, 0.05))
    .map(([[lat, lng], north, east]) => ({ lat: lat + north, lng: lng + east })),
);

/** Directions, radians. */
export const bearings = double(0, 2 * Math.PI);
export const shares = double(0, 1);

/** The stores that HTTP tests run on; each call is a deployment of its own. */
export const deployments: {
  readonly name: string;
  readonly skip: string | false;
  readonly env: () => Environment;
}[] = [
  { name: 'SQLite and memory', skip: false, env: () => ({}) },
  {
    name: 'PostgreSQL and Redis',
    skip: missing('postgres') || missing('redis'),
    env: () => ({
      STORE_ADDR: servers.redis,
      DATABASE_URL: servers.postgres,
      GEO_PREFIX: unique('geo'),
    }),
  },
];

export const hubBody = (more: object = {}) => ({
  hub_id: 'monas',
  name: 'Monas',
  ...centre,
  coverage_radius_km: 2,
  ...more,
});

export const postHub = (app: App, more: object = {}) =>
  app.inject({ method: 'POST', url: '/admin/hubs', payload: hubBody(more) });

/** Saves a hub and gives its hexagons. */
export async function saved(app: App, more: object = {}): Promise<string[]> {
  const response = await postHub(app, more);
  assert.equal(response.statusCode, 201, response.body);
  return response.json().data.hexagons;
}

/** The enveloped answer of a lookup. */
export async function ask(app: App, { lat, lng }: LatLng, more: Record<string, string> = {}) {
  const query = { lat: String(lat), lng: String(lng), ...more };
  const response = await app.inject({ url: '/serviceability', query });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().data;
}

/** The tiers that a lookup tried, with what came of each: `redis miss`. */
export const trail = (answer: { tiers_tried: { tier: string; outcome: string }[] }) =>
  answer.tiers_tried.map(({ tier, outcome }) => `${tier} ${outcome}`);

export function assertProblem(
  response: { statusCode: number; headers: Record<string, unknown>; body: string },
  status: number,
  code: string,
  path?: string,
): void {
  const problem = JSON.parse(response.body);
  assert.deepEqual([response.statusCode, problem.code], [status, code], response.body);
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8');
  if (path !== undefined) assert.equal(problem.errors[0].path, path, response.body);
}
