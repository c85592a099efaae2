/**
 * Consistent hashing: which node owns a key. Pure: no store, no clock.
 * Source: Karger et al., Consistent Hashing and Random Trees, STOC 1997.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Virtual nodes of each node. */
export const virtualNodes = 150;

/** Positions go around once: 0 ≤ position < 2³². */
const circle = 2 ** 32;

/** A part of all positions that goes from one node to another. */
export interface Movement {
  readonly from: string;
  readonly to: string;
  /** 0 < share ≤ 1 */
  readonly share: number;
}

export class Ring {
  readonly nodes: readonly string[];
  /** Positions of the virtual nodes, ascending. */
  readonly #positions: Uint32Array;
  /** Index into `nodes` of each virtual node's owner. */
  readonly #owners: Uint16Array;

  /** @param nodes at least one name, none twice; their order changes nothing */
  constructor(nodes: readonly string[]) {
    this.nodes = nodes.toSorted();
    const points = this.nodes.flatMap((name, owner) =>
      Array.from({ length: virtualNodes }, (_, i) => ({ position: positionOf(name, i), owner })),
    );
    points.sort((a, b) => a.position - b.position || a.owner - b.owner);
    this.#positions = Uint32Array.from(points, ({ position }) => position);
    this.#owners = Uint16Array.from(points, ({ owner }) => owner);
  }

  /** The node that owns a key. */
  owner(key: string): string {
    return this.nodes[this.#owners[this.#next(crc32(key))]!]!;
  }

  /** Where a key lies, and the first virtual node clockwise from there. */
  locate(key: string): { position: number; virtualNode: number; node: string } {
    const position = crc32(key);
    const next = this.#next(position);
    const node = this.nodes[this.#owners[next]!]!;
    return { position, virtualNode: this.#positions[next]!, node };
  }

  /** The part of all positions that each node owns; the parts add up to 1. */
  shares(): Map<string, number> {
    const shares = new Map(this.nodes.map((name) => [name, 0]));
    for (const { node, share } of this.#arcs(this.#positions)) {
      shares.set(node, shares.get(node)! + share);
    }
    return shares;
  }

  /**
   * Exactly what would change its owner if `next` came into force.
   *
   * @param moved names under which another node stands in `next`
   */
  movementsTo(next: Ring, moved: ReadonlySet<string> = new Set()): Movement[] {
    const boundaries = Uint32Array.from([...this.#positions, ...next.#positions]).toSorted();
    const before = this.#arcs(boundaries);
    const after = next.#arcs(boundaries);
    const shares = new Map<string, Movement>();
    before.forEach(({ node: from, share }, i) => {
      const to = after[i]!.node;
      if ((from === to && !moved.has(to)) || share === 0) return;
      const id = JSON.stringify([from, to]);
      shares.set(id, { from, to, share: share + (shares.get(id)?.share ?? 0) });
    });
    return [...shares.values()];
  }

  /** The owners of the arcs that end at the boundaries, each with its part of the circle. */
  #arcs(boundaries: Uint32Array): { node: string; share: number }[] {
    return Array.from(boundaries, (end, i) => {
      const start = i === 0 ? boundaries.at(-1)! - circle : boundaries[i - 1]!;
      return { node: this.nodes[this.#owners[this.#next(end)]!]!, share: (end - start) / circle };
    });
  }

  /** Index of the first virtual node at or after a position; after the last comes the first. */
  #next(position: number): number {
    const positions = this.#positions;
    let low = 0;
    let high = positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (positions[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return low === positions.length ? 0 : low;
  }
}

/** CRC-32 of near-equal names lies close together; SHA-256 spreads evenly. */
function positionOf(name: string, i: number): number {
  return createHash('sha256').update(`${name}#${i}`).digest().readUInt32BE(0);
}
