/** A batch check for carts that are copies of each other. */

export interface ItemList {
  readonly id: string;
  readonly items: readonly string[];
}

export interface Pair {
  readonly a: string;
  readonly b: string;
  /** Jaccard index: size of the intersection divided by that of the union; 0 for two empty sets. */
  readonly similarity: number;
}

/**
 * The pairs at or above the threshold, most similar first. Items count as sets. Only lists that
 * share an item are compared, found by an index from items to lists; the others are 0.
 *
 * @param threshold 0–1
 */
export function similarPairs(lists: readonly ItemList[], threshold: number): Pair[] {
  const sets = lists.map(({ items }) => new Set(items));
  const holders = new Map<string, number[]>();
  const pairs: Pair[] = [];
  for (const [b, set] of sets.entries()) {
    const shared = new Uint32Array(b);
    for (const item of set) {
      const earlier = holders.get(item) ?? [];
      for (const a of earlier) shared[a]!++;
      earlier.push(b);
      holders.set(item, earlier);
    }
    for (const [a, intersection] of shared.entries()) {
      const union = sets[a]!.size + set.size - intersection;
      const similarity = union === 0 ? 0 : intersection / union;
      if (similarity >= threshold) pairs.push({ a: lists[a]!.id, b: lists[b]!.id, similarity });
    }
  }
  return pairs.sort((x, y) => y.similarity - x.similarity);
}
