/**
 * The ring in force and the operations on keys.
 *
 * While the ring changes, the new owner of a key decides: what has a value or a tombstone there
 * has arrived, anything else still counts at the former owner. Writes go to the new owner alone,
 * a read takes along what it finds at the former one, and change.ts does so for all keys. Nobody
 * serves a key by a version before its nodes are fenced with it, the former owner first: a replica
 * that missed the change can then not write there any more.
 */
import { redactUrl } from '#kit/env.ts';
import { Refusal, storeUnavailable } from '#kit/problem.ts';
import { refuse } from './errors.ts';
import { nodeId, type NodeAddress } from './node-list.ts';
import { StaleRing, type NodeMap, type NodePool } from './node.ts';
import { Ring } from './ring.ts';
import { markOf, newName, type RingRecord, type RingStore } from './ring-store.ts';

/** How often an operation learns of another ring and begins anew before it gives up. */
export const maxAttempts = 10;

/** One version of the ring, with its nodes open. */
export interface View {
  readonly record: RingRecord;
  readonly mark: string;
  readonly current: Members;
  /** While keys move; without the nodes that are lost. */
  readonly former: Members | undefined;
  /** The nodes that are known to serve this version. */
  readonly fenced: Set<NodeMap>;
}

interface Members {
  readonly ring: Ring;
  readonly nodes: ReadonlyMap<string, NodeMap>;
}

interface Place {
  readonly node: NodeMap;
  /** Only while the key may still be at another node. */
  readonly former: NodeMap | undefined;
}

/** Where a key belongs. */
export function placeOf({ current, former }: View, key: string): Place {
  const node = current.nodes.get(current.ring.owner(key))!;
  const before = former?.nodes.get(former.ring.owner(key));
  return { node, former: before === node ? undefined : before };
}

/** Lets a node serve the version of a view. */
export async function fence(view: View, node: NodeMap): Promise<void> {
  if (view.fenced.has(node)) return;
  await node.fence(view.record);
  view.fenced.add(node);
}

export class Cluster {
  readonly store: RingStore;
  readonly pool: NodePool;
  #view: View;
  #refreshing: Promise<void> | undefined;

  private constructor(store: RingStore, pool: NodePool, record: RingRecord) {
    this.store = store;
    this.pool = pool;
    this.#view = openView(pool, record);
  }

  /**
   * Opens the ring that is in force, or makes one of `nodes`.
   *
   * @throws Refusal STORE_UNAVAILABLE, NODE_UNREACHABLE, NODE_NOT_EMPTY
   */
  static async open(
    store: RingStore,
    pool: NodePool,
    nodes: readonly NodeAddress[],
  ): Promise<Cluster> {
    const known = await store.load();
    if (known !== undefined) return new Cluster(store, pool, known);
    const first = await firstRecord(pool, nodes);
    const isFirst = await store.replace(undefined, first);
    const cluster = new Cluster(store, pool, isFirst ? first : (await store.load())!);
    // From now on who starts with these nodes, and without this store, finds the ring in them.
    await cluster.tellNodes();
    return cluster;
  }

  get view(): View {
    return this.#view;
  }

