import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { FeedStore } from './store/store.ts';

/** What the business asks of a news feed. */
const counters = {
  users: { help: 'Users added' },
  posts: { help: 'Posts published' },
  timelines: { help: 'Pages of timelines read' },
} as const;

/** Counts what the steps of the store yield. */
export function counted(store: FeedStore, metrics: Metrics, name: string): FeedStore {
  const count = metrics.counters(name, counters);
  return afterSteps(store, {
    addUser: (isNew) => {
      if (isNew) count.users();
    },
    addPost: (post) => {
      if (post !== undefined) count.posts();
    },
    timeline: (page) => {
      if (page !== undefined) count.timelines();
    },
  });
}
