/** Nodes come and go online: keys move to their new owner before they are served from there. */
import { setImmediate } from 'node:timers/promises';
import { maxAttempts, type Cluster } from './cluster.ts';
import { refuse } from './errors.ts';
import { expectEmpty, expectOtherMaps, expectReachable } from './node-checks.ts';
import { sameNodes, type NodeAddress } from './ring/node-list.ts';
import { VersionMismatch } from './store/node.ts';
import { newName } from './store/ring-store.ts';
import { fence, joiningNodes, nodesOf, ownersOf, type View } from './view.ts';

/** Keys that move at once: they travel together, but must not hold up the others. */
const keysAtOnce = 16;

/**
 * Puts `nodes` in force and moves the keys whose owner changes; keys are served during that. Yields
 * the number of keys that moved. Calling it again after a failure finishes what it began.
 *
 * @param lost names of present nodes that are gone for good: their keys are given up
 * @throws Refusal RING_CHANGING while another change is under way, NODE_NOT_EMPTY,
 *   NODE_UNREACHABLE, and as `finishChange`
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
  // A change to the same nodes counts as this one, whichever replica began it.
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
  const joining = joiningNodes(former, nodes);
  const living = former.filter(({ name }) => !lost.includes(name));
  await expectReachable(pool, [...living, ...joining]);
  try {
    for (const node of living) await fence(view, pool.open(node));
  } catch (error) {
    if (error instanceof VersionMismatch) return false;
    throw error;
  }
  await expectEmpty(pool, joining);
  await expectOtherMaps(pool, joining, view.versionId);
  const next = { ring, version: version + 1, change: newName(), nodes, former };
  return cluster.replace(lost.length > 0 ? { ...next, lost } : next);
}

/**
 * Moves what is left to move and ends the change; nothing when none is under way.
 *
 * @returns number of keys that moved
 * @throws Refusal STORE_UNAVAILABLE while a node is away, NODE_OF_ANOTHER_RING, STORE_FULL when a
 *   node has no room for what comes to it
 */
export async function finishChange(cluster: Cluster): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { view } = cluster;
    const { ring, version, change, nodes, former } = view.record;
    if (former === undefined) return 0;
    try {
      const moved = await moveKeys(view);
      const next = { ring, version: version + 1, change, nodes };
      if (!(await cluster.replace(next))) await cluster.refresh();
      return moved;
    } catch (error) {
      if (!(error instanceof VersionMismatch)) throw error;
      // Another replica has ended the change, or a node has lost what it knew.
      await cluster.refresh(view);
    }
  }
  throw refuse.NODE_OF_ANOTHER_RING(
    'a node serves a version of the ring that the store does not know',
  );
}

async function moveKeys(view: View): Promise<number> {
  const former = [...view.former!.nodes.values()];
  // Former nodes come first in both: see cluster.ts.
  for (const node of [...former, ...nodesOf(view)]) await fence(view, node);
  let moved = 0;
  for (const node of former) {
    for await (const keys of node.keys()) {
      const moving = keys.filter((key) => ownersOf(view, key).former === node);
      for (let i = 0; i < moving.length; i += keysAtOnce) {
        await Promise.all(moving.slice(i, i + keysAtOnce).map((key) => moveKey(view, key)));
      }
      moved += moving.length;
      // Let other requests run: a portion in which no key moves does not wait for anything.
      await setImmediate();
    }
  }
  return moved;
}

async function moveKey(view: View, key: string): Promise<void> {
  const { versionId } = view;
  const { owner, former } = ownersOf(view, key);
  // As it is, also when it has expired: its owner decides.
  const entry = await former!.get(versionId, key);
  if (entry !== undefined) await owner.accept(versionId, key, entry);
  await former!.delete(versionId, key, false);
}
