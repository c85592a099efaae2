/**
 * What the service asks of its store. Each method is one indivisible, durable step, and throws
 * STORE_UNAVAILABLE (503) while the store is away. Instants are milliseconds since the epoch, by the
 * caller's clock. A shared store measures claims and pauses by its own clock: only their length counts.
 */
import type { Changes } from '#kit/web/event-streams.ts';
import type { Store } from '#kit/stores/store.ts';
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import type { Draft, Notification, Outcome } from '../notification.ts';

export type { Draft, Notification, Outcome };

export interface NotificationStore extends Store {
  /**
   * Stores a notification. This delivers an in-app one. Any other one is in the outbox,
   * claimed by the caller as its first attempt until `claimedUntil`.
   *
   * Numbers grow in the order in which notifications become visible, on all replicas: a reader who
   * has seen a number never misses a smaller one.
   *
   * @param key recognises a repetition of the request for 24 hours
   */
  accept(
    draft: Draft,
    key: IdempotencyKey | undefined,
    claimedUntil: number,
    now: number,
  ): Promise<Accepted>;

  /**
   * Claims up to `limit` notifications that are due, the longest due first. The next attempt of each
   * belongs to the caller alone until `claimedUntil`. A claim that is not settled by then lapses.
   */
  claim(limit: number, claimedUntil: number, now: number): Promise<Notification[]>;

  /**
   * Records how the attempt numbered `attempts` ended.
   *
   * @returns false when the claim has lapsed and another one was made: nothing changed
   */
  settle(n: number, attempts: number, outcome: Outcome, now: number): Promise<boolean>;

  /** Of any channel. */
  find(n: number): Promise<Notification | undefined>;

  /** In-app notifications of a user with numbers below `before`, the newest first. */
  inbox(userId: string, before: number, limit: number): Promise<Page>;

  /** In-app notifications of a user with numbers above `after`, the oldest first. */
  since(userId: string, after: number, limit: number): Promise<Page>;

  /** The greatest number so far; 0 before the first notification. */
  last(): Promise<number>;

  /** How many notifications in the outbox are neither sent nor failed for good. */
  pending(): Promise<number>;

  /**
   * Deletes some of the keys, emails and pushes that nobody can ask for any more.
   *
   * @returns whether there may be more
   */
  forget(now: number): Promise<boolean>;

  /** Reports from now on, on every replica, which user's inbox has grown. To be called once. */
  watch(changes: Changes<string>): Promise<void>;
}

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

export type Accepted =
  | { readonly kind: 'new'; readonly notification: Notification }
  /** The same request came before. */
  | { readonly kind: 'repeated'; readonly notification: Notification }
  /** Another request came with this key. */
  | { readonly kind: 'mismatched' };

/** Rows of each kind that one call of `forget` deletes at most: those of 128 KiB take some 15 ms. */
export const forgetLimit = 200;
