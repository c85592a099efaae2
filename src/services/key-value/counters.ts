import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { Cluster } from './cluster.ts';

/** What the business asks of a key-value store. */
const counters = {
  reads: { help: 'Keys looked up, by whether there was a value', label: 'found' },
  writes: { help: 'Values stored' },
  deletes: { help: 'Keys deleted, also those without a value' },
} as const;

/** Counts what the cluster does. */
export function counted(cluster: Cluster, metrics: Metrics, name: string): Cluster {
  const count = metrics.counters(name, counters);
  return afterSteps(cluster, {
    get: (value) => count.reads(String(value !== undefined)),
    put: () => count.writes(),
    delete: () => count.deletes(),
  });
}
