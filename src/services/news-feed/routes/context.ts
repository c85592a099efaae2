/** The context that the routes share. */
import type { UserQuota } from '#kit/host/quotas.ts';
import type { Clock } from '#kit/host/service.ts';
import type { EventStreams } from '#kit/web/event-streams.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import type { FeedStore } from '../store/news-feed-store.ts';

export interface RouteContext {
  readonly store: FeedStore;
  /** Keyed by the user whose timeline is followed. */
  readonly streams: EventStreams<string>;
  /** Limits the posts and comments of a user. */
  readonly posts: UserQuota;
  readonly clock: Clock;
}

const { UNKNOWN_USER, UNKNOWN_POST } = refuse;

/** The refusals of routes that name a user, a post, or both. */
export const noUser = problemResponses(UNKNOWN_USER, common.STORE_UNAVAILABLE);
export const noPost = problemResponses(UNKNOWN_POST, common.STORE_UNAVAILABLE);
export const neither = problemResponses(UNKNOWN_USER, UNKNOWN_POST, common.STORE_UNAVAILABLE);
