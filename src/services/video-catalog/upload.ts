import { idempotencyKey } from '#kit/web/idempotency-key.ts';
import { videoDetails, type VideoDetails } from './details.ts';
import { refuse } from './errors.ts';
import { statusAt, type Status } from './life.ts';
import type { Upload, VideoStore } from './store/video-catalog-store.ts';
import { videoIds } from './view.ts';

export interface UploadContext {
  readonly store: VideoStore;
  /** A duration in seconds, 10 to 609. */
  readonly drawDuration: () => number;
}

export interface Uploaded {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly uploaded_at: number;
}

/**
 * Stores a video. Its duration is drawn now and shown once the video is ready. A repetition of the
 * request stores nothing and yields the first answer with the present status, whatever became of the
 * video since.
 *
 * @param keyText the client's idempotency key
 * @throws Refusal KEY_REUSED, STORE_UNAVAILABLE
 */
export async function upload(
  { store, drawDuration }: UploadContext,
  body: Upload & VideoDetails,
  keyText: string | undefined,
  now: number,
): Promise<{ video: Uploaded; isNew: boolean }> {
  const { title, description, tags } = body;
  // A body may have further members: they are not stored.
  const details = videoDetails.in(body);
  const given = { title, description, tags, details, createdAt: now, durationSecs: drawDuration() };
  // Keys of before there were details hold without them.
  const said = Object.keys(details).length === 0 ? [] : [details];
  const key = idempotencyKey(keyText, [title, description, tags, ...said]);
  const created = await store.create(given, key);
  if (created.kind === 'mismatched') throw refuse.KEY_REUSED();
  const { n, createdAt, uploadedAt } = created.video;
  const video = {
    id: videoIds.format(n),
    title,
    status: statusAt(now, createdAt),
    uploaded_at: uploadedAt,
  };
  return { video, isNew: created.kind === 'new' };
}
