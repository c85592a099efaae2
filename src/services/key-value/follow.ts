import type { Clock } from '#kit/host/service.ts';
import { finishChange } from './change.ts';
import type { Cluster } from './cluster.ts';

/** How long a change may take before other replicas help with it, milliseconds. */
const helpAfterMs = 10_000;

/**
 * Returns the step of each replica's loop, every second: it learns of changes that no request has run
 * into, and finishes one whose replica died.
 */
export function follow(cluster: Cluster, clock: Clock): () => Promise<void> {
  let seen = { versionId: '', at: 0 };
  return async () => {
    await cluster.refresh();
    cluster.closeUnused();
    const { versionId, former } = cluster.view;
    if (versionId !== seen.versionId) seen = { versionId, at: clock() };
    if (former !== undefined && clock() - seen.at >= helpAfterMs) await finishChange(cluster);
  };
}
