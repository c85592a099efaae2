/**
 * The system of record of the inventory: the movements of the stock, for good. Every method throws
 * STORE_UNAVAILABLE (503) while the store is away.
 */
import type { Store } from '#kit/stores/store.ts';
import type { Movement, OutboxEntry, Snapshot } from './outbox.ts';
import type { StockKey } from './stock.ts';

/** A snapshot whose movements in the outbox are all known. */
export type CompleteSnapshot = Snapshot & { readonly pending: object };

/** The result of comparing the record with a snapshot of the operational store. */
export interface Comparison {
  /** Stock on hand at the instant of the snapshot, as far as its movements have been recorded. */
  readonly recorded: number;
  /** Sum of the snapshot's pending movements that had not been recorded. */
  readonly unrecorded: number;
}

export interface OnHand extends StockKey {
  readonly quantity: number;
  /** Highest sequence number among its movements. */
  readonly lastSeq: number;
}

/** A movement in the record. */
export interface RecordedMovement extends Movement {
  readonly hubId: string;
  readonly entryId: string;
  readonly kind: OutboxEntry['kind'];
  /** Only of a confirmation, as the order and its user are. */
  readonly reservationId: string | null;
  readonly orderId: string | null;
  readonly userId: string | null;
  /** Only of an adjustment, as the reference is. */
  readonly reason: string | null;
  readonly reference: string | null;
  readonly at: number;
}

/** Where a list of movements goes on. */
export type MovementPosition = Pick<RecordedMovement, 'seq' | 'entryId'>;

export interface RecordStore extends Store {
  /**
   * Writes the movements that are not written yet, and changes the stock on hand by exactly
   * those: one indivisible, durable step, which may be repeated, and raced by other replicas.
   */
  append(entries: readonly OutboxEntry[]): Promise<void>;
  /**
   * Compares snapshots with one state of the record, taken after them. Movements that happened
   * after the snapshot do not count.
   */
  compare(snapshots: readonly CompleteSnapshot[]): Promise<Comparison[]>;
  /** All stock keys of the record, in portions. */
  onHand(): AsyncIterable<readonly OnHand[]>;
  /** Movements of a stock key, the newest first, at most `count`, after a position. */
  movements(
    key: StockKey,
    after: MovementPosition | undefined,
    count: number,
  ): Promise<RecordedMovement[]>;
}

/** Rows of `movements`: one for each line of a confirmation, and for each loading or adjustment. */
export function movementRows(entries: readonly OutboxEntry[]) {
  return entries.flatMap(({ id, kind, hubId, orderId, userId, reason, reference, at, movements }) =>
    movements.map((movement) => ({
      ...movement,
      entry_id: id,
      reservation_id: kind === 'confirm' ? id : null,
      hub_id: hubId,
      kind,
      order_id: orderId,
      user_id: userId,
      reason: reason ?? null,
      reference: reference ?? null,
      at,
    })),
  );
}
