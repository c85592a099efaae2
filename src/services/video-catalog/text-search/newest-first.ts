/**
 * Exact search from the newest video to the oldest, the same on every store. It stops where it has
 * enough, so its cost depends on the page, not on how many videos match.
 *
 * The newest videos are compared with the query one by one: a common query finds enough among
 * them. Behind them the index says which videos may match, one era after the other: those that
 * have all grams of the query, and those whose text has too many grams to be indexed.
 */
import type { Page, VideoRecord } from '../store/store.ts';
import { gramsOfQuery } from './grams.ts';

/** Videos that are compared without the index. */
const comparedNewest = 512;
/** An era is so many videos, by n. */
export const eraSize = 32_768;

export const eraOf = (n: number): number => Math.floor(n / eraSize);

/** What a search reads. All lists are newest first and contain only videos that match. */
export interface VideoIndex {
  /** The greatest n; 0 when there is no video. */
  newest(): Promise<number>;
  /** Compares the videos with `from` ≤ n < `page.before`. */
  compare(query: string, from: number, page: Page): Promise<VideoRecord[]>;
  /** Compares the videos of an era that have all the grams, or were not indexed. */
  lookUp(query: string, grams: readonly string[], era: number, page: Page): Promise<VideoRecord[]>;
}

/** @param query folded, not empty */
export async function searchNewestFirst(
  index: VideoIndex,
  query: string,
  { before, count }: Page,
): Promise<VideoRecord[]> {
  const top = Math.min(before, (await index.newest()) + 1);
  const indexed = Math.max(1, top - comparedNewest);
  const found = await index.compare(query, indexed, { before: top, count });
  const grams = gramsOfQuery(query);
  for (let era = eraOf(indexed - 1); era >= 0 && found.length < count; era--) {
    const rest = { before: indexed, count: count - found.length };
    found.push(...(await index.lookUp(query, grams, era, rest)));
  }
  return found;
}
