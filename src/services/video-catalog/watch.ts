import { refuse } from './errors.ts';
import type { VideoStore } from './store/store.ts';
import { toView, videoIds, type VideoView } from './view.ts';

/**
 * Counts a view and yields the video with it.
 *
 * @throws Refusal VIDEO_NOT_FOUND, also for what cannot be an id; STORE_UNAVAILABLE
 */
export async function watch(store: VideoStore, id: string, now: number): Promise<VideoView> {
  const n = videoIds.parse(id);
  const video = n === undefined ? undefined : await store.view(n);
  if (video === undefined) throw refuse.VIDEO_NOT_FOUND();
  return toView(video, now);
}
