import type { NodeAddress } from './node-list.ts';

/** The ring in force, or the change that is under way. */
export interface RingRecord {
  /** Grows by one when a change begins and when it ends. */
  readonly version: number;
  readonly nodes: readonly NodeAddress[];
  /** While keys move: the nodes that had them. */
  readonly former?: readonly NodeAddress[];
}

/** Where all replicas find the ring. Throws STORE_UNAVAILABLE (503) while it is away. */
export interface RingStore {
  /** Undefined before the first `replace`. */
  load(): Promise<RingRecord | undefined>;
  /**
   * Puts `record` in the place of the one with version `before` (0: of none), in one indivisible,
   * durable step. False when another version is there.
   */
  replace(before: number, record: RingRecord): Promise<boolean>;
  ready(): Promise<void>;
  close(): Promise<void>;
}
