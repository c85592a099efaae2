import type { Metrics } from '#kit/host/metrics.ts';
import type { Answer } from './schemas.ts';

/** What the business asks of serviceability. */
const counters = {
  lookups: {
    help: 'Places looked up, by the tier that found the hub; none: not served',
    label: 'tier',
  },
  turned_away: {
    help: 'Places not served because the hubs that would are closed or paused',
    label: 'reason',
  },
} as const;

/** Yields what counts an answer. */
export function countLookups(metrics: Metrics, name: string): (answer: Answer) => void {
  const count = metrics.counters(name, counters);
  return ({ tier, reason }) => {
    count.lookups(tier ?? 'none');
    if (reason !== undefined) count.turned_away(reason);
  };
}
