import type { StepCounts } from '#kit/observe/counters.ts';
import type { Metrics } from '#kit/observe/metrics.ts';
import type { CrawlStore, UrlState } from './store/crawler-store.ts';

/** The counters for the business questions about a crawler. */
const counters = {
  jobs: { help: 'Crawls asked for' },
  pages: { help: 'Pages fetched, those with an error included' },
  left_out: { help: 'URLs that were found and not fetched', label: 'reason' },
  retries: { help: 'Requests for pages that were sent again' },
  contents: { help: 'Contents of pages kept', label: 'format' },
  removed: { help: 'Jobs removed, by hand or by their age' },
  webhooks: { help: 'Attempts to tell that a job is over', label: 'result' },
} as const;

/** A URL in one of these states may still be fetched, or was. */
const notLeftOut: ReadonlySet<UrlState> = new Set(['queued', 'claimed', 'fetched', 'error']);

/** A request is recorded when it begins, and, with its failure, when it is to be sent again. */
const isBegun = (attempts: number, detail: string) => !detail.startsWith(`attempt ${attempts}:`);

/** Registers the counters, and returns what counts the steps of the store. */
export function registerCounters(metrics: Metrics, name: string): StepCounts<CrawlStore> {
  const count = metrics.counters(name, counters);
  return {
    create: () => count.jobs(),
    save(isSaved, _owner, _n, { pages, urls }) {
      if (!isSaved) return;
      count.pages(pages.length);
      for (const { state, attempts, detail } of urls) {
        if (!notLeftOut.has(state)) count.left_out(state);
        if (state === 'claimed' && attempts > 1 && isBegun(attempts, detail)) count.retries();
      }
    },
    keep: (isKept, _owner, _n, { format }) => {
      if (isKept) count.contents(format);
    },
    remove: (outcome) => {
      if (outcome === 'removed') count.removed();
    },
    removeEnded: (jobs) => count.removed(jobs),
    settleWebhook: (_, _n, _attempt, status) =>
      count.webhooks(status === 'pending' ? 'retried' : status),
  };
}
