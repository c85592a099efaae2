/** Uploading, watching, listing and searching. */
import { refuse } from './errors.ts';
import { fold } from './fold.ts';
import { numberOf, videoId } from './ids.ts';
import { isOverdue, readAsOf, statusOf, uploadTime, type Pipeline, type Status } from './life.ts';
import type { Page, Upload, VideoRecord } from './store.ts';

/** A video as clients see it. */
export interface VideoView {
  id: string;
  title: string;
  description: string;
  tags: string[];
  status: Status;
  /** 0 until the video is ready. */
  duration_secs: number;
  view_count: number;
  uploaded_at: number;
}

export async function upload({ store }: Pipeline, video: Upload, now: number): Promise<VideoView> {
  return viewOf(await store.create(video, now, now + uploadTime), now);
}

/**
 * Counts a view and yields the video with it.
 *
 * @throws Refusal VIDEO_NOT_FOUND
 */
export async function watch(pipeline: Pipeline, id: string, now: number): Promise<VideoView> {
  const n = numberOf(id);
  const counted = n === undefined ? undefined : await pipeline.store.view(n);
  if (counted === undefined) throw refuse.VIDEO_NOT_FOUND();
  if (!isOverdue(counted, now)) return viewOf(counted, now);
  const alone = { before: counted.n + 1, count: 1 };
  const [finished] = await readAsOf(pipeline, now, () => pipeline.store.list(alone));
  return viewOf({ ...finished!, viewCount: counted.viewCount }, now);
}

export interface Paging {
  /** Most videos in the answer. */
  readonly limit: number;
  /** Id of the last video of the page before. */
  readonly cursor?: string;
}

export interface Listed {
  videos: VideoView[];
  next_cursor?: string;
}

export function list(pipeline: Pipeline, paging: Paging, now: number): Promise<Listed> {
  return page(pipeline, paging, now, (part) => pipeline.store.list(part));
}

/** Finds the videos with `q` in the title, the description or a tag, case aside. */
export function search(
  pipeline: Pipeline,
  { q, ...paging }: Paging & { readonly q: string },
  now: number,
): Promise<Listed> {
  return page(pipeline, paging, now, (part) => pipeline.store.search(fold(q), part));
}

async function page(
  pipeline: Pipeline,
  { limit, cursor }: Paging,
  now: number,
  read: (page: Page) => Promise<VideoRecord[]>,
): Promise<Listed> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberOf(cursor)!;
  // One more tells whether another page follows.
  const part = { before, count: limit + 1 };
  const records = await readAsOf(pipeline, now, () => read(part));
  const videos = records.slice(0, limit).map((record) => viewOf(record, now));
  return records.length > limit ? { videos, next_cursor: videos.at(-1)!.id } : { videos };
}

function viewOf(record: VideoRecord, now: number): VideoView {
  const { n, title, description, tags, durationSecs, viewCount, uploadedAt } = record;
  return {
    id: videoId(n),
    title,
    description,
    tags: [...tags],
    status: statusOf(record, now),
    duration_secs: durationSecs ?? 0,
    view_count: viewCount,
    uploaded_at: uploadedAt,
  };
}
