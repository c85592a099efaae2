import type { Upload, VideoStore } from './store/store.ts';
import { toView, type VideoView } from './view.ts';

export interface UploadContext {
  readonly store: VideoStore;
  /** A duration in seconds, 10 to 609. */
  readonly drawDuration: () => number;
}

/**
 * Stores a video. Its duration is drawn now and shown once the video is ready.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function upload(
  { store, drawDuration }: UploadContext,
  { title, description, tags }: Upload,
  now: number,
): Promise<VideoView> {
  // A body may have further members: they are not stored.
  const video = { title, description, tags, createdAt: now, durationSecs: drawDuration() };
  return toView(await store.create(video), now);
}
