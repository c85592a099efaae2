/** The drivers of one order, best first; sorted only as far as it is read. */
export class Ranking {
  readonly #scores: Float64Array;
  /** A heap of driver indices in front, the drivers read so far behind it, the best one last. */
  readonly #drivers: Uint32Array;
  #heap: number;

  /** @param drivers indices into `scores`; equal scores rank by index. The array is taken over. */
  constructor(scores: Float64Array, drivers: Uint32Array) {
    this.#scores = scores;
    this.#drivers = drivers;
    this.#heap = drivers.length;
    for (let i = (this.#heap >> 1) - 1; i >= 0; i--) sink(scores, drivers, i, this.#heap);
  }

  get length(): number {
    return this.#drivers.length;
  }

  /** The driver at a rank, from 0; undefined past the last one. */
  at(rank: number): number | undefined {
    const drivers = this.#drivers;
    const slot = drivers.length - 1 - rank;
    if (slot < 0) return undefined;
    while (this.#heap > slot) {
      const last = --this.#heap;
      const best = drivers[0]!;
      drivers[0] = drivers[last]!;
      drivers[last] = best;
      sink(this.#scores, drivers, 0, last);
    }
    return drivers[slot]!;
  }
}

/** Lets the entry at `start` sink to its place among the first `size` ones. */
function sink(scores: Float64Array, drivers: Uint32Array, start: number, size: number): void {
  const driver = drivers[start]!;
  const score = scores[driver]!;
  let parent = start;
  for (let child = 2 * parent + 1; child < size; child = 2 * parent + 1) {
    let better = drivers[child]!;
    let best = scores[better]!;
    if (child + 1 < size) {
      const right = drivers[child + 1]!;
      const other = scores[right]!;
      if (other > best || (other === best && right < better)) {
        child++;
        better = right;
        best = other;
      }
    }
    if (best < score || (best === score && driver < better)) break;
    drivers[parent] = better;
    parent = child;
  }
  drivers[parent] = driver;
}
