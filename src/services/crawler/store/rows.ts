/** Jobs and pages as both databases keep them. */
import { storedJson } from '#kit/web/schema.ts';
import { Totals, type Job, type NumberedPage } from './store.ts';

export const jobColumns = `n, seed_url AS "seedUrl", max_pages AS "maxPages", status,
  started_at AS "startedAt", ended_at AS "endedAt", totals`;

/** The columns of a job; `totals` as JSON. */
export type JobRow = Omit<Job, 'totals'> & { readonly totals: string };

const parseTotals = storedJson('totals of a crawl job', Totals);

export const toJob = ({ totals, ...row }: JobRow): Job => ({ ...row, totals: parseTotals(totals) });

/** Those of acquired jobs that did not fail, the oldest first. */
export const toRunning = (rows: readonly JobRow[]): Job[] =>
  rows
    .filter(({ status }) => status === 'running')
    .toSorted((a, b) => a.n - b.n)
    .map(toJob);

/** Of a job of which only the seed is known. */
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
