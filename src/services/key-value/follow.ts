import type { Clock } from '#kit/host/service.ts';
import { finishChange } from './change.ts';
import type { Cluster } from './cluster.ts';

/** How long a change may take before other replicas help with it, milliseconds. */
const helpAfterMs = 10_000;

/**
 * Returns what each replica does every second: it learns of a change of the ring that no request has run
 * into, and finishes one whose replica died. The ring is one small value, so it is read as a whole.
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
