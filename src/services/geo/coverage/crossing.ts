/** Where a ring crosses or touches itself. */
import { orient2d } from 'robust-predicates';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { areEqual, type Position, type Ring } from './coverage.ts';

interface Edge {
  readonly from: Position;
  readonly to: Position;
  /** Index of `from` in the ring, and of the edge among those that have a length. */
  readonly point: number;
  readonly index: number;
  readonly west: number;
  readonly east: number;
}

/**
 * The points from which two edges start that meet elsewhere than in the point that they share.
 * Edges are compared in the order of their western ends, as long as they overlap in longitude.
 */
export async function findCrossing(ring: Ring): Promise<[number, number] | undefined> {
  const slice = new TimeSlice();
  const edges = edgesOf(ring);
  if (edges.length < 3) return [0, 1];
  const open: Edge[] = [];
  for (const edge of edges.toSorted((a, b) => a.west - b.west)) {
    if (slice.isOver) await slice.next();
    let kept = 0;
    for (const other of open) {
      if (other.east < edge.west) continue;
      open[kept++] = other;
      if (meet(edge, other, edges.length)) {
        return [Math.min(edge.point, other.point), Math.max(edge.point, other.point)];
      }
    }
    open.length = kept;
    open.push(edge);
  }
  return undefined;
}

/** A point that is given twice in a row makes no edge. */
function edgesOf(ring: Ring): Edge[] {
  const edges: Edge[] = [];
  for (let point = 0; point < ring.length - 1; point++) {
    const [from, to] = [ring[point]!, ring[point + 1]!];
    if (areEqual(from, to)) continue;
    const [west, east] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]];
    edges.push({ from, to, point, index: edges.length, west, east });
  }
  return edges;
}

/** Whether two edges have a point in common beyond the one that neighbours share. */
function meet(a: Edge, b: Edge, count: number): boolean {
  const [first, second] = (a.index + 1) % count === b.index ? [a, b] : [b, a];
  if ((first.index + 1) % count === second.index) return foldsBack(first.from, first.to, second.to);
  if (Math.max(a.from[1], a.to[1]) < Math.min(b.from[1], b.to[1])) return false;
  if (Math.max(b.from[1], b.to[1]) < Math.min(a.from[1], a.to[1])) return false;
  const sideOf = (edge: Edge, [x, y]: Position) =>
    Math.sign(orient2d(edge.from[0], edge.from[1], edge.to[0], edge.to[1], x, y));
  // Their boxes overlap, so that edges on one line meet as well.
  return sideOf(a, b.from) * sideOf(a, b.to) <= 0 && sideOf(b, a.from) * sideOf(b, a.to) <= 0;
}

/** Whether the way from the corner goes back over the way to it. */
function foldsBack(from: Position, corner: Position, to: Position): boolean {
  if (orient2d(from[0], from[1], corner[0], corner[1], to[0], to[1]) !== 0) return false;
  const [x, y] = [Math.sign(corner[0] - from[0]), Math.sign(corner[1] - from[1])];
  return Math.sign(to[0] - corner[0]) === -x && Math.sign(to[1] - corner[1]) === -y;
}
