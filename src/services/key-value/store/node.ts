import type { Refusal } from '#kit/web/problem.ts';
import type { Condition } from '../keys/conditions.ts';
import { refuse } from '../errors.ts';

/** A value as it is kept; it moves as it is. */
export interface Entry {
  readonly value: string;
  /** Names the write that made it: see conditions.ts. */
  readonly tag: string;
  /** From this instant on the key has no value, milliseconds since the epoch; undefined: never. */
  readonly expiresAt: number | undefined;
}

/** The part of an entry that conditions and expiry need. */
export type Head = Pick<Entry, 'tag' | 'expiresAt'>;

export function isExpired({ expiresAt }: Pick<Head, 'expiresAt'>, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** A condition on what is there, judged in the step that writes. */
export interface Guard {
  readonly condition: Condition;
  readonly now: number;
  /** The former owner's entry. It counts unless the key has a value or a tombstone here. */
  readonly left: Head | undefined;
}

/** A part of the keys in the order of their bytes. */
export interface Range {
  /** The first key that may be in it, itself included. */
  readonly from: string;
  readonly prefix: string;
  /** The most keys that are read. */
  readonly limit: number;
}

export interface ListedKey {
  readonly key: string;
  /** Bytes of the value in UTF-8. */
  readonly size: number;
  readonly expiresAt: number | undefined;
}

export interface Listed {
  readonly keys: readonly ListedKey[];
  /** The last key that was read; undefined: there are no more. */
  readonly upTo: string | undefined;
}

/**
 * One node of the ring: a map from keys to entries, and the version of the ring that it serves.
 *
 * Every operation names the version that its caller believes in, and is refused (VersionMismatch)
 * when the node serves another one. So a replica that missed a change cannot read or write at a
 * former owner: it finds out before it does harm. Every method throws STORE_UNAVAILABLE (503) while
 * the node is away.
 *
 * A step that finds an expired entry removes it. So expiry is one event for all callers, whatever
 * instant each of them believes in.
 */
export interface NodeMap {
  /** The entry, also an expired one, or undefined. */
  get(versionId: string, key: string): Promise<Entry | undefined>;
  /**
   * Sets an entry. False, and nothing is done, when the condition is not met.
   *
   * @param leaveTombstone in place of an expired entry: see `delete`
   * @throws Refusal STORE_FULL (507) when there is no room for it
   */
  put(
    versionId: string,
    key: string,
    entry: Entry,
    leaveTombstone: boolean,
    guard?: Guard,
  ): Promise<boolean>;
  /**
   * Removes a key if it is there. False, and nothing is done, when the condition is not met.
   *
   * @param leaveTombstone a value that is still on its way from the former owner must not come
   *   back; tombstones last until the next version
   */
  delete(versionId: string, key: string, leaveTombstone: boolean, guard?: Guard): Promise<boolean>;
  /**
   * Removes a key unless it has an entry that has not expired. Yields that entry, or undefined.
   *
   * @param leaveTombstone as for `delete`, also when nothing is here
   */
  expire(
    versionId: string,
    key: string,
    now: number,
    leaveTombstone: boolean,
  ): Promise<Entry | undefined>;
  /**
   * Takes over the former owner's entry, unless the key has a value or a tombstone here: then
   * that is newer. Yields the entry that is here afterwards, expired or not.
   *
   * @throws Refusal STORE_FULL (507) when there is no room for it; then nothing newer is here
   */
  accept(versionId: string, key: string, entry: Entry): Promise<Entry | undefined>;
  /** All keys, some at a time. A key added or removed during the read may be among them or not. */
  keys(): AsyncIterable<readonly string[]>;
  /** The first keys of a range that have a value. */
  list(versionId: string, range: Range, now: number): Promise<Listed>;
  /** Those of the keys that have a tombstone or an expired entry here. */
  gone(versionId: string, keys: readonly string[], now: number): Promise<readonly string[]>;
  /**
   * Keys that have expired, the earliest first, then in byte order: a portion of them.
   *
   * @param after the one after which it begins; undefined: at the first
   */
  expired(after: ExpiredKey | undefined, now: number): Promise<readonly ExpiredKey[]>;
  /** Number of keys, with those that have expired and are not removed yet. */
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

export interface ExpiredKey {
  readonly key: string;
  readonly expiresAt: number;
}

/** Expired keys that a node tells at a time. */
export const expiredPortion = 256;

/** The node serves another version of the ring than the caller's; nothing was done. */
export class VersionMismatch extends Error {}

/** The refusal that `fence` throws. */
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
