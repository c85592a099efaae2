/** What must hold of nodes before a ring is made of them. */
import { redactUrl } from '#kit/base/address-form.ts';
import { plural } from '#kit/base/plural.ts';
import { Refusal } from '#kit/web/problem.ts';
import { refuse } from './errors.ts';
import type { NodeAddress } from './ring/node-list.ts';
import type { NodePool } from './store/node.ts';

/**
 * Expects all nodes to answer: a missing one would hold up a change that has begun.
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
      const { name, address } = node;
      const where = address === undefined ? '' : ` at ${redactUrl(address)}`;
      const refusal = refuse.NODE_UNREACHABLE(`the node ${name} does not answer${where}`);
      refusal.cause = error.cause;
      throw refusal;
    }
  }
}

/**
 * Expects nodes that join to be empty: their keys would be served as if they had just been stored.
 *
 * @throws Refusal NODE_NOT_EMPTY
 */
export async function expectEmpty(pool: NodePool, nodes: readonly NodeAddress[]): Promise<void> {
  for (const node of nodes) {
    const count = await pool.open(node).count();
    if (count === 0) continue;
    throw refuse.NODE_NOT_EMPTY(`the node ${node.name} already holds ${plural(count, 'key')}`);
  }
}

/**
 * Expects nodes that join to be other maps than the present nodes. If one map were in the ring
 * under two addresses, each key that moves from the one to the other would be lost.
 *
 * @param versionId served by the present nodes
 * @throws Refusal NODE_NOT_EMPTY
 */
export async function expectOtherMaps(
  pool: NodePool,
  joining: readonly NodeAddress[],
  versionId: string,
): Promise<void> {
  for (const node of joining) {
    if ((await pool.open(node).servedVersion()) !== versionId) continue;
    throw refuse.NODE_NOT_EMPTY(
      `the node ${node.name} is already a node of the ring under another name or address`,
    );
  }
}
