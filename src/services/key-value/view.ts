/** One version of the ring, with its nodes open, and where a key belongs in it. */
import { nodeId, type NodeAddress } from './ring/node-list.ts';
import { Ring } from './ring/ring.ts';
import type { NodeMap, NodePool } from './store/node.ts';
import { versionIdOf, type RingRecord } from './store/ring-store.ts';

export interface View {
  readonly record: RingRecord;
  readonly versionId: string;
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

export async function openView(pool: NodePool, record: RingRecord): Promise<View> {
  const { nodes, former, lost = [] } = record;
  return {
    record,
    versionId: versionIdOf(record),
    current: await openMembers(pool, nodes, []),
    former: former && (await openMembers(pool, former, lost)),
    fenced: new Set(),
  };
}

async function openMembers(
  pool: NodePool,
  nodes: readonly NodeAddress[],
  lost: readonly string[],
): Promise<Members> {
  const ring = await Ring.of(nodes.map(({ name }) => name));
  const living = nodes.filter(({ name }) => !lost.includes(name));
  return {
    ring,
    nodes: new Map(living.map((node) => [node.name, pool.open(node)])),
  };
}

export interface Owners {
  readonly owner: NodeMap;
  /** Only while the key may still be at another node. */
  readonly former: NodeMap | undefined;
}

export function ownersOf({ current, former }: View, key: string): Owners {
  const owner = current.nodes.get(current.ring.owner(key))!;
  const before = former?.nodes.get(former.ring.owner(key));
  return { owner, former: before === owner ? undefined : before };
}

/** All nodes that hold keys, former ones too. */
export function nodesOf({ current, former }: View): Set<NodeMap> {
  return new Set([...current.nodes.values(), ...(former?.nodes.values() ?? [])]);
}

/** Lets a node serve the version of a view. @throws VersionMismatch */
export async function fence(view: View, node: NodeMap): Promise<void> {
  if (view.fenced.has(node)) return;
  await node.fence(view.versionId);
  view.fenced.add(node);
}

/** Nodes of `next` that are not among `present`: a name at another address is another node. */
export function joiningNodes(
  present: readonly NodeAddress[],
  next: readonly NodeAddress[],
): NodeAddress[] {
  const members = new Set(present.map(nodeId));
  return next.filter((node) => !members.has(nodeId(node)));
}
