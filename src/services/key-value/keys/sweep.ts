/** Removes expired keys from the nodes. Reads do not depend on it: an expired key has no value. */
import { setImmediate } from 'node:timers/promises';
import { isOutage } from '#kit/web/problem.ts';
import type { Cluster } from '../cluster.ts';
import { expiredPortion, type ExpiredKey, type NodeMap } from '../store/node.ts';
import { fence, ownersOf, type View } from '../view.ts';

/**
 * Removes all keys that have expired, in portions. Any number of replicas may do this at once.
 *
 * @param now milliseconds since the epoch
 * @param signal stops it after the current portion
 * @returns the number of removed keys
 * @throws Refusal STORE_UNAVAILABLE if a node is away; the other nodes have then been swept
 */
export function sweep(cluster: Cluster, now: number, signal?: AbortSignal): Promise<number> {
  return cluster.withView(async (view) => {
    let removed = 0;
    let outage: unknown;
    for (const node of view.current.nodes.values()) {
      try {
        removed += await sweepNode(view, node, now, signal);
      } catch (error) {
        if (!isOutage(error)) throw error;
        outage ??= error;
      }
    }
    if (outage !== undefined) throw outage;
    return removed;
  });
}

async function sweepNode(
  view: View,
  node: NodeMap,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  await fence(view, node);
  let removed = 0;
  let staying: ExpiredKey | undefined;
  for (;;) {
    const found = await node.expired(staying, now);
    // A key that is about to move expires at its next owner, which may have a newer entry.
    const isOwn = ({ key }: ExpiredKey) => ownersOf(view, key).owner === node;
    const own = found.filter(isOwn);
    staying = found.findLast((one) => !isOwn(one)) ?? staying;
    await Promise.all(
      own.map(({ key }) => {
        const isMoving = ownersOf(view, key).former !== undefined;
        return node.expire(view.versionId, key, now, isMoving);
      }),
    );
    removed += own.length;
    if (found.length < expiredPortion || signal?.aborted) return removed;
    await setImmediate();
  }
}
