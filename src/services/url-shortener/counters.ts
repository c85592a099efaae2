import type { StepCounts } from '#kit/observe/counters.ts';
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

/** Registers the counters, and returns what counts the steps of the links, and the rest. */
export function registerCounters(metrics: Metrics, name: string) {
  const count = metrics.counters(name, counters);
  const links: StepCounts<LinkStore> = {
    insertIfAbsent: (isNew) => {
      if (isNew) count.shortened();
    },
    update: (link) => {
      if (link) count.changed();
    },
    remove: (isRemoved) => {
      if (isRemoved) count.removed();
    },
  };
  return { links, onRedirect: () => count.redirects(), onLost: () => count.uncounted_clicks() };
}
