/** The view of a job for clients: its pages, and the fate of each URL. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuse } from './errors.ts';
import { findJob, toJobView } from './job.ts';
import type { CrawlStore, Job, Outcome, UrlRow } from './store/crawler-store.ts';

/** Pages and URLs that are read together, unless they are large. */
const portion = { pages: 64, urls: 100 } as const;

/** How a discovered URL ended: the last three are what its job did not get to. */
export type Reason = Outcome | 'budget' | 'cancelled' | 'failed';

/**
 * A job, and its pages from `offset` on as JSON texts, to be sent as they are read.
 *
 * @throws Refusal UNKNOWN_JOB, STORE_UNAVAILABLE
 */
export async function showCrawl(store: CrawlStore, id: string, offset: number, limit: number) {
  // Read before the pages: if the job is over by now, all of its pages are stored.
  const job = await findJob(store, id);
  const end = Math.min(offset + limit, job.totals.pages);
  return { job: toJobView(job), pages: readPages(store, job.n, offset, end) };
}

/**
 * All pages so far, as lines of JSON.
 *
 * @throws Refusal UNKNOWN_JOB, STORE_UNAVAILABLE
 */
export async function exportCrawl(store: CrawlStore, id: string) {
  const { n, totals } = await findJob(store, id);
  return linesOf(readPages(store, n, 0, totals.pages));
}

async function* linesOf(portions: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const pages of portions) {
    for (const page of pages) yield `${page}\n`;
  }
}

/** @param end number of the first page that is left out */
async function* readPages(store: CrawlStore, n: number, offset: number, end: number) {
  for (let from = offset; from < end;) {
    const pages = await store.pages(n, from, Math.min(portion.pages, end - from));
    // Removed in the meantime: an answer that is cut off cannot be taken for a whole one.
    if (pages.length === 0) throw refuse.UNKNOWN_JOB();
    yield pages;
    from += pages.length;
    await nextTurn(); // an embedded store answers at once: let other requests run
  }
}

/**
 * Sends the fate of the URLs from `cursor` on, as they are read.
 *
 * @throws Refusal UNKNOWN_JOB, STORE_UNAVAILABLE
 */
export async function showUrls(store: CrawlStore, id: string, cursor: number, limit: number) {
  const job = await findJob(store, id);
  const counts: Record<string, number> = {};
  let recorded = 0;
  for (const [state, count] of Object.entries(job.totals.urls)) {
    const { status, reason } = progressOf(job, state as UrlRow['state']);
    const key = reason ?? status;
    if (count > 0) counts[key] = (counts[key] ?? 0) + count;
    recorded += count;
  }
  const end = cursor + limit;
  const rest = {
    counts,
    left_out: job.totals.leftOut,
    next_cursor: end <= recorded ? String(end) : null,
  };
  return readUrls(store, job, cursor, Math.min(end, recorded), rest);
}

/**
 * @param end `seq` of the first URL that is left out
 * @param rest further members of the answer
 */
async function* readUrls(store: CrawlStore, job: Job, cursor: number, end: number, rest: object) {
  for (let from = cursor; from < end; from += portion.urls) {
    const rows = await store.urls(job.n, from, Math.min(portion.urls, end - from));
    yield rows.map(({ url, depth, state, detail }) => {
      return { url, depth, ...progressOf(job, state), ...(detail !== '' && { detail }) };
    });
    await nextTurn();
  }
  return rest;
}

function progressOf({ status }: Job, state: UrlRow['state']) {
  if (state !== 'queued' && state !== 'claimed') return { status: 'done', reason: state };
  if (status === 'cancelled' || status === 'failed') return { status: 'done', reason: status };
  if (status === 'completed') return { status: 'done', reason: 'budget' };
  return { status: state === 'queued' ? 'queued' : 'fetching', reason: null };
}
