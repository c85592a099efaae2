/** Mutes and hides: authors and posts that a user does not want to see. All may be repeated. */
import { invalid } from '#kit/web/problem.ts';
import { refuseUnknown } from './errors.ts';
import type { FeedStore } from './store/news-feed-store.ts';

/**
 * Takes an author out of a user's pages and stream, or brings the author back.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal VALIDATION_FAILED (400) for muting oneself; UNKNOWN_USER (404); STORE_UNAVAILABLE
 */
export async function setMuted(
  store: FeedStore,
  { user, muted: author }: { readonly user: string; readonly muted: string },
  muted: boolean,
  now: number,
) {
  if (user === author) throw invalid('muted', 'must be another user');
  const outcome = await store.setMuted(user, author, muted, now);
  if (outcome.kind !== 'done') refuseUnknown(outcome);
  return { user_id: user, muted_id: author, muted };
}

/**
 * Takes a post out of a user's pages and stream, or brings it back.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_USER, UNKNOWN_POST (404), STORE_UNAVAILABLE
 */
export async function setHidden(
  store: FeedStore,
  { user, post }: { readonly user: string; readonly post: string },
  hidden: boolean,
  now: number,
) {
  const outcome = await store.setHidden(user, post, hidden, now);
  if (outcome.kind !== 'done') refuseUnknown(outcome);
  return { user_id: user, post_id: post, hidden };
}
