/** Making and deleting posts. */
import { invalid } from '#kit/web/problem.ts';
import { refuse, unknownUser } from './errors.ts';
import type { FeedStore, Post } from './store/news-feed-store.ts';

/** Largest `extra`, bytes of its JSON. */
const extraMaxBytes = 4_096;

interface Draft {
  readonly user_id: string;
  readonly content: string;
  /** Whatever the author adds. */
  readonly extra?: object;
}

/**
 * Makes a post and delivers it to its author and to those who follow the author now.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal VALIDATION_FAILED (400) for an `extra` that is too large, UNKNOWN_USER (404),
 *   STORE_UNAVAILABLE
 */
export async function publish(store: FeedStore, draft: Draft, now: number): Promise<Post> {
  const { user_id: author, content } = draft;
  const extra = draft.extra && JSON.stringify(draft.extra);
  if (extra !== undefined && Buffer.byteLength(extra) > extraMaxBytes) {
    throw invalid('extra', `must be at most ${extraMaxBytes} bytes of JSON`);
  }
  const baseId = `${author}_${secondOf(now)}`;
  const post = await store.addPost({ author, content, extra, baseId, now });
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
export async function deletePost(
  store: FeedStore,
  id: string,
  now: number,
): Promise<{ deleted: true }> {
  if (!(await store.removePost(id, now))) throw refuse.UNKNOWN_POST();
  return { deleted: true };
}
