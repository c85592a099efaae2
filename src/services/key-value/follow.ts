import type { Clock } from '#kit/service.ts';
import { finishChange } from './change.ts';
import type { Cluster } from './cluster.ts';

/** How long a change may take before other replicas help with it, milliseconds. */
const helpAfter = 10_000;

/**
 * What each replica does now and then: learns of changes that no request has run into, and
 * finishes one whose replica died.
 */
export function follow(cluster: Cluster, clock: Clock): () => Promise<void> {
  let seen = { mark: '', at: 0 };
  return async () => {
    await cluster.refresh();
    cluster.tidy();
    const { mark, former } = cluster.view;
    if (mark !== seen.mark) seen = { mark, at: clock() };
    if (former !== undefined && clock() - seen.at >= helpAfter) await finishChange(cluster);
  };
}
