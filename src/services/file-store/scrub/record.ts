/** What a scrub reads of the record, while other processes may write it. */
import type { Content, ContentKey } from '../contents/store.ts';

export interface Miscounted {
  readonly id: number;
  /** Versions that the record says refer to the content; null when it knows no such content. */
  readonly refs: number | null;
  /** Versions that really refer to it. */
  readonly versions: number;
}

export interface ScrubRecord {
  /** Contents whose bytes must be there: up to `limit`, by ascending id, beyond `after`. */
  contents(after: number, limit: number): Promise<Content[]>;
  /** Whether the bytes of this one must be there (still). */
  expects(key: ContentKey): Promise<boolean>;
  /** Whether bytes of this one may be there: it is on its way, needed, or to be deleted. */
  knows(key: ContentKey): Promise<boolean>;
  /** Contents whose count of versions is wrong. */
  miscounted(): Promise<Miscounted[]>;
  close(): Promise<void>;
}
