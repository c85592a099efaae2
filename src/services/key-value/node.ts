import type { RingRecord } from './ring-store.ts';

/**
 * One node of the ring: a map from keys to values, and the version of the ring that it serves.
 *
 * Every operation names the version that its caller believes in, by its mark, and is refused
 * (StaleRing) when the node serves another one. So a replica that missed a change cannot read or
 * write at a former owner: it finds out before it does harm. Every method throws
 * STORE_UNAVAILABLE (503) while the node is away.
 */
export interface NodeMap {
  /** The value, or undefined. */
  get(mark: string, key: string): Promise<string | undefined>;
  put(mark: string, key: string, value: string): Promise<void>;
  /**
   * Removes a key if it is there.
   *
   * @param remember keeps a tombstone until the next version: a value that is still on its way from
   *   the former owner must not come back
   */
  delete(mark: string, key: string, remember: boolean): Promise<void>;
  /**
   * Takes over what the former owner had, unless the key has a value or a tombstone here: then
   * that is newer. Yields the value that is here afterwards.
   */
  accept(mark: string, key: string, value: string): Promise<string | undefined>;
  /** All keys, in portions. A key that comes or goes meanwhile may be among them or not. */
  portions(): AsyncIterable<readonly string[]>;
  /** Number of keys. */
  count(): Promise<number>;
  /** What was fenced last, or undefined. */
  serves(): Promise<RingRecord | undefined>;
  /**
   * Serves this version from now on and drops all tombstones; nothing if it serves it already.
   *
   * @throws StaleRing when it serves a later one, or another one of that number
   * @throws Refusal NODE_OF_ANOTHER_RING when it holds keys of another ring
   */
  fence(record: RingRecord): Promise<void>;
  /** @throws Error when it does not answer */
  ready(): Promise<void>;
}

/** The node serves another version than the caller's; nothing was done. */
export class StaleRing extends Error {}

/** Opens nodes; one object for each name and address. */
export interface NodePool {
  /** Whether it answers shows at the first operation. */
  open(node: { readonly name: string; readonly address?: string }): NodeMap;
  /** Lets go of nodes that were not in use for many calls. */
  keep(used: ReadonlySet<NodeMap>): void;
  close(): void;
}
