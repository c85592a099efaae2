/** Nodes come and go online: keys move to their new owner before they are served from there. */
import { placeOf, withMoved, type Cluster, type View } from './cluster.ts';
import { refuse } from './errors.ts';
import { nodeId, sameNodes, type NodeAddress } from './node-list.ts';
import { StaleRing, type NodePool } from './node.ts';

/**
 * Puts `nodes` in force and moves the keys whose owner changes; keys are served meanwhile. Yields
 * the number of keys that moved. Calling it again after a failure finishes what it began.
 *
 * @throws Refusal RING_CHANGING while another change is under way, NODE_NOT_EMPTY, NODE_UNREACHABLE
 */
export async function changeRing(cluster: Cluster, nodes: readonly NodeAddress[]): Promise<number> {
  await cluster.refresh();
  const { record } = cluster.view;
  if (record.former === undefined) {
    if (sameNodes(record.nodes, nodes)) return 0;
    const { nodes: former } = await withMoved(cluster.pool, record, nodes);
    await expectEmpty(cluster.pool, former, nodes);
    await cluster.store.replace(record.version, { version: record.version + 1, nodes, former });
    await cluster.refresh();
  }
  // Whoever began the change: if it leads to these nodes, it is this one.
  if (!sameNodes(cluster.view.record.nodes, nodes)) throw refuse.RING_CHANGING();
  return finishChange(cluster);
}

/** Moves what is left to move and ends the change; nothing when none is under way. */
export async function finishChange(cluster: Cluster): Promise<number> {
  const { view } = cluster;
  const { version, nodes, former } = view.record;
  if (former === undefined) return 0;
  try {
    const moved = await moveKeys(view);
    await cluster.store.replace(version, { version: version + 1, nodes });
    return moved;
  } catch (error) {
    // Another replica has moved the last key and ended the change.
    if (error instanceof StaleRing) return 0;
    throw error;
  } finally {
    await cluster.refresh();
  }
}

async function moveKeys(view: View): Promise<number> {
  const { version } = view.record;
  let moved = 0;
  for (const former of view.former!.nodes.values()) {
    for await (const keys of former.portions()) {
      const moving = keys.filter((key) => placeOf(view, key).former === former);
      await Promise.all(
        moving.map(async (key) => {
          const value = await former.get(version, key);
          if (value !== undefined) await placeOf(view, key).node.accept(version, key, value);
          await former.delete(version, key, false);
        }),
      );
      moved += moving.length;
    }
  }
  return moved;
}

/** What lies in a node that joins would be served as if it had just been stored. */
async function expectEmpty(
  pool: NodePool,
  former: readonly NodeAddress[],
  next: readonly NodeAddress[],
): Promise<void> {
  const members = new Set(former.map(nodeId));
  for (const node of next.filter((each) => !members.has(nodeId(each)))) {
    const count = await (await pool.open(node)).count();
    if (count > 0) {
      throw refuse.NODE_NOT_EMPTY(`the node ${node.name} holds ${count} keys already`);
    }
  }
}
