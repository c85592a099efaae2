/**
 * What the feed asks of its store.
 *
 * Posts have numbers that grow in the order in which they were made; "newer" means that order.
 * The timeline of a user consists of the `timelineMax` newest deliveries to that user. A post is
 * delivered to its author and to those who follow the author at the moment when it is made.
 * A post that was deleted remains a delivery, but is not shown: nothing older takes its place.
 *
 * Every method is one indivisible step, throws STORE_UNAVAILABLE (503) while the store is away,
 * and finds the effects of all steps acknowledged before, through whatever replica.
 */
export interface FeedStore {
  /** False when the user exists; nothing changes then. */
  addUser(id: string, now: number): Promise<boolean>;
  /** Makes a post and delivers it. Undefined when there is no such author. */
  addPost(post: NewPost): Promise<Post | undefined>;
  /** Deletes a post: it is in no timeline any more. True also if it was deleted before. */
  removePost(id: string): Promise<boolean>;
  /** Posts are delivered from now on. */
  follow(follower: string, followee: string): Promise<FollowOutcome>;
  /** Posts are not delivered any more; those that were stay. */
  unfollow(follower: string, followee: string): Promise<FollowOutcome>;
  /** A page of a user's timeline, newest first. Undefined when there is no such user. */
  timeline(user: string, range: TimelineRange): Promise<Page | undefined>;
  /** A page of a user's own posts, newest first. Undefined when there is no such user. */
  postsOf(user: string, range: Range): Promise<Page | undefined>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

export interface NewPost {
  readonly author: string;
  readonly content: string;
  /** First part of the id; `_2`, `_3`, … is appended while a post of that id exists. */
  readonly baseId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Up to so many followers get the post at once; to those of an author who has more it is
   * delivered when they read, which nobody can tell from outside.
   */
  readonly pushMax: number;
}

export interface Post {
  readonly id: string;
  readonly user_id: string;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
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
  readonly posts: Post[];
  /** The `before` of the page that follows, if there is one. */
  readonly next?: number | undefined;
}

/** Numbers of posts, and all that is compared with them, are below this one. */
export const endOfTime = Number.MAX_SAFE_INTEGER;
