/** The record of links: with the token of one, anybody can download a file without being a user. */
import { numberedId } from '#kit/base/ids.ts';

export const dispositions = ['attachment', 'inline'] as const;
export type Disposition = (typeof dispositions)[number];

export interface NewLink {
  readonly file_id: string;
  /** SHA-256 of the token, hexadecimal: the token itself is nowhere. */
  readonly tokenHash: string;
  readonly disposition: Disposition;
  /** Null: any number. */
  readonly max_downloads: number | null;
  readonly expires_at: number;
}

export interface Link extends Omit<NewLink, 'tokenHash'> {
  readonly id: string;
  /** Downloads counted so far; nothing counts without `max_downloads`. */
  readonly downloads: number;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

export interface FoundLink extends Link {
  /** The client has a download under way that counted: its ranges belong to that one. */
  readonly continues: boolean;
}

/** How many links of a file are remembered. */
export const maxLinks = 1_000;
/** How long the ranges of one client belong to the download that counted, milliseconds. */
export const downloadWindowMs = 10 * 60_000;

/** One method is one indivisible, durable step. Links go with their file, whatever deletes it. */
export interface LinkStore {
  /**
   * When there are `maxLinks`, makes room by dropping the oldest that no longer serves. `unknown`:
   * no such file; `full`: all links serve.
   */
  createLink(link: NewLink, now: number): Promise<Link | 'unknown' | 'full'>;
  findLink(id: string): Promise<Link | undefined>;
  /** @param client see `countDownload` */
  findLinkByToken(tokenHash: string, client: string, now: number): Promise<FoundLink | undefined>;
  /** Up to `limit` links of a file, ascending, beyond the one with this id (empty: from the first). */
  links(fileId: string, after: string, limit: number): Promise<Link[]>;
  /** False when there is no such link. */
  revokeLink(id: string, now: number): Promise<boolean>;
  /**
   * Counts a download of a link with `max_downloads`, unless it is a range that continues one.
   *
   * @param client whose ranges belong together for `downloadWindowMs` after one that counted
   */
  countDownload(
    id: string,
    client: string,
    isRange: boolean,
    now: number,
  ): Promise<'counted' | 'continued' | 'used up' | 'expired' | 'revoked' | 'unknown'>;
  /** Forgets up to `limit` clients whose downloads nothing can continue; yields how many. */
  dropClients(now: number, limit: number): Promise<number>;
}

const ids = numberedId('link');

/** The number in `link_<n>`; 0, which no link has, for anything else. */
export const linkNumber = (id: string): number => ids.parse(id) ?? 0;
