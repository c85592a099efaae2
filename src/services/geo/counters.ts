import type { Metrics } from '#kit/host/metrics.ts';
import type { Finding } from './serviceability.ts';

/** What the business asks of serviceability. */
const counters = {
  lookups: {
    help: 'Places looked up, by the tier that found the hub; none: not served',
    label: 'tier',
  },
} as const;

/** Yields what counts an answer. */
export function countLookups(metrics: Metrics, name: string): (finding: Finding) => void {
  const count = metrics.counters(name, counters);
  return ({ candidates, tried }) =>
    count.lookups(candidates.length > 0 ? tried.at(-1)!.tier : 'none');
}
