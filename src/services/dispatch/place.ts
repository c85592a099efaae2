/** Places on the globe: great-circle distance, and the cells in which drivers are looked for. */
import { gridDisk, latLngToCell } from 'h3-js';

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

const halfRadians = Math.PI / 360;
const earthDiameterKm = 2 * 6371.0088;

/** Numbers a place in `Spots`: sine and cosine of half its latitude and longitude, and cos(lat). */
const stride = 5;

/** Places prepared for many distances: no trigonometry but one arcsine is left for each. */
export type Spots = Float64Array;

export function spots(places: readonly Place[]): Spots {
  const prepared = new Float64Array(places.length * stride);
  places.forEach(({ lat, lng }, i) => {
    const [halfLat, halfLng] = [lat * halfRadians, lng * halfRadians];
    const cos = Math.cos(2 * halfLat);
    const values = [Math.sin(halfLat), Math.cos(halfLat), Math.sin(halfLng), Math.cos(halfLng)];
    prepared.set([...values, cos], i * stride);
  });
  return prepared;
}

/**
 * Great-circle distance of the i-th place of `a` and the j-th of `b` by the haversine formula on
 * the mean sphere (IUGG), kilometres. sin((x - y) / 2) comes from the sines and cosines of x / 2
 * and y / 2.
 */
export function distanceKm(a: Spots, i: number, b: Spots, j: number): number {
  const p = i * stride;
  const q = j * stride;
  const north = b[q]! * a[p + 1]! - b[q + 1]! * a[p]!;
  const east = b[q + 2]! * a[p + 3]! - b[q + 3]! * a[p + 2]!;
  const h = north * north + a[p + 4]! * b[q + 4]! * east * east;
  return earthDiameterKm * Math.asin(Math.sqrt(Math.min(1, h)));
}

/**
 * Cells of 250 km² on average. Two rings reach at least twice the length of an edge (never under
 * 6 km here) from any point of the middle cell, so they hold every place within 10 km of it;
 * place.test.ts looks for a counterexample.
 */
const resolution = 5;
const rings = 2;

export function cellOf({ lat, lng }: Place): string {
  return latLngToCell(lat, lng, resolution);
}

/** The 19 cells (fewer at a pentagon) that hold every place within 10 km of any place in `cell`. */
export function cellsAround(cell: string): string[] {
  return gridDisk(cell, rings);
}
