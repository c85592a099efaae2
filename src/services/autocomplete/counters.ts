import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { TermStore } from './store/autocomplete-store.ts';

/** The counters for the business questions about autocomplete. */
const counters = {
  completions: { help: 'Prefixes completed, also those without a result' },
  trained: { help: 'Terms trained; repeats count' },
  forgotten: { help: 'Terms deleted by operators' },
  blocked: { help: 'Times that operators have blocked a term' },
} as const;

/** Registers the counters, and returns what counts the steps of the store and the completions. */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  const store: StepCounts<TermStore> = {
    train(outcome, _index, increments) {
      if (outcome !== 'done') return;
      for (const times of increments.values()) count.trained(times);
    },
    forget: (wasThere) => count.forgotten(Number(wasThere)),
    block: (outcome) => count.blocked(Number(outcome === 'done')),
  };
  return { store, completed: () => count.completions() };
}
