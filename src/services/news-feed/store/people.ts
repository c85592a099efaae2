/** Followers and followees at present. Users do not count among their own followers. */

export interface People {
  /** Undefined when there is no such user. */
  profile(user: string): Promise<Profile | undefined>;
  /**
   * Up to `limit` of those who follow a user, in the order in which they became users, behind the
   * position `after`. Undefined when there is no such user.
   */
  followers(user: string, after: number, limit: number): Promise<readonly Person[] | undefined>;
  /** As `followers`, of those whom the user follows. */
  following(user: string, after: number, limit: number): Promise<readonly Person[] | undefined>;
}

export interface Profile {
  readonly followers: number;
  readonly following: number;
}

export interface Person {
  /** Position in a list: that of the account among all of them, from 1. */
  readonly n: number;
  readonly id: string;
}
