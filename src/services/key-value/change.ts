/** Nodes come and go online: keys move to their new owner before they are served from there. */
import { setImmediate } from 'node:timers/promises';
import {
  expectEmpty,
  expectReachable,
  fence,
  maxAttempts,
  placeOf,
  type Cluster,
  type View,
} from './cluster.ts';
import { refuse } from './errors.ts';
import { nodeId, sameNodes, type NodeAddress } from './node-list.ts';
import { StaleRing, type NodePool } from './node.ts';
import { markOf, newName } from './ring-store.ts';

/** Keys that move at once: they travel together, but must not hold up the others. */
const together = 16;

/**
 * Puts `nodes` in force and moves the keys whose owner changes; keys are served meanwhile. Yields
 * the number of keys that moved. Calling it again after a failure finishes what it began.
 *
 * @param lost names of present nodes that are gone for good: their keys are given up
 * @throws Refusal RING_CHANGING while another change is under way, NODE_NOT_EMPTY,
 *   NODE_UNREACHABLE
 */
export async function changeRing(
  cluster: Cluster,
  nodes: readonly NodeAddress[],
  lost: readonly string[] = [],
): Promise<number> {
  await cluster.refresh();
  const { record } = cluster.view;
  if (record.former === undefined) {
    if (sameNodes(record.nodes, nodes)) return 0;
    if (!(await beginChange(cluster, nodes, lost))) await cluster.refresh();
  } else if (lost.length > 0) {
    throw refuse.RING_CHANGING();
  }
  // Whoever began the change: if it leads to these nodes, it is this one.
  if (!sameNodes(cluster.view.record.nodes, nodes)) throw refuse.RING_CHANGING();
  return finishChange(cluster);
}

/** False when another replica was faster. */
async function beginChange(
  cluster: Cluster,
  nodes: readonly NodeAddress[],
  lost: readonly string[],
): Promise<boolean> {
  const { pool, view } = cluster;
  const { ring, version, nodes: former } = view.record;
  const members = new Set(former.map(nodeId));
  const joining = nodes.filter((node) => !members.has(nodeId(node)));
  const living = former.filter(({ name }) => !lost.includes(name));
  await expectReachable(pool, [...living, ...joining]);
  for (const node of living) await fence(view, pool.open(node));
  await expectEmpty(pool, joining);
  await expectOthers(pool, joining, view.mark);
  const next = { ring, version: version + 1, change: newName(), nodes, former };
  return cluster.replace(lost.length > 0 ? { ...next, lost } : next);
}

/** Under two addresses one map would lose each key that moves from the one to the other. */
async function expectOthers(
  pool: NodePool,
  joining: readonly NodeAddress[],
  mark: string,
): Promise<void> {
  for (const node of joining) {
    const served = await pool.open(node).serves();
    if (served === undefined || markOf(served) !== mark) continue;
    throw refuse.NODE_NOT_EMPTY(`the node ${node.name} is one of the present nodes`);
  }
}

/** Moves what is left to move and ends the change; nothing when none is under way. */
export async function finishChange(cluster: Cluster): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { view } = cluster;
    const { ring, version, change, nodes, former } = view.record;
    if (former === undefined) return 0;
    try {
      const moved = await moveKeys(view);
      const next = { ring, version: version + 1, change, nodes };
      if (!(await cluster.replace(next))) await cluster.refresh();
      await cluster.tellNodes();
      return moved;
    } catch (error) {
      if (!(error instanceof StaleRing)) throw error;
      // Another replica has ended the change, or a node has lost what it knew.
      await cluster.refresh(view);
    }
  }
  throw refuse.NODE_OF_ANOTHER_RING('a node serves another version of the ring than is known here');
}

async function moveKeys(view: View): Promise<number> {
  const former = [...view.former!.nodes.values()];
  for (const node of [...former, ...view.current.nodes.values()]) await fence(view, node);
  let moved = 0;
  for (const node of former) {
    for await (const keys of node.portions()) {
      const moving = keys.filter((key) => placeOf(view, key).former === node);
      for (let i = 0; i < moving.length; i += together) {
        await Promise.all(moving.slice(i, i + together).map((key) => moveKey(view, key)));
      }
      moved += moving.length;
      // Portions without a key that moves take no turn of their own.
      await setImmediate();
    }
  }
  return moved;
}

async function moveKey(view: View, key: string): Promise<void> {
  const { mark } = view;
  const { node, former } = placeOf(view, key);
  const value = await former!.get(mark, key);
  if (value !== undefined) await node.accept(mark, key, value);
  await former!.delete(mark, key, false);
}
