import { numberedId } from '#kit/base/ids.ts';
import { refuse } from './errors.ts';
import type { CrawlStore, Job } from './store/crawler-store.ts';

/** `crawl_<n>` */
export const jobId = numberedId('crawl');

/** @throws Refusal UNKNOWN_JOB, STORE_UNAVAILABLE */
export async function findJob(store: Pick<CrawlStore, 'find'>, id: string): Promise<Job> {
  const n = jobId.parse(id);
  const job = n === undefined ? undefined : await store.find(n);
  if (job === undefined) throw refuse.UNKNOWN_JOB();
  return job;
}

/** A job as clients see it: with the options of its request, without its pages. */
export function toJobView(job: Job) {
  const { options, webhookStatus, totals } = job;
  return {
    id: jobId.format(job.n),
    status: job.status,
    seed_url: job.seedUrl,
    max_pages: job.maxPages,
    started_at: job.startedAt,
    ended_at: job.endedAt,
    ...options,
    ...(totals.sitemaps !== undefined && { sitemap_totals: totals.sitemaps }),
    ...(webhookStatus !== null && { webhook_status: webhookStatus }),
  };
}
