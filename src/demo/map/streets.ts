/** The streets of the town: a grid with a lake in it, the ways along it, and who moves on it. */
import pointInPolygon from 'point-in-polygon-hao';

export interface MapPoint {
  readonly lat: number;
  readonly lng: number;
}

/** Where two streets cross: the column from the west and the row from the south, from 0. */
export interface Corner {
  readonly column: number;
  readonly row: number;
}

/** Longitude, latitude; the last point is the first one, as in GeoJSON. */
export type Ring = readonly (readonly [number, number])[];

/** Degrees; a block is as wide as it is high, since the town lies at the equator. */
const [west, south, block] = [103.81, 1.27, 0.0025];
const [columns, rows] = [37, 33];

/** From one corner to the next. */
export const blockKm = 0.278;

/** Nobody lives there, no street crosses it, and no hub serves it. */
export const lake: Ring = [
  [103.8412, 1.3381],
  [103.8466, 1.3369],
  [103.8513, 1.3394],
  [103.8531, 1.3441],
  [103.8489, 1.3469],
  [103.8437, 1.3456],
  [103.8402, 1.3424],
  [103.8412, 1.3381],
];

/** Where a boat may be. */
export const onTheLake: MapPoint = { lat: 1.342, lng: 103.8465 };

export const within = ({ lat, lng }: MapPoint, ring: Ring): boolean =>
  pointInPolygon([lng, lat], [ring as [number, number][]]) !== false;

export const placeOf = ({ column, row }: Corner): MapPoint => ({
  // Without the rounding, floating point would show in every answer.
  lat: Number((south + row * block).toFixed(6)),
  lng: Number((west + column * block).toFixed(6)),
});

export const allCorners: readonly Corner[] = Array.from({ length: columns * rows }, (_, i) => ({
  column: i % columns,
  row: Math.floor(i / columns),
})).filter((corner) => !within(placeOf(corner), lake));

const nameOf = ({ column, row }: Corner) => row * columns + column;
const open = new Map(allCorners.map((corner) => [nameOf(corner), corner]));

/** The corner at these degrees, or the nearest one that the lake does not cover. */
export function cornerAt({ lat, lng }: MapPoint): Corner {
  const away = (corner: Corner) => {
    const place = placeOf(corner);
    return Math.hypot(place.lat - lat, place.lng - lng);
  };
  return allCorners.reduce((best, corner) => (away(corner) < away(best) ? corner : best));
}

/** A shortest way along the streets, both ends included. The same two ends have the same way. */
export function wayBetween(from: Corner, to: Corner): readonly Corner[] {
  const goal = nameOf(to);
  const cameFrom = new Map<number, Corner | undefined>([[nameOf(from), undefined]]);
  const queue = [from];
  for (const corner of queue) {
    if (nameOf(corner) === goal) break;
    for (const next of neighbours(corner)) {
      if (cameFrom.has(nameOf(next))) continue;
      cameFrom.set(nameOf(next), corner);
      queue.push(next);
    }
  }
  const way = [];
  for (let at: Corner | undefined = open.get(goal); at; at = cameFrom.get(nameOf(at)))
    way.unshift(at);
  return way;
}

/** Along the street that has been followed first, so that ways have few turns. */
function neighbours({ column, row }: Corner): Corner[] {
  const around = [
    { column: column + 1, row },
    { column: column - 1, row },
    { column, row: row + 1 },
    { column, row: row - 1 },
  ];
  return around.filter(
    (corner) => corner.column >= 0 && corner.column < columns && open.has(nameOf(corner)),
  );
}

export const lengthKm = (way: readonly Corner[]): number => Math.max(0, way.length - 1) * blockKm;

/** Where one is who has gone so far along the way; at its end, beyond that. */
export function placeAlong(way: readonly Corner[], km: number): MapPoint {
  const blocks = Math.min(Math.max(0, km / blockKm), way.length - 1);
  const last = Math.floor(blocks);
  const from = placeOf(way[last]!);
  const to = placeOf(way[Math.min(last + 1, way.length - 1)]!);
  const part = blocks - last;
  return {
    lat: Number((from.lat + (to.lat - from.lat) * part).toFixed(6)),
    lng: Number((from.lng + (to.lng - from.lng) * part).toFixed(6)),
  };
}
