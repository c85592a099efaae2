/**
 * What the inventory asks of its system of record: what happened to the stock, for good. Every
 * method throws STORE_UNAVAILABLE (503) while the store is away.
 */
import type { OutboxEntry, PendingMovement, Place, Reading } from './stock-store.ts';

/** A reading whose movements in the outbox are all known. */
export interface WholeReading extends Reading {
  readonly pending: readonly PendingMovement[];
}

/** What the record says about a reading of the operational store. */
export interface Comparison {
  /** Stock on hand at the instant of the reading, as far as its movements have been recorded. */
  readonly recorded: number;
  /** Sum of the reading's pending movements that had not been recorded. */
  readonly unrecorded: number;
}

export interface OnHand extends Place {
  readonly quantity: number;
  /** Highest sequence number among its movements. */
  readonly lastSeq: number;
}

export interface RecordStore {
  /**
   * Writes the movements that are not written yet, and changes the stock on hand by exactly
   * those: one indivisible, durable step, which may be repeated, and raced by other replicas.
   */
  append(entries: readonly OutboxEntry[]): Promise<void>;
  /**
   * Compares readings with one snapshot, taken after them. Movements that happened after the
   * reading do not count.
   */
  compare(readings: readonly WholeReading[]): Promise<Comparison[]>;
  /** All places of the record, in portions. */
  onHand(): AsyncIterable<readonly OnHand[]>;
  ready(): Promise<void>;
  close(): Promise<void>;
}
