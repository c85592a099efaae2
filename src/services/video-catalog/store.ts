/** What a client uploads. */
export interface Upload {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** A video as it is stored. All instants are milliseconds since the epoch. */
export interface VideoRecord extends Upload {
  /** Counted from 1, without gaps. */
  readonly n: number;
  /** Never less than that of a video with a smaller n, so n alone says which is newer. */
  readonly uploadedAt: number;
  /** When processing begins. */
  readonly startsAt: number;
  /** Null until the video is ready. */
  readonly durationSecs: number | null;
  readonly viewCount: number;
}

/** Part of a list that runs from the newest video to the oldest. */
export interface Page {
  /** Only videos with a smaller n. */
  readonly before: number;
  /** Most videos in the answer, 1 or more. */
  readonly count: number;
}

/**
 * What the catalog asks of its store. Nothing is ever removed, and of a video only the duration
 * (once) and the view count change. Every method throws STORE_UNAVAILABLE (503) while the store
 * is away.
 */
export interface VideoStore {
  /**
   * One indivisible, durable step: gives the video the next n.
   *
   * @param now also the least that `uploadedAt` can be
   * @param startsAt when processing begins
   */
  create(upload: Upload, now: number, startsAt: number): Promise<VideoRecord>;
  /**
   * Counts one view and yields the video with it, or undefined for an unknown one. Durable when it
   * resolves; of all views of a video no two see the same count.
   */
  view(n: number): Promise<VideoRecord | undefined>;
  /** Newest first. */
  list(page: Page): Promise<VideoRecord[]>;
  /**
   * The videos with `query` in the title, the description or a tag, case aside; newest first.
   *
   * @param query folded, not empty
   */
  search(query: string, page: Page): Promise<VideoRecord[]>;
  /**
   * One indivisible, durable step: makes those videos ready that are not and whose processing
   * began at `startedBy` or before, some hundreds at a time. Each gets a duration once, whichever
   * replica is first.
   *
   * @param drawDuration called once for each video
   * @returns the least `startsAt` of those that are not ready then, or undefined
   */
  finish(startedBy: number, drawDuration: () => number): Promise<number | undefined>;
  ready(): Promise<void>;
  close(): Promise<void>;
}
