import type { Refusal } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';

/**
 * One node of the ring: a map from keys to values, and the version of the ring that it serves.
 *
 * Every operation names the version that its caller believes in, and is refused (VersionMismatch)
 * when the node serves another one. So a replica that missed a change cannot read or write at a
 * former owner: it finds out before it does harm. Every method throws STORE_UNAVAILABLE (503) while
 * the node is away.
 */
export interface NodeMap {
  /** The value, or undefined. */
  get(versionId: string, key: string): Promise<string | undefined>;
  /** @throws Refusal STORE_FULL (507) when there is no room for it */
  put(versionId: string, key: string, value: string): Promise<void>;
  /**
   * Removes a key if it is there.
   *
   * @param leaveTombstone a value that is still on its way from the former owner must not come
   *   back; tombstones last until the next version
   */
  delete(versionId: string, key: string, leaveTombstone: boolean): Promise<void>;
  /**
   * Takes over what the former owner had, unless the key has a value or a tombstone here: then
   * that is newer. Yields the value that is here afterwards.
   *
   * @throws Refusal STORE_FULL (507) when there is no room for it; then nothing newer is here
   */
  accept(versionId: string, key: string, value: string): Promise<string | undefined>;
  /** All keys, some at a time. A key that comes or goes meanwhile may be among them or not. */
  keys(): AsyncIterable<readonly string[]>;
  /** Number of keys. */
  count(): Promise<number>;
  /** The version that was fenced last, or undefined. */
  servedVersion(): Promise<string | undefined>;
  /**
   * Serves this version from now on and drops all tombstones; nothing if it serves it already.
   *
   * @throws VersionMismatch when it serves a later one, or another one of that number
   * @throws Refusal NODE_OF_ANOTHER_RING when it holds keys of another ring
   */
  fence(versionId: string): Promise<void>;
  /** @throws Refusal STORE_UNAVAILABLE when it does not answer */
  ready(): Promise<void>;
}

/** The node serves another version of the ring than the caller's; nothing was done. */
export class VersionMismatch extends Error {}

/** To be thrown by `fence`. */
export const nodeOfAnotherRing = (name: string): Refusal =>
  refuse.NODE_OF_ANOTHER_RING(`the node ${name} holds keys of another ring`);

/** Opens nodes; one object for each name and address. */
export interface NodePool {
  /** Does not wait for the node: whether it answers shows at the first operation. */
  open(node: { readonly name: string; readonly address?: string }): NodeMap;
  /** Closes nodes that were unused at many calls in a row. */
  closeUnused(used: ReadonlySet<NodeMap>): void;
  close(): void;
}