  /** The value, or undefined. */
  get(key: string): Promise<string | undefined> {
    return this.#attempt(key, async ({ mark }, { node, former }) => {
      const left = await former?.get(mark, key);
      return left === undefined ? node.get(mark, key) : node.accept(mark, key, left);
    });
  }

  put(key: string, value: string): Promise<void> {
    return this.#attempt(key, ({ mark }, { node }) => node.put(mark, key, value));
  }

  /** Removes a key if it is there. */
  delete(key: string): Promise<void> {
    return this.#attempt(key, ({ mark }, { node, former }) =>
      node.delete(mark, key, former !== undefined),
    );
  }

  /** Runs an operation, again with the ring as it is now when a node serves another version. */
  async #attempt<T>(key: string, operation: (view: View, place: Place) => Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const view = this.#view;
      const place = placeOf(view, key);
      try {
        if (place.former !== undefined) await fence(view, place.former);
        if (!view.fenced.has(place.node)) await fence(view, place.node);
        return await operation(view, place);
      } catch (error) {
        if (!(error instanceof StaleRing)) throw error;
        await this.refresh(view);
      }
    }
    throw storeUnavailable();
  }

  /**
   * Takes over what the store has.
   *
   * @param stale a node has refused to serve this view
   */
  async refresh(stale?: View): Promise<void> {
    stale?.fenced.clear();
    this.#refreshing ??= this.#load().finally(() => (this.#refreshing = undefined));
    await this.#refreshing;
    if (stale !== undefined && stale === this.#view) await this.#askNodes();
  }

  /** Puts `next` in the place of the ring in force. False when that is another one by now. */
  async replace(next: RingRecord): Promise<boolean> {
    const before = this.#view.record;
    if (!(await this.store.replace(before, next))) return false;
    if (this.#view.record === before) this.#view = openView(this.pool, next);
    return true;
  }

  /** Nodes learn of a ring when they are used; where it is forgotten, it is found in them. */
  async tellNodes(): Promise<void> {
    const view = this.#view;
    await Promise.allSettled([...nodesOf(view)].map((node) => fence(view, node)));
  }

  /** The store may have fallen behind what the nodes serve. */
  async #askNodes(): Promise<void> {
    const { record: own } = this.#view;
    const asked = [...nodesOf(this.#view)].map((node) => node.serves().catch(() => undefined));
    const later = (await Promise.all(asked))
      .filter((record) => record !== undefined)
      .filter(({ ring, version }) => ring === own.ring && version > own.version);
    const latest = later.toSorted((a, b) => b.version - a.version)[0];
    if (latest !== undefined) await this.replace(latest);
  }

  async #load(): Promise<void> {
    const stored = await this.store.load();
    const own = this.#view.record;
    if (stored === undefined || (stored.ring === own.ring && stored.version < own.version)) {
      // The store has lost what it had acknowledged.
      await this.store.replace(stored, own);
    } else if (markOf(stored) !== markOf(own)) {
      this.#view = openView(this.pool, stored);
    }
  }

  /** Closes connections that are not in use any more. */
  tidy(): void {
    this.pool.keep(nodesOf(this.#view));
  }

  /** Resolves when the ring can be read; a node that is away is 503 for its keys alone. */
  ready(): Promise<void> {
    return this.store.ready();
  }

  async close(): Promise<void> {
    this.pool.close();
    await this.store.close();
  }
}

/**
 * The ring that the nodes serve, where it was forgotten here; else a new one of empty nodes.
 * What lies in a node would otherwise be served as if it had just been stored.
 */
async function firstRecord(pool: NodePool, nodes: readonly NodeAddress[]): Promise<RingRecord> {
  await expectReachable(pool, nodes);
  const served: RingRecord[] = [];
  for (const address of nodes) {
    const node = pool.open(address);
    const record = await node.serves();
    // An empty node may have left the ring that it served last.
    const isMember = record?.nodes.some((member) => nodeId(member) === nodeId(address));
    if (record !== undefined && (isMember || (await node.count()) > 0)) served.push(record);
  }
  const latest = served.toSorted((a, b) => b.version - a.version)[0];
  const isOne = served.every(({ ring }) => ring === latest!.ring);
  if (latest !== undefined && isOne) return latest;
  await expectEmpty(pool, nodes);
  return { ring: newName(), version: 1, change: newName(), nodes };
}

/**
 * A change that a missing node would hold up had better not begin.
 *
 * @throws Refusal NODE_UNREACHABLE
 */
export async function expectReachable(
  pool: NodePool,
  nodes: readonly NodeAddress[],
): Promise<void> {
  for (const node of nodes) {
    try {
      await pool.open(node).ready();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { name, address = 'home' } = node;
      throw refuse.NODE_UNREACHABLE(`the node ${name} does not answer at ${redactUrl(address)}`);
    }
  }
}

/** @throws Refusal NODE_NOT_EMPTY */
export async function expectEmpty(pool: NodePool, nodes: readonly NodeAddress[]): Promise<void> {
  for (const node of nodes) {
    const count = await pool.open(node).count();
    if (count === 0) continue;
    throw refuse.NODE_NOT_EMPTY(`the node ${node.name} holds ${count} keys already`);
  }
}

function openView(pool: NodePool, record: RingRecord): View {
  const { nodes, former, lost = [] } = record;
  return {
    record,
    mark: markOf(record),
    current: openMembers(pool, nodes, []),
    former: former && openMembers(pool, former, lost),
    fenced: new Set(),
  };
}

function openMembers(
  pool: NodePool,
  nodes: readonly NodeAddress[],
  lost: readonly string[],
): Members {
  const living = nodes.filter(({ name }) => !lost.includes(name));
  return {
    ring: new Ring(nodes.map(({ name }) => name)),
    nodes: new Map(living.map((node) => [node.name, pool.open(node)])),
  };
}

/** All nodes that hold keys, former ones too. */
function nodesOf({ current, former }: View): Set<NodeMap> {
  return new Set([...current.nodes.values(), ...(former?.nodes.values() ?? [])]);
}
