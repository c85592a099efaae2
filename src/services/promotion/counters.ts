import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { RuleStore } from './store/rules.ts';
import type { UsageStore } from './store/usage.ts';

/** The counters for the business questions about promotions. */
const counters = {
  applied: { help: 'Promotions applied to a cart' },
  refused: {
    help: 'Promotions whose conditions were met, and that were not applied',
    label: 'reason',
  },
  code_uses: { help: 'Uses of codes that were counted' },
  rule_changes: { help: 'Rules that were created, replaced or removed' },
  cancelled: { help: 'Answers that an order is cancelled; a repeated request counts again' },
} as const;

/**
 * Registers the counters, and returns what counts the steps of the stores. A repeated order counts
 * nothing.
 */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  const changed = (change: object | undefined) => {
    if (change) count.rule_changes();
  };
  const rules: StepCounts<RuleStore> = { create: changed, replace: changed, remove: changed };
  const usage: StepCounts<UsageStore> = {
    countUses(outcome) {
      if (outcome.kind !== 'counted') return;
      for (const verdict of outcome.verdicts) {
        if (verdict === 'applied') count.applied();
        else count.refused(verdict);
      }
      count.code_uses(outcome.codes?.filter((verdict) => verdict === 'counted').length ?? 0);
    },
    cancelOrder(cancelled) {
      if (cancelled) count.cancelled();
    },
  };
  return { rules, usage };
}
