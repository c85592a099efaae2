/**
 * One node of the ring: a map from keys to values, and the version of the ring that it serves.
 *
 * Every operation names the version that its caller believes in, and is refused when the node
 * serves another one. So a replica that missed a change cannot read or write at a former owner:
 * it finds out before it does harm.
 */
export interface NodeMap {
  /** The value, or undefined. */
  get(version: number, key: string): Promise<string | undefined>;
  put(version: number, key: string, value: string): Promise<void>;
  /**
   * Removes a key if it is there.
   *
   * @param remember keeps a tombstone until the next version: a value that is still on its way from
   *   the former owner must not come back
   */
  delete(version: number, key: string, remember: boolean): Promise<void>;
  /**
   * Takes over what the former owner had, unless the key has a value or a tombstone here: then
   * that is newer. Yields the value that is here afterwards.
   */
  accept(version: number, key: string, value: string): Promise<string | undefined>;
  /** All keys, in portions. A key that comes or goes meanwhile may be among them or not. */
  portions(): AsyncIterable<readonly string[]>;
  /** Number of keys. */
  count(): Promise<number>;
  /** The version that the node serves; 0 when it never served one. */
  version(): Promise<number>;
  /**
   * Serves this version from now on and drops all tombstones; nothing if it serves it already.
   *
   * @throws StaleRing when it serves a later one
   */
  fence(version: number): Promise<void>;
  /** @throws when it does not answer */
  ready(): Promise<void>;
}

/** The node serves another version than the caller's; nothing was done. */
export class StaleRing extends Error {
  /** The version that the node serves. */
  readonly version: number;

  constructor(version: number) {
    super(`the node serves version ${version} of the ring`);
    this.version = version;
  }
}

/** Opens nodes; one object for each name and address. */
export interface NodePool {
  /** @throws Refusal NODE_UNREACHABLE when nothing answers at its address */
  open(node: { readonly name: string; readonly address?: string }): Promise<NodeMap>;
  /** Lets go of what is not in use any more. */
  keep(used: ReadonlySet<NodeMap>): Promise<void>;
  close(): Promise<void>;
}
