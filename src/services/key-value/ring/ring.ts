/**
 * Consistent hashing: which node owns a key. Pure: no store, no clock.
 * Source: Karger et al., Consistent Hashing and Random Trees, STOC 1997.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TimeSlice } from '#kit/base/time-slice.ts';

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

  /**
   * Computes a ring in slices of time: 256 nodes have 38,400 virtual ones to hash.
   *
   * @param nodes at least one name, none twice; their order changes nothing
   */
  static async of(nodes: readonly string[]): Promise<Ring> {
    const sorted = nodes.toSorted();
    // A position with its owner in one number: numbers are sorted fast.
    const points = new Float64Array(sorted.length * virtualNodes);
    const slice = new TimeSlice();
    for (const [owner, name] of sorted.entries()) {
      if (slice.isOver) await slice.next();
      for (let i = 0; i < virtualNodes; i++) {
        points[owner * virtualNodes + i] = positionOf(name, i) * sorted.length + owner;
      }
    }
    if (slice.isOver) await slice.next();
    points.sort();
    if (slice.isOver) await slice.next();
    return new Ring(sorted, points);
  }

  /** @param points position × number of nodes + owner, ascending */
  private constructor(nodes: readonly string[], points: Float64Array) {
    this.nodes = nodes;
    this.#positions = new Uint32Array(points.length);
    this.#owners = new Uint16Array(points.length);
    for (let i = 0; i < points.length; i++) {
      const position = Math.floor(points[i]! / nodes.length);
      this.#positions[i] = position;
      this.#owners[i] = points[i]! - position * nodes.length;
    }
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
    const shares = new Float64Array(this.nodes.length);
    let start = this.#positions.at(-1)! - circle;
    this.#positions.forEach((end, i) => {
      shares[this.#owners[i]!]! += (end - start) / circle;
      start = end;
    });
    return new Map(this.nodes.map((name, i) => [name, shares[i]!]));
  }

  /**
   * Exactly what would change its owner if `next` came into force, in the order of the names.
   * Computed in slices of time: between 256 nodes and 256 others it is some 45,000 movements.
   *
   * @param moved names under which another node stands in `next`
   */
  async movementsTo(next: Ring, moved: ReadonlySet<string> = new Set()): Promise<Movement[]> {
    const slice = new TimeSlice();
    const shares = await this.#sharesIn(next, slice);
    const movements: Movement[] = [];
    for (const [i, from] of this.nodes.entries()) {
      if (slice.isOver) await slice.next();
      for (const [j, to] of next.nodes.entries()) {
        const share = shares[i * next.nodes.length + j]!;
        if (share > 0 && (from !== to || moved.has(to))) movements.push({ from, to, share });
      }
    }
    return movements;
  }

  /** A row for each node: what each node of `next` would own of its part. */
  async #sharesIn(next: Ring, slice: TimeSlice): Promise<Float64Array> {
    const shares = new Float64Array(this.nodes.length * next.nodes.length);
    const [before, after] = [this.#positions, next.#positions];
    let start = Math.max(before.at(-1)!, after.at(-1)!) - circle;
    // Goes around both rings at once: an arc ends at the next virtual node of either.
    for (let i = 0, j = 0; i < before.length || j < after.length;) {
      if (slice.isOver) await slice.next();
      const end = Math.min(before[i] ?? circle, after[j] ?? circle);
      const from = this.#owners[i] ?? this.#owners[0]!;
      const to = next.#owners[j] ?? next.#owners[0]!;
      shares[from * next.nodes.length + to]! += (end - start) / circle;
      start = end;
      while (before[i] === end) i++;
      while (after[j] === end) j++;
    }
    return shares;
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
  return hash('sha256', `${name}#${i}`, 'buffer').readUInt32BE(0);
}
