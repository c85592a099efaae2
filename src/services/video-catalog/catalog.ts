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

export async function upload(
  { store }: Pipeline,
  { title, description, tags }: Upload,
  now: number,
): Promise<VideoView> {
  // A body may have further members, which are nobody's business.
  return viewOf(await store.create({ title, description, tags }, now, now + uploadTime), now);
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

/** Videos read at once. */
const portion = 500;
/** A page ends early when its texts are as long as this together, UTF-16 units. */
const longestPage = 16 * 1024 * 1024;

async function page(
  pipeline: Pipeline,
  { limit, cursor }: Paging,
  now: number,
  read: (page: Page) => Promise<VideoRecord[]>,
): Promise<Listed> {
  const videos: VideoView[] = [];
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberOf(cursor)!;
  let length = 0;
  for (;;) {
    // One more tells whether another page follows.
    const count = Math.min(portion, limit + 1 - videos.length);
    const records = await readAsOf(pipeline, now, () => read({ before, count }));
    for (const record of records) {
      if (videos.length === limit || length > longestPage) {
        return { videos, next_cursor: videos.at(-1)!.id };
      }
      videos.push(viewOf(record, now));
      length += lengthOf(record);
      before = record.n;
    }
    if (records.length < count) return { videos };
  }
}

const lengthOf = ({ title, description, tags }: Upload): number =>
  tags.reduce((sum, tag) => sum + tag.length, title.length + description.length);

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
