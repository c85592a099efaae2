/** Jobs as a whole: listed, removed by hand, and by their age. */
import { Type } from 'typebox';
import { cursors } from '#kit/web/cursors.ts';
import type { Portions } from '#kit/web/json/stream.ts';
import { refuse } from './errors.ts';
import { jobId, toJobView } from './job.ts';
import type { CrawlStore, JobStatus } from './store/crawler-store.ts';

/** Number of the last job of a page. */
const positions = cursors(Type.Integer({ minimum: 1 }));

/** Jobs that are read together: one may have some 50 KiB of globs. */
const portion = 20;

export interface ListQuery {
  readonly status?: JobStatus;
  readonly limit: number;
  /** The `next_cursor` of the page before. */
  readonly cursor?: string;
}

/**
 * Jobs without their pages, the newest first. It returns the `next_cursor`, when more follow.
 *
 * @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export function listCrawls(
  store: CrawlStore,
  { status, limit, cursor }: ListQuery,
): Portions<object> {
  const start = cursor === undefined ? Number.MAX_SAFE_INTEGER : positions.parse(cursor);
  return readJobs(store, status, limit, start);
}

async function* readJobs(
  store: CrawlStore,
  status: JobStatus | undefined,
  limit: number,
  start: number,
): AsyncGenerator<object[], object | void> {
  let before = start;
  for (let left = limit; ;) {
    // One more than the limit tells whether another page follows.
    const count = Math.min(portion, left + 1);
    const jobs = await store.list(status, before, count);
    const shown = jobs.slice(0, left);
    before = shown.at(-1)?.n ?? before;
    left -= shown.length;
    yield shown.map(toJobView);
    if (shown.length < jobs.length) return { next_cursor: positions.format(before) };
    if (jobs.length < count) return;
  }
}

/**
 * Removes a job that is over, with its pages and their content.
 *
 * @throws Refusal UNKNOWN_JOB, JOB_RUNNING, STORE_UNAVAILABLE
 */
export async function removeCrawl(store: CrawlStore, id: string) {
  const n = jobId.parse(id);
  const outcome = n === undefined ? 'unknown' : await store.remove(n);
  if (outcome === 'unknown') throw refuse.UNKNOWN_JOB();
  if (outcome === 'running') throw refuse.JOB_RUNNING('the job has not ended; cancel it first');
  return { job_id: id, deleted: true as const };
}

/** Jobs that are removed together. */
const removedTogether = 100;

/** Removes the jobs that ended at `before` or earlier. */
export async function removeOld(
  store: CrawlStore,
  before: number,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    if ((await store.removeEnded(before, removedTogether)) < removedTogether) return;
  }
}

/** Deletes what removed jobs left, portion by portion. */
export async function purge(store: CrawlStore, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await store.purge()));
}
