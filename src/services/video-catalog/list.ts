/** Lists and searches: pages of videos, newest first, read while they are sent. */
import type { Portions } from '#kit/web/json-stream.ts';
import type { Page, VideoRecord, VideoStore } from './store/store.ts';
import { fold } from './text-search/fold.ts';
import { toView, videoIds, type VideoView } from './view.ts';

export interface Paging {
  /** At most so many videos in the answer. */
  readonly limit: number;
  /** Id of the last video of the page before. */
  readonly cursor?: string;
}

/**
 * All videos. It returns the `next_cursor`, when more videos follow.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export function list(store: VideoStore, paging: Paging, now: number): Portions<VideoView> {
  return readPage((page) => store.list(page), paging, now);
}

/**
 * The videos with `q` in the title, the description or a tag, case aside; as `list`.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export function search(
  store: VideoStore,
  { q, ...paging }: Paging & { readonly q: string },
  now: number,
): Portions<VideoView> {
  const query = fold(q);
  return readPage((page) => store.search(query, page), paging, now);
}

/** Videos read from the store at once: texts may be long, and a client may stop reading. */
const portion = 50;

async function* readPage(
  read: (page: Page) => Promise<VideoRecord[]>,
  { limit, cursor }: Paging,
  now: number,
): AsyncGenerator<VideoView[], object | void> {
  // The schema lets only ids pass.
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : videoIds.parse(cursor)!;
  for (let left = limit; ;) {
    // One more than the limit tells whether another page follows.
    const count = Math.min(portion, left + 1);
    const records = await read({ before, count });
    const shown = records.slice(0, left);
    before = shown.at(-1)?.n ?? before;
    left -= shown.length;
    yield shown.map((record) => toView(record, now));
    if (shown.length < records.length) return { next_cursor: videoIds.format(before) };
    if (records.length < count) return;
  }
}
