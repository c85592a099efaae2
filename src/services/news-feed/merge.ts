import TinyQueue from 'tinyqueue';

/** Yields up to some of the numbers below `before`, descending; none when there are none. */
export type Source = (before: number) => readonly number[];

interface Head {
  readonly source: Source;
  readonly portion: readonly number[];
  readonly position: number;
}

/**
 * The `count` largest numbers of all sources, descending: a k-way merge that reads of each source
 * only the portions that it needs. The sources have no number in common.
 */
export function largest(sources: readonly Source[], below: number, count: number): number[] {
  const heads = sources
    .map((source) => ({ source, portion: source(below), position: 0 }))
    .filter(({ portion }) => portion.length > 0);
  const queue = new TinyQueue<Head>(heads, (a, b) => numberAt(b) - numberAt(a));
  const merged: number[] = [];
  while (merged.length < count) {
    const head = queue.pop();
    if (head === undefined) break;
    const number = numberAt(head);
    merged.push(number);
    if (merged.length === count) break;
    const next = advance(head, number);
    if (next) queue.push(next);
  }
  return merged;
}

const numberAt = ({ portion, position }: Head) => portion[position]!;

function advance({ source, portion, position }: Head, taken: number): Head | undefined {
  if (position + 1 < portion.length) return { source, portion, position: position + 1 };
  const next = source(taken);
  return next.length > 0 ? { source, portion: next, position: 0 } : undefined;
}
