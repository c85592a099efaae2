/** Jobs and pages as both databases keep them. */
import { storedJson } from '#kit/web/schema.ts';
import { CrawlOptions, noOptions } from '../options.ts';
import { Totals, type Job, type NumberedPage } from './crawler-store.ts';
import type { DueWebhook } from './webhooks.ts';

export const jobColumns = `n, seed_url AS "seedUrl", max_pages AS "maxPages", status,
  started_at AS "startedAt", ended_at AS "endedAt", totals, options,
  webhook_status AS "webhookStatus"`;

/** The columns of a job; `totals` and `options` as JSON. */
export type JobRow = Omit<Job, 'totals' | 'options'> & {
  readonly totals: string;
  readonly options: string;
};

const parseTotals = storedJson('totals of a crawl job', Totals);
const parseOptions = storedJson('options of a crawl job', CrawlOptions);

export const toJob = ({ totals, options, ...row }: JobRow): Job => ({
  ...row,
  totals: parseTotals(totals),
  options: options === '{}' ? noOptions : parseOptions(options),
});

export const toDue = ({ attempt, ...row }: JobRow & { readonly attempt: number }): DueWebhook => ({
  job: toJob(row),
  attempt,
});

/** The columns of a job that say what was asked of it: `options` and `webhook_status`. */
export const optionColumns = (options: CrawlOptions) =>
  [JSON.stringify(options), options.webhook === undefined ? null : 'pending'] as const;

/** Those of acquired jobs that did not fail, the oldest first. */
export const toRunning = (rows: readonly JobRow[]): Job[] =>
  rows
    .filter(({ status }) => status === 'running')
    .toSorted((a, b) => a.n - b.n)
    .map(toJob);

/** The totals of a job of which only the seed is known. */
export const firstTotals = JSON.stringify({
  pages: 0,
  linkCharacters: 0,
  urlCharacters: 0,
  leftOut: 0,
  urls: { queued: 1 },
} satisfies Totals);

/** The columns of a page: its number, its characters and the page as JSON. */
export function pageColumns([n, page]: NumberedPage): [number, number, string] {
  const document = JSON.stringify(page);
  return [n, document.length, document];
}
