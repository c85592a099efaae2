/**
 * The index terms of a text are its runs of one, two and three characters. A text that contains a
 * query has all the terms of the query. A text with these runs in other places has them too, so
 * a search compares the texts that the index finds.
 */
import { TimeSlice } from '#kit/base/time-slice.ts';

const longestRun = 3;
/** A text with more runs is not indexed: that would hold up all others, 2 µs for each run. */
const maxGrams = 6_000;
/** Characters between two looks at the clock. */
const portion = 1_024;
/** Runs that are looked up for one query: more of them cost more than they exclude. */
const maxLookedUp = 8;

/**
 * All runs of one to three characters (code points), each once; undefined when there are too many.
 * Prose of 64 KiB in Latin has fewer.
 */
export async function gramsOf(text: string): Promise<string[] | undefined> {
  const grams = new Set<string>();
  const slice = new TimeSlice();
  let [beforeLast, last] = ['', ''];
  let seen = 0;
  for (const character of text) {
    if (seen++ % portion === 0 && slice.isOver) await slice.next();
    grams.add(character);
    if (last !== '') grams.add(last + character);
    if (beforeLast !== '') grams.add(beforeLast + last + character);
    [beforeLast, last] = [last, character];
    if (grams.size > maxGrams) return undefined;
  }
  return [...grams];
}

/**
 * The longest runs in a query, or some from all over it: every text with this query in it has them.
 *
 * @param query folded, not empty
 */
export function gramsOfQuery(query: string): string[] {
  const characters = Array.from(query);
  const length = Math.min(longestRun, characters.length);
  const last = characters.length - length;
  const count = Math.min(last + 1, maxLookedUp);
  const grams = Array.from({ length: count }, (_, i) => {
    const from = count === 1 ? 0 : Math.round((i * last) / (count - 1));
    return characters.slice(from, from + length).join('');
  });
  return [...new Set(grams)];
}
