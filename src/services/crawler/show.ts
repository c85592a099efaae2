/** What clients see of a job: its pages, and what became of each URL. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findJob, toJobView } from './job.ts';
import type { CrawlStore, Job, Outcome, UrlRow } from './store/store.ts';

/** Pages that are read together. A page has at most about half a MiB, so this is a few milliseconds. */
const pagesPerPortion = 4;

/** How a discovered URL ended: `budget` and `cancelled` are what its job did not get to. */
export type Reason = Outcome | 'budget' | 'cancelled';

export interface UrlView {
  readonly url: string;
  readonly depth: number;
  readonly status: 'queued' | 'fetching' | 'done';
  readonly reason: Reason | null;
  readonly detail?: string;
}

/**
 * A job, and its pages from `offset` on as JSON texts, to be sent as they are read.
 *
 * @throws Refusal UNKNOWN_JOB, STORE_UNAVAILABLE
 */
export async function showCrawl(store: CrawlStore, id: string, offset: number, limit: number) {
  // Read before the pages: if the job is over by now, all of its pages are stored.
  const job = await findJob(store, id);
  return { job: toJobView(job), pages: readPages(store, job.n, offset, offset + limit) };
}

/** @param end number of the first page that is left out */
async function* readPages(
  store: CrawlStore,
  n: number,
  offset: number,
  end: number,
): AsyncGenerator<readonly string[]> {
  for (let from = offset; from < end; from += pagesPerPortion) {
    const asked = Math.min(pagesPerPortion, end - from);
    const pages = await store.pages(n, from, asked);
    yield pages;
    if (pages.length < asked) return;
    await nextTurn(); // an embedded store answers at once: let other requests run
  }
}

/** @throws Refusal UNKNOWN_JOB, STORE_UNAVAILABLE */
export async function showUrls(store: CrawlStore, id: string, cursor: number, limit: number) {
  const job = await findJob(store, id);
  const [rows, counts] = await Promise.all([store.urls(job.n, cursor, limit), store.counts(job.n)]);
  const totals: Record<string, number> = {};
  for (const [state, count] of Object.entries(counts)) {
    const { status, reason } = progressOf(job, state as UrlRow['state']);
    const key = reason ?? status;
    totals[key] = (totals[key] ?? 0) + count;
  }
  const last = rows.at(-1);
  return {
    urls: rows.map((row) => toUrlView(job, row)),
    counts: totals,
    left_out: job.leftOut,
    next_cursor: rows.length === limit && last !== undefined ? String(last.seq + 1) : null,
  };
}

function toUrlView(job: Job, { url, depth, state, detail }: UrlRow): UrlView {
  const { status, reason } = progressOf(job, state);
  return { url, depth, status, reason, ...(detail !== '' && { detail }) };
}

function progressOf({ status }: Job, state: UrlRow['state']): Pick<UrlView, 'status' | 'reason'> {
  if (state !== 'queued' && state !== 'claimed') return { status: 'done', reason: state };
  if (status === 'cancelled') return { status: 'done', reason: 'cancelled' };
  if (status === 'completed') return { status: 'done', reason: 'budget' };
  return { status: state === 'queued' ? 'queued' : 'fetching', reason: null };
}
