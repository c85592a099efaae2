/**
 * Exact search from the newest video to the oldest, the same on every store. It stops where it has
 * enough, so its cost depends on the page, not on how many videos match.
 *
 * The newest videos are compared with the selection one by one: a common query or tag finds enough
 * among them. Behind them the index says which videos may match, one era after the other: those that
 * have all terms of the selection, and those whose text has too many to be indexed.
 *
 * A list of all videos, or of those with a status, needs no index: nearly all that are passed match.
 */
import { always, type Page, type Selection } from '../store/video-catalog-store.ts';
import { gramsOfQuery } from './grams.ts';

/** Videos that are compared without the index. */
const comparedNewest = 512;
/** The number of videos in an era, by n. */
export const eraSize = 32_768;

export const eraOf = (n: number): number => Math.floor(n / eraSize);

/** The terms of a text in the index. */
export interface Terms {
  readonly grams: readonly string[];
  readonly tags: readonly string[];
}

/**
 * The index that a search reads. All lists are newest first and contain only videos that are
 * selected.
 */
export interface VideoIndex<T> {
  /** The greatest n so far; 0 when there was no video. */
  newest(): Promise<number>;
  /** All videos created after the instant have this n or a greater one. */
  firstAfter(instant: number): Promise<number>;
  /** Compares the videos with `from` ≤ n < `page.before`. */
  compare(selection: Selection, from: number, page: Page): Promise<T[]>;
  /** Compares the videos of an era that have all the terms, or were not indexed. */
  lookUp(selection: Selection, terms: Terms, era: number, page: Page): Promise<T[]>;
}

export async function searchNewestFirst<T>(
  index: VideoIndex<T>,
  selection: Selection,
  { before, count }: Page,
): Promise<T[]> {
  const { after } = selection.created;
  const oldest = after === always.after ? 1 : await index.firstAfter(after);
  if (!hasTerms(selection)) return index.compare(selection, oldest, { before, count });
  const top = Math.min(before, (await index.newest()) + 1);
  const indexed = Math.max(oldest, top - comparedNewest);
  const found = await index.compare(selection, indexed, { before: top, count });
  const terms = termsOf(selection);
  for (let era = eraOf(indexed - 1); era >= eraOf(oldest) && found.length < count; era--) {
    const rest = { before: indexed, count: count - found.length };
    found.push(...(await index.lookUp(selection, terms, era, rest)));
  }
  return found;
}

/** Whether the index tells which videos may match. */
export const hasTerms = ({ query, tag }: Selection) => query !== '' || tag !== undefined;

const termsOf = ({ query, tag }: Selection): Terms => ({
  grams: query === '' ? [] : gramsOfQuery(query),
  tags: tag === undefined ? [] : [tag],
});
