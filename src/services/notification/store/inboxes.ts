/** Inboxes: their notifications, which of them were read, and how many there are. */
import type { Count } from '../schemas.ts';
import type { Notification } from '../notification.ts';

export interface Range {
  readonly after: number;
  readonly last: number;
}

export interface InboxStore {
  /**
   * In-app notifications of a user with numbers below `before`, the newest first.
   *
   * @param before the number in an id: where that notification stands
   */
  inbox(userId: string, before: number, limit: number, unreadOnly?: boolean): Promise<Page>;

  /** In-app notifications of a user with numbers above `after`, the oldest first. */
  since(userId: string, after: number, limit: number): Promise<Page>;

  /**
   * Counts the inbox. However many there are, it reads at most `foldFrom` rows: the others are
   * summed up, once each, when somebody asks for the first time.
   */
  count(userId: string): Promise<Count>;

  /**
   * Marks one of an inbox as read, or as unread again. One that is read keeps its instant.
   *
   * @param id the number in its id
   * @param readAt null: not read
   * @returns undefined when it is in no inbox
   */
  mark(id: number, readAt: number | null): Promise<Notification | undefined>;

  /**
   * Marks up to `limit` unread ones as read, the oldest first.
   *
   * @param range of their numbers: above `after`, up to `last`
   * @returns their numbers; fewer than `limit`: there are no more
   */
  markAll(userId: string, range: Range, limit: number, readAt: number): Promise<number[]>;

  /**
   * Takes one out of its inbox; or cancels one that has not gone out: a scheduled one, one of a batch
   * that is still queued, one that is part of a digest whose window is open. A removed one is known
   * for another 24 hours.
   *
   * @param id the number in its id
   * @returns the notification as it is now, whether or not it was deleted or cancelled; undefined:
   *   there is none
   */
  remove(id: number, now: number): Promise<Notification | undefined>;

  /**
   * Deletes some of the in-app notifications, the oldest first. None goes before the key that leads to
   * it.
   *
   * @param range of their numbers: above `after`, up to `last`
   * @returns how far it has come; undefined: there are no more
   */
  expire(range: Range, now: number): Promise<number | undefined>;
}

/** A count sums up again when more than this many notifications came after those summed up before. */
export const foldFrom = 256;
/** How many are summed up at once: some 1 ms. */
export const foldLimit = 10_000;

/**
 * Up to `limit` notifications. The page ends early with the notification whose body fills it to
 * `maxPageBytes`, so that few large ones are in memory at a time, and none holds up the event loop.
 */
export interface Page {
  readonly notifications: Notification[];
  /** Whether there may be more. */
  readonly more: boolean;
}

/** Bytes of bodies that fill a page. */
export const maxPageBytes = 64 * 1024;
