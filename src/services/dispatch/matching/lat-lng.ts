/** Points on the globe: the distance between two, and the cells in which drivers are searched. */
import { gridDisk, latLngToCell } from 'h3-js';

/** Degrees. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

const radians = Math.PI / 180;
const earthDiameterKm = 2 * 6371.0088;

/** Great-circle distance by the haversine formula on the mean sphere (IUGG), kilometres. */
export function distanceKm(a: LatLng, b: LatLng): number {
  const north = Math.sin(((b.lat - a.lat) * radians) / 2);
  const east = Math.sin(((b.lng - a.lng) * radians) / 2);
  const h = north * north + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * east * east;
  return earthDiameterKm * Math.asin(Math.sqrt(Math.min(1, h)));
}

/**
 * Cells of 250 km² on average. Two rings around a cell reach at least twice the length of an edge
 * (never under 6 km here) from any point of it, so they hold every point within 10 km of it;
 * lat-lng.test.ts looks for a counterexample.
 */
const resolution = 5;
const rings = 2;

export function cellOf({ lat, lng }: LatLng): string {
  return latLngToCell(lat, lng, resolution);
}

/** The 19 cells (fewer at a pentagon) that hold every point within 10 km of any point in `cell`. */
export function cellsAround(cell: string): string[] {
  return gridDisk(cell, rings);
}
