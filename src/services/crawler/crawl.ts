/** What clients do with jobs: start, watch, cancel. */
import { refuse } from './errors.ts';
import type { CrawlStore, Job, Outcome, UrlRow } from './store.ts';
import { acceptSeed } from './web/url.ts';

/** The id of a job's last event. Those of its pages are their numbers: 1, 2, 3 … */
export const endId = 'end';

/** The part of the scheduler that clients set in motion. */
export interface Crews {
  wake(): void;
  lose(n: number): void;
}

/** How a discovered URL ended: `budget` and `cancelled` are what its job did not get to. */
export type Reason = Outcome | 'budget' | 'cancelled';

export interface UrlView {
  readonly url: string;
  readonly depth: number;
  readonly status: 'queued' | 'fetching' | 'done';
  readonly reason: Reason | null;
  readonly detail?: string;
}

/** @throws Refusal VALIDATION_FAILED */
export async function startCrawl(
  store: CrawlStore,
  crews: Crews,
  { url, max_pages }: { url: string; max_pages: number },
  now: number,
) {
  const { n } = await store.create(url, acceptSeed(url), max_pages, now);
  crews.wake();
  return { job_id: idOf(n), status: 'started' as const };
}

/** @throws Refusal UNKNOWN_JOB */
export async function showCrawl(store: CrawlStore, id: string, offset: number, limit: number) {
  // Before the pages: a job that is over then has all of them.
  const job = await known(store, id);
  return { job: { ...describeJob(job), pages: await store.pages(job.n, offset, limit) } };
}

/** @throws Refusal UNKNOWN_JOB */
export async function showUrls(store: CrawlStore, id: string, cursor: number, limit: number) {
  const job = await known(store, id);
  const [rows, counts] = await Promise.all([store.urls(job.n, cursor, limit), store.counts(job.n)]);
  const totals: Record<string, number> = {};
  for (const [state, count] of Object.entries(counts)) {
    const { status, reason } = ending(job, state as UrlRow['state']);
    const key = reason ?? status;
    totals[key] = (totals[key] ?? 0) + count;
  }
  const last = rows.at(-1);
  return {
    urls: rows.map((row) => urlView(job, row)),
    counts: totals,
    left_out: job.leftOut,
    next_cursor: rows.length === limit && last !== undefined ? String(last.seq + 1) : null,
  };
}

/** @throws Refusal UNKNOWN_JOB, JOB_COMPLETED */
export async function cancelCrawl(store: CrawlStore, crews: Crews, id: string, now: number) {
  const n = numberOf(id);
  const job = n === undefined ? undefined : await store.cancel(n, now);
  if (job === undefined) throw refuse.UNKNOWN_JOB();
  if (job.status === 'completed') throw refuse.JOB_COMPLETED();
  crews.lose(job.n);
  return { job_id: id, status: 'cancelled' as const };
}

/**
 * Where a client that follows a job goes on: the job, and the pages that the client has; undefined
 * when it has the end, too.
 *
 * @param lastEventId as the client gives it
 * @throws Refusal UNKNOWN_JOB
 */
export async function followCrawl(store: CrawlStore, id: string, lastEventId = '0') {
  const { n, endedAt } = await known(store, id);
  if (lastEventId !== endId) return { n, received: Number(lastEventId) };
  return endedAt === undefined ? { n, received: 0 } : undefined;
}

async function known(store: CrawlStore, id: string): Promise<Job> {
  const n = numberOf(id);
  const job = n === undefined ? undefined : await store.find(n);
  if (job === undefined) throw refuse.UNKNOWN_JOB();
  return job;
}

const idOf = (n: number) => `crawl_${n}`;

function numberOf(id: string): number | undefined {
  const digits = /^crawl_([1-9]\d{0,14})$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Without its pages. */
export function describeJob(job: Job) {
  return {
    id: idOf(job.n),
    status: job.status,
    seed_url: job.seedUrl,
    max_pages: job.maxPages,
    started_at: job.startedAt,
    ended_at: job.endedAt ?? null,
  };
}

function urlView(job: Job, { url, depth, state, detail }: UrlRow): UrlView {
  const { status, reason } = ending(job, state);
  return { url, depth, status, reason, ...(detail !== '' && { detail }) };
}

function ending({ status }: Job, state: UrlRow['state']): Pick<UrlView, 'status' | 'reason'> {
  if (state !== 'queued' && state !== 'claimed') return { status: 'done', reason: state };
  if (status === 'cancelled') return { status: 'done', reason: 'cancelled' };
  if (status === 'completed') return { status: 'done', reason: 'budget' };
  return { status: state === 'queued' ? 'queued' : 'fetching', reason: null };
}
