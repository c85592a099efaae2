/** Making and deleting posts. */
import { refuse, unknownUser } from './errors.ts';
import type { FeedStore, Post } from './store.ts';

/**
 * @param pushMax followers up to which an author's posts are pushed
 * @param now milliseconds since the epoch
 */
export async function publish(
  store: FeedStore,
  { user_id: author, content }: { user_id: string; content: string },
  pushMax: number,
  now: number,
): Promise<Post> {
  const baseId = `${author}_${secondOf(now)}`;
  const post = await store.addPost({ author, content, baseId, now, pushMax });
  if (post === undefined) throw unknownUser(author);
  return post;
}

/** UTC, as yyyyMMddHHmmss. */
function secondOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '');
}

export async function deletePost(store: FeedStore, id: string): Promise<{ deleted: true }> {
  if (!(await store.removePost(id))) throw refuse.UNKNOWN_POST();
  return { deleted: true };
}
