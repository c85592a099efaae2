/** Jobs followed as server-sent events. */
import type { Feed } from '#kit/web/event-streams.ts';
import { storedJson } from '#kit/web/schema.ts';
import { findJob, toJobView } from './job.ts';
import { Page } from './schemas.ts';
import type { CrawlStore } from './store/store.ts';

/** Streams of one replica: each may hold a page result, of up to a MiB, that its client has yet to take. */
export const maxStreams = 1_000;

/** The id of a job's last event. Those of its pages are their numbers: 1, 2, 3 … */
const endId = 'end';

const parsePage = storedJson('a page result', Page);

/**
 * Where a client that follows a job goes on: the job, and the pages that the client has; undefined
 * when it has the end, too.
 *
 * @param lastEventId as the client gives it
 * @throws Refusal UNKNOWN_JOB, STORE_UNAVAILABLE
 */
export async function followCrawl(store: CrawlStore, id: string, lastEventId = '0') {
  const { n, endedAt } = await findJob(store, id);
  if (lastEventId !== endId) return { n, received: Number(lastEventId) };
  return endedAt === undefined ? { n, received: 0 } : undefined;
}

/** @param received pages that the client has */
export function progressFeed(
  store: Pick<CrawlStore, 'find' | 'pages'>,
  n: number,
  received: number,
): Feed {
  let sent = received;
  return async (stream) => {
    // Before the pages: a job that is over then has all of them.
    const job = (await store.find(n))!;
    for (;;) {
      const [page] = await store.pages(n, sent, 1);
      if (page === undefined) break;
      sent++;
      stream.send('page', parsePage(page), String(sent));
      await stream.taken();
      if (stream.isOver) return;
    }
    if (job.endedAt === undefined) return;
    stream.send('end', toJobView(job), endId);
    stream.end();
  };
}
