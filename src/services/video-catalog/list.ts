/** Lists and searches: pages of videos, read while they are sent. */
import type { Portions } from '#kit/web/json/stream.ts';
import { invalid } from '#kit/web/problem.ts';
import { createdWith, type Status } from './life.ts';
import {
  always,
  type PagePosition,
  type Selection,
  type VideoStore,
} from './store/video-catalog-store.ts';
import { fold } from './text-search/fold.ts';
import { toView, videoIds, type VideoView } from './view.ts';

export interface ListQuery {
  /** Part of the title, the description or a tag, case aside. */
  readonly q?: string;
  /** One of the tags, exactly. */
  readonly tag?: string;
  /** The present status. */
  readonly status?: Status;
  readonly sort: 'newest' | 'views';
  /** The most videos in the answer. */
  readonly limit: number;
  /** The `next_cursor` of the page before. */
  readonly cursor?: string;
}

/** The pattern of a cursor of a list by views: the views and the id of the last video. */
const placePattern = `^([0-9]{1,15})-(${videoIds.pattern.slice(1, -1)})$`;

/** The pattern of any cursor, for schemas. */
export const cursorPattern = `${videoIds.pattern}|${placePattern}`;

/**
 * The videos that fit the query. It returns the `next_cursor`, when more videos follow.
 *
 * @throws Refusal VALIDATION_FAILED for the cursor of a list in another order, STORE_UNAVAILABLE
 */
export function list(store: VideoStore, query: ListQuery, now: number): Portions<VideoView> {
  const { q, tag, status, sort, limit, cursor } = query;
  const created = status === undefined ? always : createdWith(status, now);
  const selection = { query: q === undefined ? '' : fold(q), tag, created };
  if (sort === 'views') return mostViewed(store, selection, limit, placeOf(cursor), now);
  return newest(store, selection, limit, numberOf(cursor), now);
}

function numberOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  return videoIds.parse(cursor) ?? refuseCursor();
}

function placeOf(cursor: string | undefined): PagePosition {
  if (cursor === undefined) return { viewCount: Number.MAX_SAFE_INTEGER, n: 0 };
  const [, views, id = ''] = new RegExp(placePattern).exec(cursor) ?? [];
  return { viewCount: Number(views), n: videoIds.parse(id) ?? refuseCursor() };
}

function refuseCursor(): never {
  throw invalid('cursor', 'must be the next_cursor of a page with the same sort');
}

/** Videos read from the store at once: texts may be long, and a client may stop reading. */
const portion = 50;

async function* newest(
  store: VideoStore,
  selection: Selection,
  limit: number,
  start: number,
  now: number,
): AsyncGenerator<VideoView[], object | void> {
  let before = start;
  for (let left = limit; ;) {
    // One more than the limit tells whether another page follows.
    const count = Math.min(portion, left + 1);
    const records = await store.newest(selection, { before, count });
    const shown = records.slice(0, left);
    before = shown.at(-1)?.n ?? before;
    left -= shown.length;
    yield shown.map((record) => toView(record, now));
    if (shown.length < records.length) return { next_cursor: videoIds.format(before) };
    if (records.length < count) return;
  }
}

/** The order is read first, and shown as it was then: views may come while the list is sent. */
async function* mostViewed(
  store: VideoStore,
  selection: Selection,
  limit: number,
  behind: PagePosition,
  now: number,
): AsyncGenerator<VideoView[], object | void> {
  const places = await store.mostViewed(selection, { behind, count: limit + 1 });
  const shown = places.slice(0, limit);
  for (let from = 0; from < shown.length; from += portion) {
    const part = shown.slice(from, from + portion);
    const read = await store.read(
      part.map(({ n }) => n),
      selection,
    );
    const records = new Map(read.map((record) => [record.n, record]));
    // A video that was deleted in the meantime, or has other texts now, is left out.
    yield part.flatMap(({ n, viewCount }) => {
      const record = records.get(n);
      return record === undefined ? [] : [toView({ ...record, viewCount }, now)];
    });
  }
  const last = shown.at(-1);
  if (last === undefined || places.length === shown.length) return;
  return { next_cursor: `${last.viewCount}-${videoIds.format(last.n)}` };
}
