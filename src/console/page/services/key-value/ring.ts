/**
 * The arcs of a ring, computed here so that a plan can be drawn before it is done. The formula is that
 * of services/key-value/ring/ring.ts; that the shares agree with the service's is checked where it is
 * drawn.
 */

/** A part of the circle that one node owns. 0 is at the top, 1 is once around. */
export interface Arc {
  readonly from: number;
  readonly to: number;
  readonly node: string;
}

/** A part of the circle that goes from one node to another. */
export interface MovingArc extends Arc {
  readonly former: string;
}

const virtualNodes = 150;
const circle = 2 ** 32;

/** Whether the browser computes hashes: only on https, and on this machine. */
export const canDraw = (globalThis.crypto as Partial<Crypto>).subtle !== undefined;

/** @param names at least one, none twice */
export async function arcsOf(names: readonly string[]): Promise<Arc[]> {
  const sorted = names.toSorted();
  const points = await Promise.all(
    sorted.flatMap((node, owner) =>
      Array.from({ length: virtualNodes }, async (_, i) => ({
        node,
        owner,
        at: await positionOf(`${node}#${i}`),
      })),
    ),
  );
  points.sort((a, b) => a.at - b.at || a.owner - b.owner);
  // What lies after the last virtual node belongs to the first one.
  const ends = [...points, { ...points[0]!, at: 1 }];
  const arcs = ends.map(({ node, at }, i) => ({ from: ends[i - 1]?.at ?? 0, to: at, node }));
  // Of virtual nodes at one position the first has the arc.
  return arcs.filter(({ from, to }) => to > from);
}

export function sharesOf(arcs: readonly Arc[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { node, from, to } of arcs) shares.set(node, (shares.get(node) ?? 0) + to - from);
  return shares;
}

/** What changes its owner between two rings. */
export function movingArcs(before: readonly Arc[], after: readonly Arc[]): MovingArc[] {
  const moving: MovingArc[] = [];
  let from = 0;
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    const [one, other] = [before[i]!, after[j]!];
    const to = Math.min(one.to, other.to);
    if (one.node !== other.node) moving.push({ from, to, node: other.node, former: one.node });
    from = to;
    if (one.to === to) i++;
    if (other.to === to) j++;
  }
  return moving;
}

/** 0 ≤ position < 1 */
async function positionOf(name: string): Promise<number> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return new DataView(hash).getUint32(0) / circle;
}

export const toTurn = (position: number) => position / circle;
