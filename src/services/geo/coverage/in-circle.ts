/** Whether an area and a circle have a point in common. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { boxesAround, distanceKm, type Area, type Box } from '../cells/geometry.ts';
import { covers, polygonsOf, sideOf, type Coverage, type Position, type Ring } from './coverage.ts';

/** A part of an edge. */
type Part = readonly [from: Position, to: Position];

/**
 * Whether a point of the area lies in the circle. The circle is in one piece, so if the area holds
 * some of it but not its centre, the circle holds a point of the area's boundary.
 */
export async function hasPointIn(circle: Area, coverage: Coverage): Promise<boolean> {
  if (covers(coverage, circle)) return true;
  const slice = new TimeSlice();
  const boxes = boxesAround(circle);
  for (const rings of polygonsOf(coverage)) {
    for (const ring of rings) {
      for (const [i, to] of ring.entries()) {
        if (slice.isOver) await slice.next();
        const edge: Part = [ring[Math.max(0, i - 1)]!, to];
        for (const part of boxes.flatMap((box) => partsIn(box, edge))) {
          const within = partInCircle(part, circle);
          if (within && isOfPolygon(within, ring, rings)) return true;
        }
      }
    }
  }
  return false;
}

const at = ([from, to]: Part, share: number): Position => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];

/** The edge within the box, in parts of a degree of longitude at most: around a pole edges bend. */
function partsIn({ minLat, maxLat, minLng, maxLng }: Box, edge: Part): Part[] {
  const bounds = [
    [minLng, maxLng],
    [minLat, maxLat],
  ] as const;
  let [first, last] = [0, 1];
  for (const [axis, [min, max]] of bounds.entries()) {
    const [from, to] = [edge[0][axis]!, edge[1][axis]!];
    if (Math.max(from, to) < min || Math.min(from, to) > max) return [];
    if (from === to) continue;
    const shares = [(min - from) / (to - from), (max - from) / (to - from)] as const;
    first = Math.max(first, Math.min(...shares));
    last = Math.min(last, Math.max(...shares));
  }
  if (first > last) return [];
  const [start, end] = [at(edge, first), at(edge, last)];
  const count = Math.max(1, Math.ceil(Math.abs(end[0] - start[0])));
  return Array.from({ length: count }, (_, i): Part => [
    at([start, end], i / count),
    at([start, end], (i + 1) / count),
  ]);
}

/** Halvings until a share of a degree is below a micrometre. */
const precision = 40;

/** The share of a short part that lies in the circle. Along it the distance falls, then rises. */
function partInCircle(part: Part, circle: Area): Part | undefined {
  const distance = (share: number) => {
    const [lng, lat] = at(part, share);
    return distanceKm(circle, { lat, lng });
  };
  let [low, high] = [0, 1];
  for (let i = 0; i < 2 * precision; i++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (distance(left) <= distance(right)) high = right;
    else low = left;
  }
  const nearest = [0, low, 1].reduce((a, b) => (distance(b) < distance(a) ? b : a));
  if (distance(nearest) > circle.radiusKm) return undefined;
  /** The last share in the circle on the way to one end. */
  const last = (end: number) => {
    if (distance(end) <= circle.radiusKm) return end;
    let [within, beyond] = [nearest, end];
    for (let i = 0; i < precision; i++) {
      const middle = (within + beyond) / 2;
      if (distance(middle) <= circle.radiusKm) within = middle;
      else beyond = middle;
    }
    return within;
  };
  return [at(part, last(0)), at(part, last(1))];
}

/**
 * Whether some of a part of one ring belongs to the polygon: holes may overlap, and reach beyond.
 * Between two crossings with other rings all of it does, or none.
 */
function isOfPolygon(part: Part, ring: Ring, rings: readonly Position[][]): boolean {
  const others = rings.filter((other) => other !== ring);
  const crossings = others.flatMap((other) =>
    other.slice(1).flatMap((to, i) => crossing(part, [other[i]!, to])),
  );
  const shares = [0, ...crossings, 1].toSorted((a, b) => a - b);
  const [outer, ...holes] = rings;
  return shares.slice(1).some((share, i) => {
    const [lng, lat] = at(part, (shares[i]! + share) / 2);
    const side = (one: Position[]) => sideOf(one, { lat, lng });
    if (ring !== outer && side(outer!) === false) return false;
    return holes.every((hole) => hole === ring || side(hole) !== true);
  });
}

/** Where a part crosses an edge, as a share of its length; none where they are parallel. */
function crossing([from, to]: Part, [start, end]: Part): number[] {
  const way = [to[0] - from[0], to[1] - from[1]] as const;
  const edge = [end[0] - start[0], end[1] - start[1]] as const;
  const gap = [start[0] - from[0], start[1] - from[1]] as const;
  const turn = way[0] * edge[1] - way[1] * edge[0];
  const share = (gap[0] * edge[1] - gap[1] * edge[0]) / turn;
  const onEdge = (gap[0] * way[1] - gap[1] * way[0]) / turn;
  return share > 0 && share < 1 && onEdge >= 0 && onEdge <= 1 ? [share] : [];
}
