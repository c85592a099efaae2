import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import pLimit from 'p-limit';
import {
  everything,
  type NewVideo,
  type Page,
  type PagePosition,
  type Selection,
  type Upload,
  type VideoRecord,
  type VideoStore,
} from '../video-catalog-store.ts';

/** Two replicas on the same state. */
export interface Replicas {
  readonly first: VideoStore;
  readonly second: VideoStore;
  /** The next video gets n + 1, in an empty catalog. */
  readonly skipTo: (n: number) => Promise<void>;
  /** A further replica, as one that begins again. */
  readonly another: () => Promise<VideoStore>;
  /** Closes both and opens the state again. */
  readonly reopen: () => Promise<VideoStore>;
}

export interface Backend {
  readonly name: string;
  readonly skip: string | false;
  readonly open: (t: TestContext) => Promise<Replicas>;
}

export const now = Date.UTC(2026, 0, 1);
export const all: Page = { before: Number.MAX_SAFE_INTEGER, count: 10_001 };
export const top: PagePosition = { viewCount: Number.MAX_SAFE_INTEGER, n: 0 };

export const newVideo = (
  upload: Partial<Upload & Pick<NewVideo, 'details'>> = {},
  createdAt = now,
): NewVideo => ({
  title: '-',
  description: '',
  tags: [],
  details: {},
  ...upload,
  createdAt,
  durationSecs: 77,
});

/** A video without a key is always new. */
export async function create(store: VideoStore, video: NewVideo): Promise<VideoRecord> {
  const created = await store.create(video);
  assert.ok(created.kind === 'new');
  return created.video;
}

export const titled = (store: VideoStore, title: string, at = now) =>
  create(store, newVideo({ title }, at));

export const list = (store: VideoStore, page = all) => store.newest(everything, page);
export const search = (store: VideoStore, query: string, page = all) =>
  store.newest({ ...everything, query }, page);
export const find = (store: VideoStore, selection: Partial<Selection>, page = all) =>
  store.newest({ ...everything, ...selection }, page);
export const rank = (store: VideoStore, selection: Partial<Selection> = {}, behind = top) =>
  store.mostViewed({ ...everything, ...selection }, { behind, count: 10_001 });

export const numbers = (records: readonly { readonly n: number }[]) => records.map(({ n }) => n);
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
export const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** Does something for each, a few at a time: a request of a store has to be answered in time. */
export const forEachOf = <T, R>(items: Iterable<T>, work: (item: T, i: number) => Promise<R>) =>
  pLimit(16).map(items, work);
