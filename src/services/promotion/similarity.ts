/** A batch check for carts that are copies of each other. */
import { invalid } from '#kit/web/problem.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Pair, SimilarityBody } from './admin/schemas.ts';

/** Items of all lists of one request together. */
const maxItems = 10_000;
/** Pairs in one answer. */
const maxPairs = 10_000;
/** Pairs that are sorted into the others at once: it takes about a millisecond. */
const sortedTogether = 1_000;

/**
 * The pairs at or above the threshold: how many there are, and the most similar ones. Items count
 * as sets.
 *
 * @throws Refusal VALIDATION_FAILED
 */
export async function findSimilarLists({ lists, threshold }: SimilarityBody) {
  const items = lists.reduce((sum, list) => sum + list.items.length, 0);
  if (items > maxItems) throw invalid('lists', `must hold at most ${maxItems} items in total`);
  const found = new MostSimilar(maxPairs);
  const slice = new TimeSlice();
  const index = new SharedItems();
  for (const { id: b, items } of lists) {
    if (slice.isOver) await slice.next();
    index.add(new Set(items)).forEach((similarity, a) => {
      if (similarity >= threshold) found.add(lists[a]!.id, b, similarity);
    });
  }
  return { threshold, total: found.total, pairs: found.pairs() };
}

/** Counts what a set shares with earlier ones, by an index from items to the sets that hold them. */
class SharedItems {
  readonly #sizes: number[] = [];
  readonly #holders = new Map<string, number[]>();

  /** @returns its similarity with each set that was added before, in their order */
  add(set: ReadonlySet<string>): Float64Array {
    const shared = new Uint32Array(this.#sizes.length);
    for (const item of set) {
      const holders = this.#holders.get(item) ?? [];
      for (const a of holders) shared[a]!++;
      holders.push(this.#sizes.length);
      this.#holders.set(item, holders);
    }
    const similarities = Float64Array.from(this.#sizes, (size, a) => {
      const union = size + set.size - shared[a]!;
      return union === 0 ? 0 : shared[a]! / union;
    });
    this.#sizes.push(set.size);
    return similarities;
  }
}

/** The most similar of many pairs, most similar first; on a tie those that came first. */
export class MostSimilar {
  /** Pairs that were added. */
  total = 0;
  readonly #size: number;
  /** Sorted except for the last `#unsorted`. */
  #best: Pair[] = [];
  #unsorted = 0;
  /** A pair that is not above it has `#size` better ones before it. */
  #floor = -1;

  constructor(size: number) {
    this.#size = size;
  }

  add(a: string, b: string, similarity: number): void {
    this.total++;
    if (similarity <= this.#floor) return;
    this.#best.push({ a, b, similarity });
    if (++this.#unsorted < sortedTogether) return;
    this.#best = this.pairs();
    this.#unsorted = 0;
    this.#floor = this.#best[this.#size - 1]?.similarity ?? -1;
  }

  pairs(): Pair[] {
    return this.#best.toSorted((x, y) => y.similarity - x.similarity).slice(0, this.#size);
  }
}
