/** Receipts of posts, and facts about posts in timelines. */

export interface Reasons {
  /** Undefined when there never was such a post. */
  receipt(post: string): Promise<Receipt | undefined>;
  /** The facts about a post in a user's timeline, as one state of the store. */
  facts(user: string, post: string): Promise<FactsOutcome>;
}

export interface Receipt {
  /** Followers of the author when the post was made. */
  readonly followersThen: number;
  /** From the arrival of the post until it was written, milliseconds. */
  readonly tookMs: number;
}

export type FactsOutcome =
  | { readonly kind: 'known'; readonly facts: Facts }
  | { readonly kind: 'unknown user'; readonly id: string }
  | { readonly kind: 'unknown post' };

/** All instants are milliseconds since the epoch; null: it did not happen, or does not hold. */
export interface Facts {
  readonly isOwn: boolean;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  /** When newer deliveries filled the timeline. */
  readonly trimmedAt: number | null;
  readonly hiddenAt: number | null;
  readonly mutedAt: number | null;
  /** The beginning of the follow that delivered it. */
  readonly followedAt: number | null;
  /** It was made before that follow. */
  readonly isBackfilled: boolean;
  /** The end of the last follow that ended before the post was made. */
  readonly unfollowedAt: number | null;
}
