import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { Resolver } from './resolve.ts';
import type { MappingStore } from './store/store.ts';

/** What the business asks of a URL shortener. */
const counters = {
  shortened: { help: 'URLs that got a code' },
  redirects: { help: 'Requests led to a URL' },
} as const;

/** Counts what the store and the resolver yield. */
export function count(
  store: MappingStore,
  resolver: Resolver,
  metrics: Metrics,
  name: string,
): void {
  const count = metrics.counters(name, counters);
  afterSteps(store, {
    insertIfAbsent: (isNew) => {
      if (isNew) count.shortened();
    },
  });
  afterSteps(resolver, { resolve: () => count.redirects() });
}
