import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { VideoStore } from './store/store.ts';

/** What the business asks of a video catalogue. */
const counters = {
  uploads: { help: 'Videos created' },
  views: { help: 'Views of videos' },
  searches: { help: 'Portions of results of searches' },
} as const;

/** Counts what the steps of the store yield. */
export function counted(store: VideoStore, metrics: Metrics, name: string): VideoStore {
  const count = metrics.counters(name, counters);
  return afterSteps(store, {
    create: () => count.uploads(),
    view: (video) => {
      if (video !== undefined) count.views();
    },
    search: () => count.searches(),
  });
}
