/** Jobs followed as server-sent events. */
import type { Feed } from '#kit/web/event-streams.ts';
import { storedJson } from '#kit/web/schema.ts';
import { findJob, toJobView } from './job.ts';
import { Page } from './schemas.ts';
import type { CrawlStore } from './store/crawler-store.ts';

/** Streams of one replica: each may hold a page result, of up to a MiB, that its client has yet to take. */
export const maxStreams = 1_000;

/** The id of a job's last event. Those of its pages are their numbers: 1, 2, 3 … */
const endId = 'end';

const parsePage = storedJson('a page result', Page);

/**
 * Where a client resumes following a job: the job, and the number of pages that the client has
 * received; undefined when it has received the end, too.
 *
 * @param lastEventId as the client gives it
 * @throws Refusal UNKNOWN_JOB, STORE_UNAVAILABLE
 */
export async function followCrawl(store: CrawlStore, id: string, lastEventId = '0') {
  const { n, endedAt } = await findJob(store, id);
  if (lastEventId !== endId) return { n, received: Number(lastEventId) };
  return endedAt === null ? { n, received: 0 } : undefined;
}

/** @param received how many pages the client has */
export function progressFeed(
  store: Pick<CrawlStore, 'find' | 'pages'>,
  n: number,
  received: number,
): Feed {
  let sent = received;
  return async (stream) => {
    // Read before the pages: if the job is over by now, all of its pages are stored.
    const job = await store.find(n);
    // Removed: there is nothing left to follow.
    if (job === undefined) return stream.end();
    for (;;) {
      const [page] = await store.pages(n, sent, 1);
      if (page === undefined) break;
      sent++;
      stream.send('page', parsePage(page), String(sent));
      await stream.taken();
      if (stream.isOver) return;
    }
    if (job.endedAt === null) return;
    stream.send('end', toJobView(job), endId);
    stream.end();
  };
}
