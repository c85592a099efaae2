/** Reactions and comments on posts. Counts are exact, whatever comes at once through any replica. */

export interface CommentsAndReactions {
  /** Adds a user's reaction to a post, or takes it away; each kind counts once a user. */
  setReaction(reaction: Reaction, reacted: boolean): Promise<ReactionOutcome>;
  addComment(comment: NewComment): Promise<CommentOutcome>;
  /** Erases a comment, which then does not count. True also if it was erased before. */
  removeComment(n: number): Promise<boolean>;
  /** Finds the author of a comment, erased or not; undefined when there is no such comment. */
  commenterOf(n: number): Promise<string | undefined>;
  /**
   * Up to `limit` comments on a post with numbers above `after`, the oldest first. Undefined when
   * there is no such post, or it was deleted.
   */
  comments(post: string, after: number, limit: number): Promise<readonly Comment[] | undefined>;
}

export interface Reaction {
  readonly post: string;
  readonly user: string;
  readonly kind: string;
}

interface NewComment {
  readonly post: string;
  readonly user: string;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Comment {
  /** Numbers grow in the order of the comments on a post. */
  readonly n: number;
  readonly user: string;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

type Unknown =
  | { readonly kind: 'unknown user'; readonly id: string }
  /** Or it was deleted. */
  | { readonly kind: 'unknown post' };

export type ReactionOutcome =
  | { readonly kind: 'done' }
  /** The post has reactions of `kindsMax` other kinds. */
  | { readonly kind: 'too many kinds' }
  | Unknown;

export type CommentOutcome = { readonly kind: 'made'; readonly n: number } | Unknown;

/** Kinds of reactions that one post has at a time: pages of posts show all of them. */
export const kindsMax = 64;
