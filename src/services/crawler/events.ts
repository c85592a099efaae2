/** Jobs followed as server-sent events. */
import type { Feed } from '#kit/event-streams.ts';
import { describeJob, endId } from './crawl.ts';
import type { CrawlStore } from './store.ts';

/** Streams of one replica: each may hold a page result, of up to a MiB, that its client has yet to take. */
export const maxStreams = 1_000;

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
      stream.send('page', String(sent), page);
      await stream.taken();
      if (stream.isOver) return;
    }
    if (job.endedAt === undefined) return;
    stream.send('end', endId, describeJob(job));
    stream.end();
  };
}
