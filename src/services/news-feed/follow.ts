/** Following and unfollowing; both may be repeated. */
import { invalid } from '#kit/web/problem.ts';
import { unknownUser } from './errors.ts';
import type { FeedStore } from './store/news-feed-store.ts';

interface Relation {
  readonly follower_id: string;
  readonly followee_id: string;
  /** How many of the followee's newest posts join the timeline of a new follow. */
  readonly backfill?: number;
}

/**
 * Starts or ends a follow: posts are delivered from now on, or no longer.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal VALIDATION_FAILED (400) for following oneself; UNKNOWN_USER (404);
 *   STORE_UNAVAILABLE
 */
export async function setFollowed(
  store: FeedStore,
  relation: Relation,
  followed: boolean,
  now: number,
) {
  const { follower_id, followee_id, backfill } = relation;
  if (follower_id === followee_id) throw invalid('followee_id', 'must be another user');
  const outcome = followed
    ? await store.follow(follower_id, followee_id, now, backfill)
    : await store.unfollow(follower_id, followee_id, now);
  if (outcome.kind === 'unknown user') throw unknownUser(outcome.id);
  return { follower_id, followee_id, followed };
}
