/** PATCH and DELETE of a video. */
import { videoDetails, type VideoDetailChanges } from './details.ts';
import { refuse } from './errors.ts';
import type { Upload, VideoStore } from './store/video-catalog-store.ts';
import { toView, videoIds, type VideoView } from './view.ts';

/**
 * Changes what is given of the texts and details. Lists and searches have it at once.
 *
 * @throws Refusal VIDEO_NOT_FOUND, STORE_UNAVAILABLE
 */
export async function edit(
  store: VideoStore,
  id: string,
  body: Partial<Upload> & VideoDetailChanges,
  now: number,
): Promise<VideoView> {
  const { title, description, tags } = body;
  const changes = {
    details: videoDetails.changesIn(body),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(tags !== undefined && { tags }),
  };
  const n = videoIds.parse(id);
  const video = n === undefined ? undefined : await store.edit(n, changes);
  if (video === undefined) throw refuse.VIDEO_NOT_FOUND();
  return toView(video, now);
}

/**
 * Deletes a video for good, with its views. Its id never comes again.
 *
 * @throws Refusal VIDEO_NOT_FOUND, also when it was deleted before; STORE_UNAVAILABLE
 */
export async function remove(store: VideoStore, id: string): Promise<void> {
  const n = videoIds.parse(id);
  if (n === undefined || !(await store.remove(n))) throw refuse.VIDEO_NOT_FOUND();
}
