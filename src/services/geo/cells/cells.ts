/** Hexagons (H3, https://h3geo.org): which of them a hub lists, and which a change can touch. */
import { cellToChildren, cellToLatLng, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { covers, narrowed, type Coverage } from '../coverage/coverage.ts';
import { boxesAround, distanceKm, type Area, type LatLng } from './geometry.ts';

/** Resolution of the cells that lookups are answered by. */
const resolution = 9;
/** Cached cells are dropped by their parents of this resolution, about 250 km² each. */
const parentResolution = 5;
/** A step on the way from parents to cells, so that most of a parent does not have to be unfolded. */
const middleResolution = 7;

// Bounds of H3's own geometry, measured over the globe and the twelve pentagons, with a margin;
// cells.test.ts holds them against random points.

/** No point of a cell is farther from its centre (measured 0.222 km). */
export const cellReachKm = 0.25;
/** No cell's centre is farther from that of its parent at resolution 7 (measured 1.39 km). */
const middleReachKm = 1.6;
/** No cell's centre is farther from that of its parent at resolution 5 (measured 11.1 km). */
const parentReachKm = 12.5;
/** Each ring of parents around a point reaches at least this much farther (measured 10.5 km). */
const ringKm = 10;

export const cellOf = ({ lat, lng }: LatLng): string => latLngToCell(lat, lng, resolution);

export const parentOf = (cell: string): string => cellToParent(cell, parentResolution);

export function centreOf(cell: string): LatLng {
  const [lat, lng] = cellToLatLng(cell);
  return { lat, lng };
}

/** A circle, and what of it is served when that is not all. */
interface Reach extends Area {
  readonly coverage?: Coverage;
}

/** Whether the point lies in what the hub serves: within the radius, and in its area if it has one. */
export const reaches = (hub: Reach, point: LatLng): boolean =>
  distanceKm(point, hub) <= hub.radiusKm &&
  (hub.coverage === undefined || covers(hub.coverage, point));

/**
 * Whether a hub lists a cell: it reaches the cell's centre, or lies in the cell.
 *
 * @param centre of the cell
 */
export function lists(hub: Reach, cell: string, centre: LatLng): boolean {
  return reaches(hub, centre) || cellOf(hub) === cell;
}

/**
 * The hub with what of its coverage decides about points near this one; undefined when its coverage
 * has no point there.
 */
export function narrowedHub<H extends Reach>(
  hub: H,
  point: LatLng,
  reachKm: number,
): H | undefined {
  if (hub.coverage === undefined) return hub;
  const [{ minLat, maxLat }] = boxesAround({ ...point, radiusKm: reachKm });
  const coverage = narrowed(hub.coverage, minLat, maxLat);
  return coverage && { ...hub, coverage };
}

/**
 * The parents of all cells with a point in the area, and of some more around it: wherever a hub
 * with this area can stand in a cached cell.
 */
export function parentsAround(area: Area): string[] {
  return coarseCells(area, area.radiusKm + cellReachKm + parentReachKm);
}

/** All cells that a hub lists: at 50 km some 80,000, which takes more than one slice. */
export async function hexagonsOf(hub: Reach): Promise<string[]> {
  const own = cellOf(hub);
  const slice = new TimeSlice();
  const hexagons: string[] = [];
  for (const parent of coarseCells(hub, hub.radiusKm + parentReachKm)) {
    for (const middle of cellToChildren(parent, middleResolution)) {
      if (slice.isOver) await slice.next();
      const centre = centreOf(middle);
      if (distanceKm(centre, hub) > hub.radiusKm + middleReachKm) continue;
      const part = narrowedHub(hub, centre, middleReachKm);
      for (const cell of cellToChildren(middle, resolution)) {
        const within = part !== undefined && reaches(part, centreOf(cell));
        if (within || cell === own) hexagons.push(cell);
      }
    }
  }
  return hexagons;
}

/** The cells of resolution 5 whose centre is at most this far from the point. */
function coarseCells(point: LatLng, withinKm: number): string[] {
  const middle = latLngToCell(point.lat, point.lng, parentResolution);
  const disk = gridDisk(middle, Math.ceil(withinKm / ringKm));
  return disk.filter((cell) => distanceKm(centreOf(cell), point) <= withinKm);
}
