/**
 * What the inventory asks of its operational store: stock, reservations and the outbox. Every
 * method is one indivisible, durable step unless it says otherwise; the present instant is always
 * an argument (`now`, milliseconds). Every method throws STORE_UNAVAILABLE (503) while the store
 * is away.
 */

/** Where one counter of stock lies. */
export interface Place {
  readonly hubId: string;
  readonly sku: string;
}

/** `loaded = available + held + confirmed` at every instant. */
export interface Stock {
  readonly loaded: number;
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
  /** Counters that the available units are spread over: 10 for a hot SKU, else 1. */
  readonly buckets: number;
}

export interface Load extends Place {
  /** Units available afterwards. */
  readonly quantity: number;
  /** Undefined: as it is, and not partitioned at first. */
  readonly partitioned: boolean | undefined;
  /** Fresh id of the outbox entry. */
  readonly entryId: string;
  readonly now: number;
}

export type LoadOutcome =
  | { readonly kind: 'loaded'; readonly stock: Stock }
  | { readonly kind: 'below-held'; readonly held: number };

export interface Line {
  readonly sku: string;
  readonly qty: number;
}

export interface Reserve {
  /** A fresh id, used unless the order holds a reservation already. */
  readonly reservationId: string;
  readonly hubId: string;
  readonly orderId: string;
  readonly userId: string;
  /** Each SKU once, sorted: two requests for the same goods have equal lines. */
  readonly lines: readonly Line[];
  /** For each line the bucket of a hot SKU to try first, 0–9. */
  readonly primaries: readonly number[];
  readonly now: number;
}

export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly reservationId: string; readonly expiresAt: number }
  /** Nothing was taken. `available`: units of each line's SKU. */
  | { readonly kind: 'short'; readonly available: readonly number[] }
  /** The order holds a reservation of other lines, or of another user. */
  | { readonly kind: 'order-mismatch' };

/** How a reservation ended. */
export type Ending = 'confirmed' | 'released' | 'expired';

/** A change of the stock on hand (`available + held`) that the record has to know. */
export interface Movement extends Line {
  /** Change of the stock on hand. */
  readonly delta: number;
  /** 1, 2, 3 … for each hub and SKU, in the order in which they happened. */
  readonly seq: number;
}

/** What one confirmation or one loading has to write into the record. */
export interface OutboxEntry {
  /** Of a confirmation: the reservation's. */
  readonly id: string;
  readonly kind: 'confirm' | 'load';
  readonly hubId: string;
  /** Null for a loading. */
  readonly orderId: string | null;
  readonly userId: string | null;
  readonly at: number;
  readonly movements: readonly Movement[];
}

export interface Backlog {
  readonly entries: number;
  /** Instant of the oldest one. */
  readonly oldestAt: number | undefined;
}

export interface PendingMovement {
  readonly entryId: string;
  readonly seq: number;
  readonly delta: number;
}

/** One place at one instant, for reconciliation. */
export interface Reading extends Place {
  readonly stock: Stock;
  /** Sequence number of its last movement; 0 when it was never loaded. */
  readonly seq: number;
  /** Movements that are in the outbox; undefined when there are more than `pendingLimit`. */
  readonly pending: readonly PendingMovement[] | undefined;
}

export interface StockStore {
  stock(place: Place): Promise<Stock | undefined>;
  /** Sets the available units, and puts the change into the outbox. */
  load(load: Load): Promise<LoadOutcome>;
  /** Takes all lines or none. An order that holds a reservation of the same lines gets that one. */
  reserve(reserve: Reserve): Promise<ReserveOutcome>;
  /** How the reservation ended: 'confirmed' if it could be. Then it stands in the outbox. */
  confirm(reservationId: string, now: number): Promise<Ending | 'unknown'>;
  /** How the reservation ended: 'released' if it could be. Then its units are back. */
  release(reservationId: string, now: number): Promise<Ending | 'unknown'>;
  /**
   * Returns the units of overdue reservations and forgets those that ended long ago, a bounded
   * number of them; true when there may be more. Not one step, but a step for each shard.
   */
  reap(now: number): Promise<boolean>;

  /**
   * Oldest entries that nobody has claimed, or whose claim has lapsed. They are the caller's until
   * `lifetimes.claim` is over. Not one step, but a step for each shard.
   */
  claim(now: number): Promise<OutboxEntry[]>;
  /** Removes entries that the record has; what is gone already is no error. */
  acknowledge(entries: readonly OutboxEntry[]): Promise<void>;
  /** Ends a claim before its time. */
  giveBack(entries: readonly OutboxEntry[]): Promise<void>;
  backlog(): Promise<Backlog>;

  /** All places that were ever loaded, in portions; one that comes meanwhile may be missing. */
  places(): AsyncIterable<readonly Place[]>;
  /** Reads places; each is read in one step. */
  read(places: readonly Place[]): Promise<Reading[]>;

  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Lifetimes, in milliseconds. */
export const lifetimes = {
  /** A reservation can be confirmed while `now <= reserved at + hold`. */
  hold: 30_000,
  /** A reservation that ended is known that long, for repeated requests. */
  ended: 86_400_000,
  /** An outbox entry whose drainer died can be claimed again; a query is given up after 10 s. */
  claim: 12_000,
} as const;

/** Bounds of one portion of work. */
export const portions = {
  /** Reservations that one step of `reap` settles. */
  reap: 200,
  /** Outbox entries that one step of `claim` takes. */
  claim: 200,
  /** Places that are reconciled together. */
  places: 100,
  /** Movements in the outbox that `read` lists for one place. */
  pending: 1_000,
} as const;

export const nowhere: Stock = { loaded: 0, available: 0, held: 0, confirmed: 0, buckets: 1 };
