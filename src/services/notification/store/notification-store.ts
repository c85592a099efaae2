/**
 * The store of notifications. Each method is one indivisible, durable step, and throws
 * STORE_UNAVAILABLE (503) while the store is away. Instants are milliseconds since the epoch, by the
 * caller's clock. A shared store measures claims and pauses by its own clock: only their length counts.
 */
import type { Changes } from '#kit/web/event-streams.ts';
import type { Store } from '#kit/stores/store.ts';
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import type { Draft, Joining, Notification, Outcome, Plan, Step } from '../notification.ts';
import type { Preferences } from '../rules/preference-schemas.ts';
import type { BatchStore } from './batches.ts';
import type { InboxStore } from './inboxes.ts';

export { maxPageBytes, type Page } from './inboxes.ts';
export type { Draft, Joining, Notification, Outcome };

export interface NotificationStore extends Store, InboxStore, BatchStore {
  /**
   * Stores a notification that goes out at once, unless its user has preferences that may concern
   * it: then these are the answer, and nothing is stored. An in-app notification is delivered. Any
   * other one is in the outbox, claimed by the caller as its first attempt until `claimedUntil`.
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
  ): Promise<Accepted | Preferred>;

  /** Stores a notification as it was decided, otherwise as `accept` does. Looks at no preferences. */
  acceptPlanned(
    draft: Draft,
    plan: Plan,
    key: IdempotencyKey | undefined,
    claimedUntil: number,
    now: number,
  ): Promise<Accepted>;

  /** The preferences of those of the users who have some. */
  preferences(userIds: readonly string[]): Promise<Map<string, Preferences>>;

  putPreferences(userId: string, preferences: Preferences): Promise<void>;

  /**
   * Adds a draft to the digest whose window is open, or opens one. The digest goes out once, with all
   * that have joined it and were not cancelled.
   */
  join(joining: Joining, key: IdempotencyKey | undefined, now: number): Promise<Accepted | Full>;

  /**
   * Makes up to `limit` of what is due what it was to become: notifications for an inbox come into
   * it, with new numbers; digests as well, or they are in the outbox, and due.
   *
   * @returns whether there may be more, and how many have come into inboxes
   */
  ripen(limit: number, now: number): Promise<{ more: boolean; delivered: number }>;

  /**
   * Claims up to `limit` notifications that are due, the longest due first. The next attempt of each
   * belongs to the caller alone until `claimedUntil`. A claim that is not settled by then lapses.
   */
  claim(limit: number, claimedUntil: number, now: number): Promise<Notification[]>;

  /**
   * Records how the attempt numbered `attempts` ended.
   *
   * @param trace steps to be kept with it
   * @returns false when the claim has lapsed and another one was made: nothing changed
   */
  settle(
    n: number,
    attempts: number,
    outcome: Outcome,
    now: number,
    trace?: readonly Step[],
  ): Promise<boolean>;

  /** Finds a notification of any channel by the number in its id. */
  find(n: number): Promise<Notification | undefined>;

  /** The steps that are kept of one, by the number in its id; those that follow from it are not. */
  trace(n: number): Promise<{ notification: Notification; steps: Step[] } | undefined>;

  /** The greatest number so far; 0 before the first notification. */
  last(): Promise<number>;

  /**
   * How many notifications in the outbox are neither sent nor failed for good: those that have failed
   * and are tried again, and others that are due within `horizonMs`.
   */
  pending(horizonMs: number, now: number): Promise<number>;

  /**
   * Deletes some data that nobody can ask for any more: keys, emails, pushes, batches, and what is in
   * no inbox.
   *
   * @returns whether there may be more
   */
  forget(now: number): Promise<boolean>;

  /** Reports from now on, on every replica, which user's inbox has changed. Call it once. */
  watch(changes: Changes<string>): Promise<void>;
}

export type Accepted =
  | { readonly kind: 'new'; readonly notification: Notification }
  /** The same request came before. */
  | { readonly kind: 'repeated'; readonly notification: Notification }
  /** Another request came with this key. */
  | { readonly kind: 'mismatched' };

/** Nothing is stored: the user has these preferences. */
export interface Preferred {
  readonly kind: 'preferred';
  readonly preferences: Preferences;
}

/** Nothing is stored: the digest has no room left. */
export interface Full {
  readonly kind: 'full';
}

/** Rows of each kind that one call of `forget` deletes at most: those of 128 KiB take some 15 ms. */
export const forgetLimit = 200;
