import { refuse } from './errors.ts';
import { everything, type VideoStore } from './store/video-catalog-store.ts';
import { toView, videoIds, type VideoView } from './view.ts';

/**
 * Yields a video, and counts a view of it first if `counts` is set.
 *
 * @throws Refusal VIDEO_NOT_FOUND, also for what cannot be an id; STORE_UNAVAILABLE
 */
export async function watch(
  store: VideoStore,
  id: string,
  counts: boolean,
  now: number,
): Promise<VideoView> {
  const n = videoIds.parse(id);
  if (n === undefined) throw refuse.VIDEO_NOT_FOUND();
  const video = counts ? await store.view(n) : (await store.read([n], everything))[0];
  if (video === undefined) throw refuse.VIDEO_NOT_FOUND();
  return toView(video, now);
}
