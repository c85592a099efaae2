/** The outbox: changes of stock that the system of record does not have yet. */
import type { Line } from './reservations.ts';
import type { Stock, StockKey } from './stock.ts';

/** A change of the stock on hand (`available + held`) that the record has to know. */
export interface Movement extends Line {
  /** Change of the stock on hand. */
  readonly delta: number;
  /** 1, 2, 3 … for each stock key, in the order in which they happened. */
  readonly seq: number;
}

/** What one confirmation or one loading has to write into the record. */
export interface OutboxEntry {
  /** For a confirmation, the id of its reservation. */
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
  /** Instant of the oldest entry. */
  readonly oldestAt: number | undefined;
}

export interface PendingMovement {
  readonly entryId: string;
  readonly seq: number;
  readonly delta: number;
}

/** The stock of one key at one instant, for reconciliation. */
export interface Snapshot extends StockKey {
  readonly stock: Stock;
  /** Sequence number of its last movement; 0 when it was never loaded. */
  readonly seq: number;
  /** Movements that are in the outbox; undefined when there are more than `limits.pending`. */
  readonly pending: readonly PendingMovement[] | undefined;
}

export interface Outbox {
  /**
   * Oldest entries that nobody has claimed, or whose claim has lapsed. They are the caller's until
   * `lifetimes.claimMs` is over. Not one step, but a step for each shard.
   */
  claim(now: number): Promise<OutboxEntry[]>;
  /** Removes entries that the record has; what is gone already is no error. */
  acknowledge(entries: readonly OutboxEntry[]): Promise<void>;
  /** Ends claims before their time. */
  unclaim(entries: readonly OutboxEntry[]): Promise<void>;
  backlog(): Promise<Backlog>;

  /** All keys that were ever loaded, in portions; one that is loaded meanwhile may be missing. */
  stockKeys(): AsyncIterable<readonly StockKey[]>;
  /** The state of each key, in the given order; each is read in one step. */
  snapshots(keys: readonly StockKey[]): Promise<Snapshot[]>;
}
