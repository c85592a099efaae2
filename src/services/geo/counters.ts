import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { Answer } from './schemas.ts';
import type { HubStore } from './store/geo-store.ts';

/** The counters for the business questions about serviceability. */
const counters = {
  lookups: {
    help: 'Places looked up, by the tier that found the hub; none: not served',
    label: 'tier',
  },
  turned_away: {
    help: 'Places not served because the hubs that cover them are closed or paused',
    label: 'reason',
  },
  hub_changes: { help: 'Hubs created, replaced, changed or removed' },
} as const;

/** Registers the counters, and returns what counts the steps of the store and the answers. */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  const store: StepCounts<HubStore> = {
    save: () => count.hub_changes(),
    patch: (hub) => count.hub_changes(hub === undefined ? 0 : 1),
    remove: (areas) => count.hub_changes(areas.length === 0 ? 0 : 1),
  };
  const answered = ({ tier, reason }: Answer): void => {
    count.lookups(tier ?? 'none');
    if (reason !== undefined) count.turned_away(reason);
  };
  return { store, answered };
}
