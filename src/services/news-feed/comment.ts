/** Comments on posts: written, listed from the oldest on, erased. */
import { Type } from 'typebox';
import { numberedId } from '#kit/base/ids.ts';
import { cursors } from '#kit/web/cursors.ts';
import { refuse, refuseUnknown } from './errors.ts';
import type { FeedStore } from './store/news-feed-store.ts';
import type { Comment } from './store/comments-and-reactions.ts';

/** `comment_<n>` */
const commentIds = numberedId('comment');

/** The number of the last comment of a page. */
const commentCursor = cursors(Type.Integer({ minimum: 1 }));

/** Comments that are read at once: a few milliseconds with the longest contents. */
const portion = 25;

/**
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_USER, UNKNOWN_POST (404), STORE_UNAVAILABLE
 */
export async function addComment(
  store: FeedStore,
  post: string,
  { user_id: user, content }: { readonly user_id: string; readonly content: string },
  now: number,
) {
  const outcome = await store.addComment({ post, user, content, now });
  if (outcome.kind !== 'made') return refuseUnknown(outcome);
  return commentView(post, { n: outcome.n, user, content, createdAt: now });
}

/**
 * The comments on a post, the oldest first; it returns the `next_cursor`, when more follow.
 *
 * @throws Refusal VALIDATION_FAILED for a bad cursor, UNKNOWN_POST (404), STORE_UNAVAILABLE
 */
export async function* listComments(
  store: FeedStore,
  post: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): AsyncGenerator<readonly object[], object | void> {
  let after = cursor === undefined ? 0 : commentCursor.parse(cursor);
  for (let left = limit; ;) {
    const count = Math.min(portion, left);
    // One more than is shown: does another one follow?
    const found = await store.comments(post, after, count + 1);
    // Deleted while it is listed: nothing more follows.
    if (found === undefined && left < limit) return;
    if (found === undefined) throw refuse.UNKNOWN_POST();
    const shown = found.slice(0, count);
    yield shown.map((comment) => commentView(post, comment));
    if (found.length <= count) return;
    after = shown.at(-1)!.n;
    left -= count;
    if (left === 0) return { next_cursor: commentCursor.format(after) };
  }
}

/**
 * Erases a comment. May be repeated.
 *
 * @throws Refusal UNKNOWN_COMMENT (404), STORE_UNAVAILABLE
 */
export async function deleteComment(store: FeedStore, id: string): Promise<{ deleted: true }> {
  const n = commentIds.parse(id);
  if (n === undefined || !(await store.removeComment(n))) throw refuse.UNKNOWN_COMMENT();
  return { deleted: true };
}

/** Finds the author of a comment; undefined when there is none. */
export async function commenterOf(store: FeedStore, id: string): Promise<string | undefined> {
  const n = commentIds.parse(id);
  return n === undefined ? undefined : store.commenterOf(n);
}

const commentView = (post_id: string, { n, user, content, createdAt }: Comment) => ({
  id: commentIds.format(n),
  post_id,
  user_id: user,
  content,
  created_at: createdAt,
});
