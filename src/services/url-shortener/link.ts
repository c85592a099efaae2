/** A link, and what its life allows at an instant. */
import type { LinkDetails } from './details.ts';

/** Instants are milliseconds since the epoch; null: no such limit. */
export interface Limits {
  /** From this instant on it leads to its URL. */
  readonly notBefore: number | null;
  /** From this instant on the link no longer redirects. */
  readonly expiresAt: number | null;
  /** How often it redirects, counted from its creation. */
  readonly maxClicks: number | null;
}

export interface NewLink extends Limits {
  readonly code: string;
  /** The value of `Location`. */
  readonly url: string;
  readonly createdAt: number;
  readonly tags: readonly string[];
  readonly details: LinkDetails;
}

export interface Link extends NewLink {
  /** Never used again. */
  readonly id: number;
  /**
   * How often it has redirected. Exact while `maxClicks` is set; else the clicks of the last second
   * may be missing.
   */
  readonly clicks: number;
  readonly isDisabled: boolean;
}

export type LinkState = 'open' | 'not yet' | 'disabled' | 'expired' | 'used up';

/** Returns the first state that applies: before its time, nobody learns that there is such a link. */
export function stateOf(link: Link, now: number): LinkState {
  const { notBefore, expiresAt, maxClicks } = link;
  if (notBefore !== null && now < notBefore) return 'not yet';
  if (link.isDisabled) return 'disabled';
  if (expiresAt !== null && now >= expiresAt) return 'expired';
  if (maxClicks !== null && link.clicks >= maxClicks) return 'used up';
  return 'open';
}

export function hasLimits({ notBefore, expiresAt, maxClicks }: Limits): boolean {
  return notBefore !== null || expiresAt !== null || maxClicks !== null;
}
