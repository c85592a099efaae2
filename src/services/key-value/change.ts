/** Nodes come and go online: keys move to their new owner before they are served from there. */
import { storeUnavailable } from '#kit/problem.ts';
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
import { StaleRing } from './node.ts';

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
    const { ring, version, nodes: former } = record;
    if (sameNodes(former, nodes)) return 0;
    const members = new Set(former.map(nodeId));
    const joining = nodes.filter((node) => !members.has(nodeId(node)));
    const living = former.filter(({ name }) => !lost.includes(name));
    await expectReachable(cluster.pool, [...living, ...joining]);
    await expectEmpty(cluster.pool, joining);
    const next = { ring, version: version + 1, nodes, former, ...(lost.length > 0 && { lost }) };
    await cluster.store.replace(record, next);
    await cluster.refresh();
  }
  // Whoever began the change: if it leads to these nodes, it is this one.
  if (!sameNodes(cluster.view.record.nodes, nodes)) throw refuse.RING_CHANGING();
  return finishChange(cluster);
}

/** Moves what is left to move and ends the change; nothing when none is under way. */
export async function finishChange(cluster: Cluster): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { view } = cluster;
    const { ring, version, nodes, former } = view.record;
    if (former === undefined) return 0;
    try {
      const moved = await moveKeys(view);
      await cluster.store.replace(view.record, { ring, version: version + 1, nodes });
      await cluster.refresh();
      await tellNodes(cluster.view);
      return moved;
    } catch (error) {
      if (!(error instanceof StaleRing)) throw error;
      // Another replica has ended the change, or a node has lost what it knew.
      await cluster.refresh(view);
    }
  }
  throw storeUnavailable();
}

/** Nodes learn of a ring when they are used; where it is forgotten, it is found in them. */
async function tellNodes(view: View): Promise<void> {
  await Promise.allSettled([...view.current.nodes.values()].map((node) => fence(view, node)));
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
