import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { VideoStore } from './store/video-catalog-store.ts';

/** The counters for the business questions about a video catalogue. */
const counters = {
  uploads: { help: 'Videos created' },
  views: { help: 'Views of videos' },
  edits: { help: 'Videos changed' },
  deletions: { help: 'Videos deleted' },
  searches: { help: 'Pages of search results' },
} as const;

/** Registers the counters, and returns what counts the steps of the store. */
export function registerCounters(metrics: Metrics, name: string): StepCounts<VideoStore> {
  const count = metrics.counters(name, counters);
  return {
    create: ({ kind }) => {
      if (kind === 'new') count.uploads();
    },
    view: (video) => {
      if (video !== undefined) count.views();
    },
    edit: (video) => {
      if (video !== undefined) count.edits();
    },
    remove: (removed) => {
      if (removed) count.deletions();
    },
    newest: (_, { query }) => {
      if (query !== '') count.searches();
    },
    mostViewed: (_, { query }) => {
      if (query !== '') count.searches();
    },
  };
}
