import { refuse } from './errors.ts';
import { jobId } from './job.ts';
import type { JobControl } from './jobs/scheduler.ts';
import type { CrawlStore } from './store/crawler-store.ts';

/**
 * Ends a job: no further request is sent for it. Repeating it answers the same.
 *
 * @throws Refusal UNKNOWN_JOB, JOB_COMPLETED, STORE_UNAVAILABLE
 */
export async function cancelCrawl(store: CrawlStore, jobs: JobControl, id: string, now: number) {
  const n = jobId.parse(id);
  const job = n === undefined ? undefined : await store.cancel(n, now);
  if (job === undefined) throw refuse.UNKNOWN_JOB();
  if (job.status !== 'cancelled') throw refuse.JOB_COMPLETED(`the job is ${job.status}`);
  jobs.abandon(job.n);
  return { job_id: id, status: 'cancelled' as const };
}
