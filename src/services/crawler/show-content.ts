/** The content of a page, as its job was asked to keep it. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { storedJson } from '#kit/web/schema.ts';
import { refuse } from './errors.ts';
import { findJob } from './job.ts';
import type { Format } from './options.ts';
import { Page } from './schemas.ts';
import type { CrawlStore } from './store/crawler-store.ts';

const unzip = promisify(gunzip);
const parsePage = storedJson('a page result', Page);

/**
 * @param number of the page: 1 for the first, in the order of `pages`
 * @throws Refusal UNKNOWN_JOB, UNKNOWN_PAGE, NO_CONTENT, STORE_UNAVAILABLE
 */
export async function showContent(
  store: CrawlStore,
  id: string,
  number: number,
  format: Format,
): Promise<Buffer> {
  const { n } = await findJob(store, id);
  const [page] = await store.pages(n, number - 1, 1);
  if (page === undefined) throw refuse.UNKNOWN_PAGE();
  // Content counts by the page: a job that was interrupted may have left some of another one.
  const isKept = parsePage(page).formats?.includes(format) === true;
  const body = isKept ? await store.content(n, number - 1, format) : undefined;
  if (body === undefined) throw refuse.NO_CONTENT();
  return unzip(body);
}
