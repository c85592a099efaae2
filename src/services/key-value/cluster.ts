/**
 * The ring in force and the operations on keys.
 *
 * While the ring changes, the new owner of a key decides. A key that has a value or a tombstone
 * there has moved; any other key still counts at its former owner. Writes go to the new owner only.
 * A read moves the value that it finds at the former owner, and change.ts moves all keys.
 *
 * Before a replica serves a key by a version, it fences the nodes of the key with that version, the
 * former owner first. From then on a replica that missed the change cannot write there any more.
 */
import { common, Refusal, storeUnavailable } from '#kit/web/problem.ts';
import { expectEmpty, expectReachable } from './node-checks.ts';
import type { NodeAddress } from './ring/node-list.ts';
import { VersionMismatch, type NodePool } from './store/node.ts';
import { newName, versionIdOf, type RingRecord, type RingStore } from './store/ring-store.ts';
import { fence, nodesOf, openView, ownersOf, type Owners, type View } from './view.ts';

/** How often an operation learns of another ring and begins anew before it gives up. */
export const maxAttempts = 10;

export class Cluster {
  readonly store: RingStore;
  readonly pool: NodePool;
  #view: View;
  #refreshing: Promise<void> | undefined;

  private constructor(store: RingStore, pool: NodePool, view: View) {
    this.store = store;
    this.pool = pool;
    this.#view = view;
  }

  /**
   * Opens the ring that is in force, or makes one of `nodes`, which must be empty then.
   *
   * @throws Refusal STORE_UNAVAILABLE, NODE_UNREACHABLE, NODE_NOT_EMPTY
   */
  static async open(
    store: RingStore,
    pool: NodePool,
    nodes: readonly NodeAddress[],
  ): Promise<Cluster> {
    const known = await store.load();
    if (known !== undefined) return new Cluster(store, pool, await openView(pool, known));
    await expectReachable(pool, nodes);
    await expectEmpty(pool, nodes);
    const first = { ring: newName(), version: 1, change: newName(), nodes };
    const isFirst = await store.replace(undefined, first);
    const record = isFirst ? first : (await store.load())!;
    return new Cluster(store, pool, await openView(pool, record));
  }

  get view(): View {
    return this.#view;
  }

  /**
   * The value, or undefined.
   *
   * @throws Refusal STORE_UNAVAILABLE while a node of the key is away
   */
  get(key: string): Promise<string | undefined> {
    return this.#attempt(key, async ({ versionId }, { owner, former }) => {
      const left = await former?.get(versionId, key);
      if (left === undefined) return owner.get(versionId, key);
      try {
        return await owner.accept(versionId, key, left);
      } catch (error) {
        // The owner has nothing newer: what is left where it was can be read, if not moved.
        if (error instanceof Refusal && error.code === common.STORE_FULL.code) return left;
        throw error;
      }
    });
  }

  /** @throws Refusal STORE_FULL, STORE_UNAVAILABLE as `get` */
  put(key: string, value: string): Promise<void> {
    return this.#attempt(key, ({ versionId }, { owner }) => owner.put(versionId, key, value));
  }

  /**
   * Removes a key if it is there.
   *
   * @throws Refusal STORE_UNAVAILABLE as `get`
   */
  delete(key: string): Promise<void> {
    return this.#attempt(key, ({ versionId }, { owner, former }) =>
      owner.delete(versionId, key, former !== undefined),
    );
  }

  /** Runs an operation; when a node serves another version, again with the ring as it is now. */
  async #attempt<T>(
    key: string,
    operation: (view: View, owners: Owners) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const view = this.#view;
      const owners = ownersOf(view, key);
      try {
        if (owners.former !== undefined) await fence(view, owners.former);
        // The usual operation awaits nothing before it reaches the node.
        if (!view.fenced.has(owners.owner)) await fence(view, owners.owner);
        return await operation(view, owners);
      } catch (error) {
        if (!(error instanceof VersionMismatch)) throw error;
        await this.refresh(view);
      }
    }
    throw storeUnavailable(new Error('a node serves a version of the ring that is not stored'));
  }

  /**
   * Adopts the ring that is stored.
   *
   * @param refused a node has refused to serve this view
   */
  async refresh(refused?: View): Promise<void> {
    refused?.fenced.clear();
    this.#refreshing ??= this.#load().finally(() => (this.#refreshing = undefined));
    await this.#refreshing;
  }

  async #load(): Promise<void> {
    const stored = await this.store.load();
    const own = this.#view.record;
    if (stored === undefined || (stored.ring === own.ring && stored.version < own.version)) {
      // The store has lost a ring that it had acknowledged: store it again.
      await this.store.replace(stored, own);
    } else if (versionIdOf(stored) !== versionIdOf(own)) {
      const view = await openView(this.pool, stored);
      // A change may have come into force here meanwhile: it is later than what was stored.
      if (this.#view.record === own) this.#view = view;
    }
  }

  /** Puts `next` in the place of the ring in force. False when that is another one by now. */
  async replace(next: RingRecord): Promise<boolean> {
    const before = this.#view.record;
    const view = await openView(this.pool, next);
    if (!(await this.store.replace(before, next))) return false;
    if (this.#view.record === before) this.#view = view;
    return true;
  }

  /** Closes connections to nodes that are not in use any more. */
  closeUnused(): void {
    this.pool.closeUnused(nodesOf(this.#view));
  }
}
