/** The outbox: changes of stock that the system of record does not have yet. */
import { Type, type Static } from 'typebox';
import { Line } from './reservations.ts';
import { Stock, type StockKey } from './stock.ts';

/** A change of the stock on hand (`available + held`) that the record has to know. */
export const Movement = Type.Object({
  ...Line.properties,
  delta: Type.Integer({ description: 'change of the stock on hand' }),
  seq: Type.Integer({ description: '1, 2, 3 … for each stock key, in the order they happened in' }),
});
export type Movement = Static<typeof Movement>;

const OfAnOrder = Type.Union([Type.String(), Type.Null()], {
  description: 'null for a loading or an adjustment',
});

/** The changes that one confirmation, one loading or one adjustment has to write into the record. */
export const OutboxEntry = Type.Object({
  id: Type.String({ description: 'for a confirmation, the id of its reservation' }),
  kind: Type.Enum(['confirm', 'load', 'adjust']),
  hubId: Type.String(),
  orderId: OfAnOrder,
  userId: OfAnOrder,
  reason: Type.Optional(Type.String({ description: 'of an adjustment' })),
  reference: Type.Optional(Type.String({ description: 'of an adjustment' })),
  at: Type.Integer(),
  movements: Type.Array(Movement),
});
export type OutboxEntry = Static<typeof OutboxEntry>;

export interface Backlog {
  readonly entries: number;
  /** Instant of the oldest entry. */
  readonly oldestAt: number | undefined;
  /** Entries that the record has rejected. */
  readonly rejected: number;
}

/** An entry that the record has rejected. It is tried again at `retryAt`. */
export const Rejection = Type.Object({
  entryId: Type.String(),
  hubId: Type.String(),
  failures: Type.Integer(),
  reason: Type.String(),
  retryAt: Type.Integer(),
});
export type Rejection = Static<typeof Rejection>;

export const PendingMovement = Type.Object({
  entryId: Type.String(),
  seq: Type.Integer(),
  delta: Type.Integer(),
});
export type PendingMovement = Static<typeof PendingMovement>;

/** The stock of one key at one instant, for reconciliation. */
export const Snapshot = Type.Object({
  hubId: Type.String(),
  sku: Type.String(),
  stock: Stock,
  pending: Type.Union([Type.Array(PendingMovement), Type.Null()], {
    description: 'movements that are in the outbox; null when there are more than limits.pending',
  }),
});
export type Snapshot = Static<typeof Snapshot>;

export interface Outbox {
  /**
   * Oldest entries that nobody has claimed, or whose claim has lapsed. They are the caller's until
   * `lifetimes.claimMs` is over. Not one step, but a step for each shard.
   */
  claim(now: number): Promise<OutboxEntry[]>;
  /** Removes entries that the record has; an entry that is already gone is not an error. */
  acknowledge(entries: readonly OutboxEntry[]): Promise<void>;
  /** Ends claims before their time. */
  unclaim(entries: readonly OutboxEntry[]): Promise<void>;
  /**
   * Counts a failure of an entry that the record rejects. The entry can be claimed again after
   * `lifetimes.retryMs`, which doubles with each failure up to `lifetimes.maxRetryMs`.
   */
  reject(entry: OutboxEntry, reason: string, now: number): Promise<void>;
  /** Entries that the record has rejected, at most `limits.rejections`. */
  rejections(): Promise<Rejection[]>;
  backlog(): Promise<Backlog>;

  /** All keys that were ever loaded, in portions; a key loaded during the read may be missing. */
  stockKeys(): AsyncIterable<readonly StockKey[]>;
  /** The state of each key, in the given order; each is read in one step. */
  snapshots(keys: readonly StockKey[]): Promise<Snapshot[]>;
}
