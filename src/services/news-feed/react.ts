/** Reactions to posts. */
import { refuse, refuseUnknown } from './errors.ts';
import type { FeedStore } from './store/news-feed-store.ts';
import type { Reaction } from './store/comments-and-reactions.ts';

/**
 * Adds a reaction, or takes it away; both may be repeated. A user has each kind once on a post.
 *
 * @throws Refusal UNKNOWN_USER, UNKNOWN_POST (404), TOO_MANY_KINDS (409), STORE_UNAVAILABLE
 */
export async function setReaction(store: FeedStore, reaction: Reaction, reacted: boolean) {
  const outcome = await store.setReaction(reaction, reacted);
  if (outcome.kind === 'too many kinds') throw refuse.TOO_MANY_KINDS();
  if (outcome.kind !== 'done') refuseUnknown(outcome);
  const { post: post_id, user: user_id, kind } = reaction;
  return { post_id, user_id, kind, reacted };
}
