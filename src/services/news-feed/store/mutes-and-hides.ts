/** Mutes and hides: authors and posts that users do not want to see. */

export interface MutesAndHides {
  /**
   * Mutes an author for a user, or unmutes. Posts made during a mute are delivered, but not shown.
   */
  setMuted(user: string, author: string, muted: boolean, now: number): Promise<MuteOutcome>;
  /** Hides a post from a user, or shows it again. */
  setHidden(user: string, post: string, hidden: boolean, now: number): Promise<MuteOutcome>;
}

type MuteOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown user'; readonly id: string }
  | { readonly kind: 'unknown post' };
