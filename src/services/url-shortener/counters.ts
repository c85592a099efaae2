import { afterSteps } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { LinkStore } from './store/links.ts';

/** The counters for the business questions about a URL shortener. */
const counters = {
  shortened: { help: 'URLs that got a code' },
  redirects: { help: 'Requests led to a URL' },
  changed: { help: 'Changes of links by an operator' },
  removed: { help: 'Links removed by an operator' },
  uncounted_clicks: { help: 'Redirects that no statistics count, since memory was full' },
} as const;

/** Counts what the steps of the store yield, and returns what counts the rest. */
export function count(store: LinkStore, metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  afterSteps(store, {
    insertIfAbsent: (isNew) => {
      if (isNew) count.shortened();
    },
    update: (link) => {
      if (link) count.changed();
    },
    remove: (isRemoved) => {
      if (isRemoved) count.removed();
    },
  });
  return { onRedirect: () => count.redirects(), onLost: () => count.uncounted_clicks() };
}
