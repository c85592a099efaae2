import type { Store } from '#kit/stores/store.ts';

/** What a client uploads. */
export interface Upload {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** All instants are milliseconds since the epoch. */
export interface NewVideo extends Upload {
  /** What the clock says: its status follows from it (life.ts). */
  readonly createdAt: number;
  /** Shown once the video is ready. */
  readonly durationSecs: number;
}

/** A video as it is stored. */
export interface VideoRecord extends NewVideo {
  /** Counted from 1, without gaps. */
  readonly n: number;
  /**
   * `createdAt`, but never less than that of a video with a smaller n: so n alone says which video
   * is newer.
   */
  readonly uploadedAt: number;
  readonly viewCount: number;
}

/** Part of a list that runs from the newest video to the oldest. */
export interface Page {
  /** Only videos with a smaller n. */
  readonly before: number;
  /** At most so many videos, 1 or more. */
  readonly count: number;
}

/**
 * What the catalog asks of its store. Nothing is ever removed, and of a video only the view count
 * changes. Every method throws STORE_UNAVAILABLE (503) while the store is away.
 */
export interface VideoStore extends Store {
  /** One indivisible, durable step: gives the video the next n. */
  create(video: NewVideo): Promise<VideoRecord>;
  /**
   * Counts one view and yields the video with it, or undefined for an unknown one. Durable when it
   * resolves; no two views of a video see the same count. A view is not counted while a disk of this
   * machine takes no writes.
   */
  view(n: number): Promise<VideoRecord | undefined>;
  /** Newest first. */
  list(page: Page): Promise<VideoRecord[]>;
  /**
   * The videos with `query` in the title, the description or a tag, case aside; newest first.
   *
   * @param query folded (fold.ts), not empty
   */
  search(query: string, page: Page): Promise<VideoRecord[]>;
}
