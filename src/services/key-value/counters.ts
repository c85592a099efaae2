import { afterSteps } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { Cluster } from './cluster.ts';

/** The counters for the business questions about a key-value store. */
const counters = {
  reads: { help: 'Keys looked up, by whether there was a value', label: 'found' },
  writes: { help: 'Values stored' },
  deletes: { help: 'Keys deleted, also those without a value' },
  expired: {
    help: 'Expired keys that the sweep removed, without those that a request found first',
  },
  ring_changes: { help: 'Changes of the ring that began or ended' },
} as const;

/** Counts what the cluster does; yields the cluster, and what counts the keys of a sweep. */
export function counted(cluster: Cluster, metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  afterSteps(cluster, {
    get: (entry) => count.reads(String(entry !== undefined)),
    put: () => count.writes(),
    delete: () => count.deletes(),
    replace: (isInForce) => {
      if (isInForce) count.ring_changes();
    },
  });
  return { cluster, countExpired: (keys: number) => count.expired(keys) };
}
