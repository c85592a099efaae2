import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { CrawlStore, UrlState } from './store/store.ts';

/** What the business asks of a crawler. */
const counters = {
  jobs: { help: 'Crawls asked for' },
  pages: { help: 'Pages fetched, those with an error included' },
  left_out: { help: 'URLs that were found and not fetched', label: 'reason' },
} as const;

/** A URL in one of these states may still be fetched, or was. */
const notLeftOut: ReadonlySet<UrlState> = new Set(['queued', 'claimed', 'fetched', 'error']);

/** Counts what the steps of the store yield. */
export function counted(store: CrawlStore, metrics: Metrics, name: string): CrawlStore {
  const count = metrics.counters(name, counters);
  return afterSteps(store, {
    create: () => count.jobs(),
    save(isSaved, _owner, _n, { pages, urls }) {
      if (!isSaved) return;
      count.pages(pages.length);
      for (const { state } of urls) if (!notLeftOut.has(state)) count.left_out(state);
    },
  });
}
