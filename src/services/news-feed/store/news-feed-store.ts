import type { Store } from '#kit/stores/store.ts';
import type { Live } from './live.ts';
import type { People } from './people.ts';
import type { Post } from './post.ts';
import type { MutesAndHides } from './mutes-and-hides.ts';
import type { Reasons } from './reasons.ts';
import type { CommentsAndReactions } from './comments-and-reactions.ts';

export type { Post };

/**
 * The store of the feed.
 *
 * Posts and deletions, and the mutes, hides and backfills of users, are numbered together, from 1, in
 * the order in which they are made; "newer" means that order. The timeline of a user consists of the
 * `timelineMax` newest deliveries to that user. A post is delivered to its author and to those who
 * follow the author at the moment when it is made, and later to those whose follow asks for it. A post
 * that was deleted, hidden or muted remains a delivery, but is not shown: no older post takes its
 * place.
 *
 * Every method is one indivisible step. It sees the effects of all steps that were acknowledged
 * before it began, through any replica, and throws STORE_UNAVAILABLE (503) while the store is
 * away.
 */
export interface FeedStore
  extends Store, CommentsAndReactions, People, MutesAndHides, Live, Reasons {
  /** False when the user exists; nothing changes then. */
  addUser(id: string, now: number): Promise<boolean>;
  /** Makes a post and delivers it. Undefined when there is no such author. */
  addPost(post: NewPost): Promise<Post | undefined>;
  /** Deletes a post: no timeline shows it from then on. True also if it was deleted before. */
  removePost(id: string, now: number): Promise<boolean>;
  /** Finds the author of a post, deleted or not; undefined when there is no such post. */
  authorOf(id: string): Promise<string | undefined>;
  /**
   * Posts are delivered from now on. A follow that is new delivers the `backfill` newest posts that
   * the followee has, too, each in its place.
   */
  follow(
    follower: string,
    followee: string,
    now: number,
    backfill?: number,
  ): Promise<FollowOutcome>;
  /** Ends a follow: no more posts are delivered, and delivered ones stay. */
  unfollow(follower: string, followee: string, now: number): Promise<FollowOutcome>;
  /** A page of a user's timeline, newest first. Undefined when there is no such user. */
  timeline(user: string, range: TimelineRange): Promise<Page | undefined>;
  /** A page of a user's own posts, newest first. Undefined when there is no such user. */
  postsOf(user: string, range: Range): Promise<Page | undefined>;
}

export interface NewPost {
  readonly author: string;
  readonly content: string;
  /** Whatever the author adds, as JSON. */
  readonly extra?: string | undefined;
  /** First part of the id; `_2`, `_3`, … is appended while a post of that id exists. */
  readonly baseId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type FollowOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown user'; readonly id: string };

export interface Range {
  /** Only posts with a smaller number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface TimelineRange extends Range {
  /** Posts to skip. */
  readonly offset: number;
}

export interface Page {
  readonly posts: readonly Post[];
  /** The `before` of the page that follows, if there is one. */
  readonly next?: number | undefined;
}

/** All numbers are below this one. As the end of a follow or a mute: it goes on. */
export const endOfTime = Number.MAX_SAFE_INTEGER;

/** Posts among which a backfill looks for those that are not deleted: some milliseconds of work. */
export const backfillDepth = 5_000;
