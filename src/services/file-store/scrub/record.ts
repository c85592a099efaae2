/** The part of the record that a scrub reads, while other processes may write it. */
import type { Content, ContentKey } from '../contents/contents-store.ts';

export interface Miscounted {
  readonly id: number;
  /**
   * Versions, and pieces of uploads, that the record says refer to the content; null when it knows no
   * such content.
   */
  readonly refs: number | null;
  /** Those that really refer to it. */
  readonly found: number;
}

export interface Misplaced {
  readonly item: string;
  readonly reason: string;
}

export interface ScrubRecord {
  /** Contents whose bytes must be there: up to `limit`, by ascending id, beyond `after`. */
  contents(after: number, limit: number): Promise<Content[]>;
  /** Whether the bytes of this one must be there (still). */
  expects(key: ContentKey): Promise<boolean>;
  /** Whether bytes of this one may be there: it is on its way, needed, or to be deleted. */
  knows(key: ContentKey): Promise<boolean>;
  /** Contents whose count of references is wrong. */
  miscounted(): Promise<Miscounted[]>;
  /** Files and folders that are neither in the tree nor in the trash as they should be. */
  misplaced(): Promise<Misplaced[]>;
  close(): Promise<void>;
}
