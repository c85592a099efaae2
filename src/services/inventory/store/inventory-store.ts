/**
 * The operational store of the inventory: stock, reservations and the outbox. Every
 * method is one indivisible, durable step unless it says otherwise; the present instant is always
 * an argument (`now`, milliseconds). Every method throws STORE_UNAVAILABLE (503) while the store
 * is away.
 */
import type { Store } from '#kit/stores/store.ts';
import type { Outbox } from './outbox.ts';
import type { Reservations } from './reservations.ts';
import type { StockCounts } from './stock.ts';

export interface InventoryStore extends Store, StockCounts, Reservations, Outbox {}

/** How long the record may take to take in the entries of one claim, milliseconds. */
export const recordLimitMs = 10_000;

export const lifetimes = {
  /** A reservation can be confirmed while `now <= reserved at + holdMs`, unless it asks for another time. */
  holdMs: 30_000,
  /** However often it is extended, a reservation is not held for longer than that. */
  maxHeldMs: 3_600_000,
  /** A reservation that ended is known that long, for repeated requests. */
  endedMs: 86_400_000,
  /** The reference of an adjustment stands for that one so long. */
  referenceMs: 7 * 86_400_000,
  /** An outbox entry whose drainer died can be claimed again. */
  claimMs: recordLimitMs + 2_000,
  /** An entry that the record rejects is tried again that much later, then twice as much … */
  retryMs: 15_000,
  /** … and at the most: */
  maxRetryMs: 600_000,
} as const;

/** How long Redis keeps what tells of a reference: a day longer than it has a meaning. */
export const keptReferenceMs = lifetimes.referenceMs + 86_400_000;

export const limits = {
  /** Units that a loading or an adjustment makes available. */
  available: 1_000_000_000,
  /** Reservations that one step of `reap` settles. */
  reap: 200,
  /** Reservations that one step of `heldReservations` looks at. */
  heldSearch: 1_000,
  /** Outbox entries that one step of `claim` takes. */
  claim: 200,
  /** Stock keys that are listed, and reconciled, together. */
  keys: 100,
  /** Movements in the outbox that a snapshot lists for one key. */
  pending: 1_000,
  /** Rejected outbox entries that a report lists. */
  rejections: 100,
} as const;
