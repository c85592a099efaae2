import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { UsageStore } from './store/usage.ts';

/** What the business asks of promotions. */
const counters = {
  applied: { help: 'Promotions applied to a cart' },
  refused: {
    help: 'Promotions whose conditions were met, and that were not applied',
    label: 'reason',
  },
} as const;

/** Counts what the steps of the store yield. A repeated order counts nothing. */
export function counted(usage: UsageStore, metrics: Metrics, name: string): UsageStore {
  const count = metrics.counters(name, counters);
  return afterSteps(usage, {
    countUses(outcome) {
      if (outcome.kind !== 'counted') return;
      for (const verdict of outcome.verdicts) {
        if (verdict === 'applied') count.applied();
        else count.refused(verdict);
      }
    },
  });
}
