/** Making and deleting posts. */
import { refuse, unknownUser } from './errors.ts';
import type { FeedStore, Post } from './store/store.ts';

/**
 * Makes a post and delivers it to its author and to those who follow the author now.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_USER (404), STORE_UNAVAILABLE
 */
export async function publish(
  store: FeedStore,
  { user_id: author, content }: { user_id: string; content: string },
  now: number,
): Promise<Post> {
  const baseId = `${author}_${secondOf(now)}`;
  const post = await store.addPost({ author, content, baseId, now });
  if (post === undefined) throw unknownUser(author);
  return post;
}

/** UTC, as yyyyMMddHHmmss. */
function secondOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '');
}

/**
 * Takes a post out of all timelines and erases its content. May be repeated.
 *
 * @throws Refusal UNKNOWN_POST (404), STORE_UNAVAILABLE
 */
export async function deletePost(store: FeedStore, id: string): Promise<{ deleted: true }> {
  if (!(await store.removePost(id))) throw refuse.UNKNOWN_POST();
  return { deleted: true };
}
