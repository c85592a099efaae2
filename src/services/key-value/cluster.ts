/**
 * The ring in force and the operations on keys.
 *
 * While the ring changes, the new owner of a key decides. A key that has a value or a tombstone
 * there has moved; any other key still counts at its former owner. Writes go to the new owner only;
 * one with a condition tells it what the former owner has. A read moves the value that it finds at
 * the former owner, and change.ts moves all keys.
 *
 * Before a replica serves a key by a version, it fences the nodes of the key with that version, the
 * former owner first. From then on a replica that missed the change can no longer write there.
 */
import { storeUnavailable } from '#kit/web/problem.ts';
import { guardOf, read, type Only } from './keys/at-owner.ts';
import { newTag } from './keys/conditions.ts';
import { refuse } from './errors.ts';
import { expectEmpty, expectReachable } from './node-checks.ts';
import type { NodeAddress } from './ring/node-list.ts';
import { VersionMismatch, type Entry, type NodePool } from './store/node.ts';
import { newName, versionIdOf, type RingRecord, type RingStore } from './store/ring-store.ts';
import { fence, nodesOf, openView, ownersOf, type Owners, type View } from './view.ts';

/** How often an operation learns of another ring and starts over before it gives up. */
export const maxAttempts = 10;

interface PutOptions {
  /** From this instant on the key has no value, milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
  readonly only?: Only | undefined;
}

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
   * The entry, or undefined.
   *
   * @param now milliseconds since the epoch
   * @throws Refusal STORE_UNAVAILABLE while a node of the key is away
   */
  get(key: string, now: number): Promise<Entry | undefined> {
    return this.#withOwners(key, ({ versionId }, owners) => read(versionId, key, owners, now));
  }

  /**
   * Sets a value and yields its tag.
   *
   * @throws Refusal PRECONDITION_FAILED, STORE_FULL, STORE_UNAVAILABLE as `get`
   */
  async put(key: string, value: string, { expiresAt, only }: PutOptions = {}): Promise<string> {
    const entry = { value, tag: newTag(), expiresAt };
    const isDone = await this.#withOwners(key, async ({ versionId }, { owner, former }) => {
      const guard = only && (await guardOf(only, versionId, key, former));
      return owner.put(versionId, key, entry, former !== undefined, guard);
    });
    if (!isDone) throw refuse.PRECONDITION_FAILED();
    return entry.tag;
  }

  /**
   * Removes a key if it is there.
   *
   * @throws Refusal PRECONDITION_FAILED, STORE_UNAVAILABLE as `get`
   */
  async delete(key: string, only?: Only): Promise<void> {
    const isDone = await this.#withOwners(key, async ({ versionId }, { owner, former }) => {
      const guard = only && (await guardOf(only, versionId, key, former));
      return owner.delete(versionId, key, former !== undefined, guard);
    });
    if (!isDone) throw refuse.PRECONDITION_FAILED();
  }

  /** Runs an operation on a key, with the nodes of the key fenced. */
  #withOwners<T>(key: string, operation: (view: View, owners: Owners) => Promise<T>): Promise<T> {
    return this.withView(async (view) => {
      const owners = ownersOf(view, key);
      if (owners.former !== undefined) await fence(view, owners.former);
      // The usual operation awaits nothing before it reaches the node.
      if (!view.fenced.has(owners.owner)) await fence(view, owners.owner);
      return operation(view, owners);
    });
  }

  /**
   * Runs an operation; when a node serves another version, again with the ring as it is now.
   *
   * @throws Refusal STORE_UNAVAILABLE when the ring that a node serves is not stored
   */
  async withView<T>(operation: (view: View) => Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const view = this.#view;
      try {
        return await operation(view);
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
      // A change may have come into force here by now: it is later than the stored one.
      if (this.#view.record === own) this.#view = view;
    }
  }

  /** Replaces the ring in force by `next`. False when that is another one by now. */
  async replace(next: RingRecord): Promise<boolean> {
    const before = this.#view.record;
    const view = await openView(this.pool, next);
    if (!(await this.store.replace(before, next))) return false;
    if (this.#view.record === before) this.#view = view;
    return true;
  }

  /** Closes connections to nodes that are no longer in use. */
  closeUnused(): void {
    this.pool.closeUnused(nodesOf(this.#view));
  }
}
