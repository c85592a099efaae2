/** A post as clients see it. */
export interface Post {
  readonly id: string;
  readonly user_id: string;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
  /** Members that the author added. */
  readonly extra?: object;
  /** How many reactions there are, by kind; absent while there are none. */
  readonly reactions?: Readonly<Record<string, number>>;
  /** How many comments there are; absent while there are none. */
  readonly comments?: number;
}

/** @param extra JSON; null: none */
export function shownPost(
  post: Post,
  extra: string | null,
  reactions: Readonly<Record<string, number>>,
  comments: number,
): Post {
  return {
    ...post,
    ...(extra !== null && { extra: JSON.parse(extra) as object }),
    ...(Object.keys(reactions).length > 0 && { reactions }),
    ...(comments > 0 && { comments }),
  };
}
