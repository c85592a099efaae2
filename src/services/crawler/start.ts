import { jobId } from './job.ts';
import type { JobControl } from './jobs/scheduler.ts';
import { acceptOptions, type CrawlOptions } from './options.ts';
import type { CrawlStore } from './store/crawler-store.ts';
import { acceptSeed } from './web/url.ts';

/**
 * Creates a job; a process with a free slot runs it.
 *
 * @param canSign whether webhooks can be asked for
 * @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function startCrawl(
  store: CrawlStore,
  jobs: JobControl,
  body: { url: string; max_pages: number } & CrawlOptions,
  canSign: boolean,
  now: number,
) {
  const { url, max_pages } = body;
  const firstUrl = acceptSeed(url);
  const { n } = await store.create(url, firstUrl, max_pages, now, acceptOptions(body, canSign));
  jobs.wake();
  return { job_id: jobId.format(n), status: 'started' as const };
}
