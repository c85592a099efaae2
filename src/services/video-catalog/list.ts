/** Lists and searches: pages of videos, newest first. */
import { TimeSlice } from '#kit/time-slice.ts';
import type { Page, Upload, VideoRecord, VideoStore } from './store/store.ts';
import { fold } from './text-search/fold.ts';
import { toView, videoIds, type VideoView } from './view.ts';

export interface Paging {
  /** At most so many videos in the answer. */
  readonly limit: number;
  /** Id of the last video of the page before. */
  readonly cursor?: string;
}

export interface VideoPage {
  videos: VideoView[];
  /** There when more videos follow. */
  next_cursor?: string;
}

/**
 * All videos.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export function list(store: VideoStore, paging: Paging, now: number): Promise<VideoPage> {
  return readPage((page) => store.list(page), paging, now);
}

/**
 * The videos with `q` in the title, the description or a tag, case aside.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export function search(
  store: VideoStore,
  { q, ...paging }: Paging & { readonly q: string },
  now: number,
): Promise<VideoPage> {
  const query = fold(q);
  return readPage((page) => store.search(query, page), paging, now);
}

/** Videos read from the store at once. */
const portion = 100;
/** A page ends early when its texts together are longer, UTF-16 units. */
const maxPageLength = 16 * 1024 * 1024;

async function readPage(
  read: (page: Page) => Promise<VideoRecord[]>,
  { limit, cursor }: Paging,
  now: number,
): Promise<VideoPage> {
  const videos: VideoView[] = [];
  // The schema lets only ids pass.
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : videoIds.parse(cursor)!;
  let length = 0;
  const slice = new TimeSlice();
  for (;;) {
    if (slice.isOver) await slice.next();
    // One more than the limit tells whether another page follows.
    const count = Math.min(portion, limit + 1 - videos.length);
    const records = await read({ before, count });
    for (const record of records) {
      if (videos.length === limit || length > maxPageLength) {
        return { videos, next_cursor: videos.at(-1)!.id };
      }
      videos.push(toView(record, now));
      length += lengthOf(record);
      before = record.n;
    }
    if (records.length < count) return { videos };
  }
}

const lengthOf = ({ title, description, tags }: Upload): number =>
  tags.reduce((sum, tag) => sum + tag.length, title.length + description.length);
