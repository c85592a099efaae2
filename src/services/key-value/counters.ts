import type { StepCounts } from '#kit/observe/counters.ts';
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

/** Registers the counters, and returns what counts the steps of the cluster and the keys of a sweep. */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  const cluster: StepCounts<Cluster> = {
    get: (entry) => count.reads(String(entry !== undefined)),
    put: () => count.writes(),
    delete: () => count.deletes(),
    replace: (isInForce) => {
      if (isInForce) count.ring_changes();
    },
  };
  return { cluster, expired: (keys: number) => count.expired(keys) };
}
