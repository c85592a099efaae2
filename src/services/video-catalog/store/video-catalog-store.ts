import type { Store } from '#kit/stores/store.ts';
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import type { VideoDetailChanges, VideoDetails } from '../details.ts';

/** The texts that a client uploads, and may change. */
export interface Upload {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** All instants are milliseconds since the epoch. */
export interface NewVideo extends Upload {
  readonly details: VideoDetails;
  /** What the clock says: its status follows from it (life.ts). */
  readonly createdAt: number;
  /** Shown once the video is ready. */
  readonly durationSecs: number;
}

/** What is not given stays as it is. */
export interface VideoChanges extends Partial<Upload> {
  readonly details?: VideoDetailChanges;
}

/** A video as it is stored. */
export interface VideoRecord extends NewVideo {
  /** Counted from 1, without gaps. The number of a video that was deleted never comes again. */
  readonly n: number;
  /**
   * `createdAt`, but never less than that of a video with a smaller n: so n alone says which video
   * is newer.
   */
  readonly uploadedAt: number;
  readonly viewCount: number;
}

export type Created =
  | { readonly kind: 'new'; readonly video: VideoRecord }
  /** The same request came before, and made this; later changes do not matter. */
  | {
      readonly kind: 'repeated';
      readonly video: Pick<VideoRecord, 'n' | 'createdAt' | 'uploadedAt'>;
    }
  /** Another request came with this key. */
  | { readonly kind: 'mismatched' };

/** The instants after `after`, up to `until`. */
export interface Period {
  readonly after: number;
  readonly until: number;
}

export const always: Period = { after: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER };

/** Videos for which all of this holds. */
export interface Selection {
  /** In the title, the description or a tag, case aside: folded (fold.ts); empty for all. */
  readonly query: string;
  /** One of the tags, exactly; undefined for all. */
  readonly tag: string | undefined;
  /** When it was created. */
  readonly created: Period;
}

export const everything: Selection = { query: '', tag: undefined, created: always };

/** Part of a list that runs from the newest video to the oldest. */
export interface Page {
  /** Only videos with a smaller n. */
  readonly before: number;
  /** The most videos of a page, 1 or more. */
  readonly count: number;
}

/** Where a video stands in a list that runs from the most viewed to the least, ties newest first. */
export interface PagePosition {
  readonly n: number;
  readonly viewCount: number;
}

export interface RankedPage {
  /** Only videos behind this place. */
  readonly behind: PagePosition;
  /** The most videos of a page, 1 or more. */
  readonly count: number;
}

/** The store of the catalog. Every method throws STORE_UNAVAILABLE (503) while it is away. */
export interface VideoStore extends Store {
  /** One indivisible, durable step: gives the video the next n, unless its key came before. */
  create(video: NewVideo, key?: IdempotencyKey): Promise<Created>;
  /**
   * Counts one view and yields the video with it, or undefined for an unknown one. Durable when it
   * resolves; no two views of a video see the same count. A view is not counted while a disk of this
   * machine takes no writes.
   */
  view(n: number): Promise<VideoRecord | undefined>;
  /**
   * Changes the members that are given, and what search knows of them, in one indivisible, durable
   * step. Yields the video with them, or undefined for an unknown one.
   */
  edit(n: number, changes: VideoChanges): Promise<VideoRecord | undefined>;
  /** One indivisible, durable step: nothing shows or finds the video afterwards. False when unknown. */
  remove(n: number): Promise<boolean>;
  /** Those of the videos that are there and selected, in any order. Counts nothing. */
  read(ns: readonly number[], selection: Selection): Promise<VideoRecord[]>;
  /** Newest first. */
  newest(selection: Selection, page: Page): Promise<VideoRecord[]>;
  /**
   * Most viewed first, ties newest first. A video that is viewed during the read may be left out: it
   * moves to a position that was passed already.
   */
  mostViewed(selection: Selection, page: RankedPage): Promise<PagePosition[]>;
  /** Forgets some of the keys that are free. Yields whether there may be more. */
  forget(now: number): Promise<boolean>;
}

/** Keys that one call of `forget` deletes at most. */
export const forgetLimit = 500;
