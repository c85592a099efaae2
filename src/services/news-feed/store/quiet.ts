/** What users do not want to see: authors whom they muted, and posts that they hid. */

export interface Quiet {
  /** Mutes an author for a user, or unmutes. The posts are delivered, and not shown meanwhile. */
  setMuted(user: string, author: string, muted: boolean, now: number): Promise<QuietOutcome>;
  /** Hides a post from a user, or shows it again. */
  setHidden(user: string, post: string, hidden: boolean, now: number): Promise<QuietOutcome>;
}

type QuietOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown user'; readonly id: string }
  | { readonly kind: 'unknown post' };
