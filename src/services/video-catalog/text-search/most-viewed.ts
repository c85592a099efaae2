/**
 * From the most viewed video to the least, the same on every store. Two ways lead there: to walk
 * through the order of views and pass what is not selected, which is short when many videos are; and
 * to gather all that are selected, which is short when few are.
 */
import {
  always,
  type PagePosition,
  type RankedPage,
  type Selection,
} from '../store/video-catalog-store.ts';
import { hasTerms, searchNewestFirst, type VideoIndex } from './newest-first.ts';

/** Most videos that are read at once. */
const portion = 1_000;
/** Videos that are passed for each that is wanted, before a walk may turn out to be long. */
const passedForEach = 16;

export interface Walked extends PagePosition {
  readonly isSelected: boolean;
}

export interface RankedIndex extends VideoIndex<PagePosition> {
  /** The next videos behind a place, whether they are selected or not. */
  walk(selection: Selection, page: RankedPage): Promise<Walked[]>;
}

export async function searchMostViewed(
  index: RankedIndex,
  selection: Selection,
  page: RankedPage,
): Promise<PagePosition[]> {
  // Videos created after an instant are the newest ones: few, and found without a walk.
  const isRecent = selection.created.after !== always.after;
  const found = isRecent ? undefined : await walk(index, selection, page);
  return found ?? gather(index, selection, page);
}

/** Undefined when so few of the first videos are selected that to gather them all takes less. */
async function walk(
  index: RankedIndex,
  selection: Selection,
  { behind, count }: RankedPage,
): Promise<PagePosition[] | undefined> {
  const mayBeLong = hasTerms(selection);
  const all = mayBeLong ? await index.newest() : 0;
  const size = Math.min(portion, mayBeLong ? count * passedForEach : count);
  const found: PagePosition[] = [];
  let passed = 0;
  for (let last = behind; found.length < count;) {
    const walked = await index.walk(selection, { behind: last, count: size });
    for (const { isSelected, n, viewCount } of walked) {
      if (isSelected) found.push({ n, viewCount });
    }
    if (walked.length < size) break;
    last = walked.at(-1)!;
    passed += size;
    // If this share goes on, to walk passes `count / share` videos, and to gather reads `all * share`.
    const share = found.length / passed;
    if (mayBeLong && found.length < count && all * share * share < count) return undefined;
  }
  return found.slice(0, count);
}

async function gather(
  index: RankedIndex,
  selection: Selection,
  { behind, count }: RankedPage,
): Promise<PagePosition[]> {
  let best: PagePosition[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const places = await searchNewestFirst(index, selection, { before, count: portion });
    const candidates = places.filter((place) => byViews(behind, place) < 0);
    best = [...best, ...candidates].sort(byViews).slice(0, count);
    if (places.length < portion) return best;
    before = places.at(-1)!.n;
  }
}

const byViews = (a: PagePosition, b: PagePosition) => b.viewCount - a.viewCount || b.n - a.n;
