import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { TermStore } from './store/store.ts';

/** What the business asks of autocomplete. */
const counters = {
  completions: { help: 'Prefixes completed, also those without a result' },
  trained: { help: 'Terms trained; repeats count' },
} as const;

/** Counts what the steps of the store yield. */
export function counted(store: TermStore, metrics: Metrics, name: string): TermStore {
  const count = metrics.counters(name, counters);
  return afterSteps(store, {
    complete: () => count.completions(),
    train(outcome, increments) {
      if (outcome !== 'trained') return;
      for (const times of increments.values()) count.trained(times);
    },
  });
}
