/** Timelines followed live. Posts come in the order of their numbers, which all replicas agree on. */
import type { Post } from './post.ts';

export interface Live {
  /** The number of the last change. */
  last(): Promise<number>;
  /**
   * The posts that were delivered to a user after the number `after` when they were made, the oldest
   * first: without those that were deleted or hidden, and those of authors whom the user mutes now,
   * or muted when the post was made. Undefined when there is no such user.
   */
  since(user: string, after: number, limit: number): Promise<News | undefined>;
  /** Those of the users to whom something may have been delivered after the number `after`. */
  receivers(users: readonly string[], after: number): Promise<readonly string[]>;
}

export interface News {
  readonly posts: readonly NumberedPost[];
  /** Everything up to this number has been checked. */
  readonly upTo: number;
  /** Whether something may follow. */
  readonly more: boolean;
}

export interface NumberedPost {
  readonly number: number;
  readonly post: Post;
}
