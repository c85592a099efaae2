import { jobId } from './job.ts';
import type { JobControl } from './jobs/scheduler.ts';
import type { CrawlStore } from './store/store.ts';
import { acceptSeed } from './web/url.ts';

/**
 * Creates a job; a process with a free slot runs it.
 *
 * @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function startCrawl(
  store: CrawlStore,
  jobs: JobControl,
  { url, max_pages }: { url: string; max_pages: number },
  now: number,
) {
  const { n } = await store.create(url, acceptSeed(url), max_pages, now);
  jobs.wake();
  return { job_id: jobId.format(n), status: 'started' as const };
}
