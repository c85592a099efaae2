import { afterSteps } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { Answer } from './schemas.ts';
import type { HubStore } from './store/store.ts';

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

/** Counts the changes that the store makes, and yields what counts an answer. */
export function counted(store: HubStore, metrics: Metrics, name: string): (answer: Answer) => void {
  const count = metrics.counters(name, counters);
  afterSteps(store, {
    save: () => count.hub_changes(),
    patch: (hub) => count.hub_changes(hub === undefined ? 0 : 1),
    remove: (areas) => count.hub_changes(areas.length === 0 ? 0 : 1),
  });
  return ({ tier, reason }) => {
    count.lookups(tier ?? 'none');
    if (reason !== undefined) count.turned_away(reason);
  };
}
