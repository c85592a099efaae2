/**
 * The ring in force and the operations on keys.
 *
 * While the ring changes, the new owner of a key decides: what has a value or a tombstone there
 * has arrived, anything else still counts at the former owner. Writes go to the new owner alone,
 * a read takes along what it finds at the former one, and change.ts does so for all keys. Before
 * the first of this happens every node has been fenced, so that no replica that missed the change
 * can still write at a former owner.
 */
import { storeUnavailable } from '#kit/problem.ts';
import { nodeId, type NodeAddress } from './node-list.ts';
import { StaleRing, type NodeMap, type NodePool } from './node.ts';
import { Ring } from './ring.ts';
import type { RingRecord, RingStore } from './ring-store.ts';

/** How often an operation learns of another ring and begins anew before it gives up. */
const maxAttempts = 10;

/** One version of the ring, with its nodes open. */
export interface View {
  readonly record: RingRecord;
  readonly current: Members;
  /** While keys move. */
  readonly former: Members | undefined;
}

interface Members {
  readonly ring: Ring;
  readonly nodes: ReadonlyMap<string, NodeMap>;
}

/** Where a key belongs; `former` only while it may still be at another node. */
export function placeOf(view: View, key: string): { node: NodeMap; former: NodeMap | undefined } {
  const node = ownerOf(view.current, key);
  const former = view.former && ownerOf(view.former, key);
  return { node, former: former === node ? undefined : former };
}

const ownerOf = ({ ring, nodes }: Members, key: string) => nodes.get(ring.owner(key))!;

export class Cluster {
  readonly store: RingStore;
  readonly pool: NodePool;
  #view: View;

  private constructor(store: RingStore, pool: NodePool, view: View) {
    this.store = store;
    this.pool = pool;
    this.#view = view;
  }

  /**
   * Opens the ring that is in force, or puts `nodes` in force where there is none.
   *
   * @throws Refusal NODE_UNREACHABLE
   */
  static async open(
    store: RingStore,
    pool: NodePool,
    nodes: readonly NodeAddress[],
  ): Promise<Cluster> {
    const record = (await store.load()) ?? (await firstRecord(store, pool, nodes));
    const view = await openView(pool, await withMoved(pool, record, nodes));
    const cluster = new Cluster(store, pool, view);
    await cluster.refresh();
    return cluster;
  }

  get view(): View {
    return this.#view;
  }

  /** The value, or undefined. */
  get(key: string): Promise<string | undefined> {
    return this.#attempt(async (view) => {
      const { version } = view.record;
      const { node, former } = placeOf(view, key);
      const left = await former?.get(version, key);
      return left === undefined ? node.get(version, key) : node.accept(version, key, left);
    });
  }

  put(key: string, value: string): Promise<void> {
    return this.#attempt((view) => placeOf(view, key).node.put(view.record.version, key, value));
  }

  /** Removes a key if it is there. */
  delete(key: string): Promise<void> {
    return this.#attempt((view) => {
      const { node, former } = placeOf(view, key);
      return node.delete(view.record.version, key, former !== undefined);
    });
  }

  /** Runs an operation, again with the ring as it is now when a node serves another version. */
  async #attempt<T>(operation: (view: View) => Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      try {
        return await operation(this.#view);
      } catch (error) {
        if (!(error instanceof StaleRing)) throw error;
        await this.refresh();
      }
    }
    throw storeUnavailable();
  }

  /**
   * Puts in force what the store has, if it is later than what is known here; in any case all
   * nodes serve it afterwards.
   */
  async refresh(): Promise<void> {
    const record = await this.store.load();
    const known = this.#view.record.version;
    if (record === undefined || record.version < known) return;
    const view = record.version === known ? this.#view : await openView(this.pool, record);
    try {
      await Promise.all([...nodesOf(view)].map((node) => node.fence(record.version)));
    } catch (error) {
      // Another replica is further on already: the next attempt finds out where.
      if (!(error instanceof StaleRing)) throw error;
      return;
    }
    if (record.version > this.#view.record.version) this.#view = view;
  }

  /** Closes the connections that no operation can be using any more. */
  async tidy(): Promise<void> {
    await this.pool.keep(nodesOf(this.#view));
  }

  async ready(): Promise<void> {
    await this.store.ready();
    await Promise.all([...nodesOf(this.#view)].map((node) => node.ready()));
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.store.close();
  }
}

/** Nodes that served another ring before, which is lost, must not refuse this one. */
async function firstRecord(
  store: RingStore,
  pool: NodePool,
  nodes: readonly NodeAddress[],
): Promise<RingRecord> {
  const versions = nodes.map(async (node) => (await pool.open(node)).version());
  const record = { version: 1 + Math.max(...(await Promise.all(versions))), nodes };
  return (await store.replace(0, record)) ? record : (await store.load())!;
}

/**
 * The record with the addresses of `next` for nodes whose data has moved along with them: a copy
 * of a node, made by the operator or by a failover, says that it serves the version in force.
 */
export async function withMoved(
  pool: NodePool,
  record: RingRecord,
  next: readonly NodeAddress[],
): Promise<RingRecord> {
  const moved = (nodes: readonly NodeAddress[]) =>
    Promise.all(
      nodes.map(async (node) => {
        const successor = next.find(({ name }) => name === node.name);
        if (successor === undefined || nodeId(successor) === nodeId(node)) return node;
        const isCopy = (await (await pool.open(successor)).version()) === record.version;
        return isCopy ? successor : node;
      }),
    );
  const nodes = await moved(record.nodes);
  return record.former === undefined
    ? { ...record, nodes }
    : { ...record, nodes, former: await moved(record.former) };
}

async function openView(pool: NodePool, record: RingRecord): Promise<View> {
  const current = await openMembers(pool, record.nodes);
  const former = record.former && (await openMembers(pool, record.former));
  return { record, current, former };
}

async function openMembers(pool: NodePool, nodes: readonly NodeAddress[]): Promise<Members> {
  const open = async (node: NodeAddress) => [node.name, await pool.open(node)] as const;
  const ring = new Ring(nodes.map(({ name }) => name));
  return { ring, nodes: new Map(await Promise.all(nodes.map(open))) };
}

/** All nodes that hold keys, former ones too. */
function nodesOf({ current, former }: View): Set<NodeMap> {
  return new Set([...current.nodes.values(), ...(former?.nodes.values() ?? [])]);
}
