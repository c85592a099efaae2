/** The receipt of a post (to how many it was delivered), and why a timeline shows it or does not. */
import { refuse, refuseUnknown } from './errors.ts';
import type { Facts } from './store/reasons.ts';
import type { FeedStore } from './store/news-feed-store.ts';

/**
 * `delivered_to` counts the author and the followers of that moment. Nothing is written for them:
 * each timeline is merged from posts and follows when it is read (docs/adr/0018), so `pushed` is 0.
 *
 * @throws Refusal UNKNOWN_POST (404), STORE_UNAVAILABLE
 */
export async function showReceipt(store: FeedStore, post: string) {
  const receipt = await store.receipt(post);
  if (receipt === undefined) throw refuse.UNKNOWN_POST();
  const { followersThen: followers_then, tookMs: took_ms } = receipt;
  const delivered_to = followers_then + 1;
  return { delivered_to, pushed: 0, merged: delivered_to, followers_then, took_ms };
}

/** Reasons to show a post. */
export const shownBecause = ['own', 'followed_since', 'backfilled'] as const;
/** Reasons not to. */
export const leftOutBecause = [
  'not_followed_then',
  'unfollowed',
  'muted',
  'hidden',
  'trimmed',
  'deleted',
] as const;

/** @throws Refusal UNKNOWN_USER, UNKNOWN_POST (404), STORE_UNAVAILABLE */
export async function explain(store: FeedStore, user: string, post: string) {
  const outcome = await store.facts(user, post);
  if (outcome.kind !== 'known') return refuseUnknown(outcome);
  return leftOut(outcome.facts) ?? shown(outcome.facts);
}

/** The first cause that holds. */
function leftOut(facts: Facts) {
  const { deletedAt, trimmedAt, hiddenAt, mutedAt, followedAt, unfollowedAt, createdAt } = facts;
  const because = (cause: (typeof leftOutBecause)[number], at: number) => ({
    shown: false,
    because: cause,
    at,
  });
  if (deletedAt !== null) return because('deleted', deletedAt);
  if (trimmedAt !== null) return because('trimmed', trimmedAt);
  if (hiddenAt !== null) return because('hidden', hiddenAt);
  if (mutedAt !== null) return because('muted', mutedAt);
  if (followedAt !== null) return undefined;
  if (unfollowedAt !== null) return because('unfollowed', unfollowedAt);
  return because('not_followed_then', createdAt);
}

function shown({ isOwn, isBackfilled, createdAt, followedAt }: Facts) {
  const because = (cause: (typeof shownBecause)[number], at: number) => ({
    shown: true,
    because: cause,
    at,
  });
  if (isOwn) return because('own', createdAt);
  return because(isBackfilled ? 'backfilled' : 'followed_since', followedAt!);
}
