/**
 * What the service asks of its store. Each method is one indivisible, durable step, and throws
 * STORE_UNAVAILABLE (503) while the store is away. Instants are milliseconds since the epoch, by the
 * caller's clock. A shared store holds claims and pauses by its own: how long they last counts.
 */
import type { Draft, Notification, Outcome } from './notification.ts';

export interface NotificationStore {
  /**
   * Takes a notification on: an in-app one is delivered thereby; any other stands in the outbox,
   * claimed by the caller as its first attempt until `claimedUntil`.
   *
   * Numbers grow in the order in which notifications become visible, on all replicas: who has seen
   * a number will never miss a smaller one.
   *
   * @param key what makes a repetition of the request known, for 24 hours
   */
  accept(draft: Draft, key: Key | undefined, claimedUntil: number, now: number): Promise<Accepted>;

  /**
   * Claims up to `limit` notifications that are due, the longest due first: each one's next attempt
   * is the caller's alone until `claimedUntil`. A claim that is not settled by then lapses.
   */
  claim(limit: number, claimedUntil: number, now: number): Promise<Notification[]>;

  /**
   * Records how the attempt numbered `attempts` ended.
   *
   * @returns false when the claim has lapsed and the notification was claimed anew: nothing changed
   */
  settle(n: number, attempts: number, outcome: Outcome, now: number): Promise<boolean>;

  /** Of any channel. */
  find(n: number): Promise<Notification | undefined>;

  /** In-app notifications of a user with numbers below `before`, the newest first. */
  inbox(userId: string, before: number, limit: number): Promise<Page>;

  /** In-app notifications of a user with numbers above `after`, the oldest first. */
  since(userId: string, after: number, limit: number): Promise<Page>;

  /** The greatest number that is visible; 0 when there is none. */
  last(): Promise<number>;

  /** Notifications in the outbox that are neither sent nor finally failed. */
  pending(): Promise<number>;

  /**
   * Forgets some keys, and emails and pushes, that nobody can ask for any more.
   *
   * @returns whether there may be more
   */
  forget(now: number): Promise<boolean>;

  /** Tells what arrives from now on, on every replica. To be called once. */
  watch(watcher: Watcher): Promise<void>;

  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `limit` notifications, or fewer: it ends with the one whose body fills it to `pageBytes`, so that
 * large ones are few at a time in memory, and take the event loop for a moment only.
 */
export interface Page {
  readonly notifications: Notification[];
  /** Whether there may be more. */
  readonly more: boolean;
}

/** Bytes of bodies that fill a page. */
export const pageBytes = 64 * 1024;

export interface Watcher {
  /** The inbox of a user has grown. */
  arrived(userId: string): void;
  /** Any inbox may have: for a while nothing was told. */
  resumed(): void;
}

export interface Key {
  readonly text: string;
  /** Equal for equal requests. */
  readonly fingerprint: string;
}

export type Accepted =
  | { readonly kind: 'new'; readonly notification: Notification }
  /** The same request came before. */
  | { readonly kind: 'repeated'; readonly notification: Notification }
  /** Another request came with this key. */
  | { readonly kind: 'mismatched' };

/** How long a key is known, and what it led to is kept, milliseconds. */
export const keyLifetime = 24 * 60 * 60 * 1000;

/** Rows that one call of `forget` removes at most, of each kind. */
export const forgetLimit = 1_000;
