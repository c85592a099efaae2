/** The URLs of sitemaps, with which a crawl begins beside its seed. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import { maxUrlLength } from '#kit/web/target-url.ts';
import type { SitemapTotals } from '../store/crawler-store.ts';
import { maxSitemapBytes, parseSitemap, type Sitemap } from '../sitemaps/parse.ts';
import { FetchError, type Head } from '../web/fetcher.ts';
import { resolveLink } from '../web/url.ts';
import { addLink } from './links.ts';
import { retrying } from './retry.ts';
import { maxRedirects } from './robots-cache.ts';
import type { VisitContext } from './visit-context.ts';

/** URLs of all sitemaps of a job. */
const maxSitemapUrls = 50_000;

/** Sitemaps and indexes of a job. */
const maxSitemaps = 500;

/** The most sitemaps of a job whose problems are listed. */
const maxProblems = 20;

/**
 * Reads the sitemaps that robots.txt names, and `/sitemap.xml`, and adds their URLs to the frontier
 * as seeds. One that cannot be read is counted, and left out; one that yields nothing says why.
 *
 * @param seed of the job
 * @throws what `waitForTurn` and `flush` throw
 */
export async function addSitemaps(context: VisitContext, seed: URL): Promise<void> {
  const { frontier, robots } = context;
  const declared = await robots.sitemapsOf(seed);
  const standard = `${seed.origin}/sitemap.xml`;
  const queue = new Set(declared.flatMap((address) => toUrl(address, seed.href)));
  const isStandardDeclared = queue.has(standard);
  queue.add(standard);
  const totals: Counts = { read: 0, failed: 0, urls: 0 };
  // A Set yields what is added while it is walked through, each once.
  for (const address of queue) {
    if (totals.urls >= maxSitemapUrls) break;
    const found = await read(context, new URL(address), maxSitemapUrls - totals.urls);
    // That nothing stands at the usual place is not a failure.
    const mayBeMissing = address === standard && !isStandardDeclared;
    if (typeof found !== 'string') totals.read++;
    else if (!mayBeMissing || !isMissing(found)) totals.failed++;
    const reason =
      typeof found === 'string' ? found : await take(context, found, address, queue, totals);
    const isExpected = mayBeMissing && declared.length > 0;
    if (reason !== undefined && !isExpected) note(totals, address, reason);
  }
  frontier.addSitemaps(totals);
  await context.flush();
}

type Counts = { -readonly [K in keyof SitemapTotals]: SitemapTotals[K] };

/** Whether the answer means that there is no such sitemap. */
const isMissing = (reason: string) => reason === 'status 404' || reason === 'status 410';

function note(totals: Counts, url: string, reason: string): void {
  const problems = (totals.problems ??= []);
  if (problems.length < maxProblems) problems.push({ url, reason });
}

/**
 * Adds what a sitemap lists to the queue of sitemaps, and to the frontier.
 *
 * @returns why it yielded nothing, if it did
 */
async function take(
  context: VisitContext,
  found: Sitemap,
  address: string,
  queue: Set<string>,
  totals: Counts,
): Promise<string | undefined> {
  const further = found.sitemaps.flatMap((each) => toUrl(each, address));
  for (const each of further) if (queue.size < maxSitemaps) queue.add(each);
  const added = await addUrls(context, found, address);
  totals.urls += found.urls.length;
  if (found.nothingBecause !== undefined) return found.nothingBecause;
  return added + further.length === 0 ? 'none of its entries is an http or https URL' : undefined;
}

function toUrl(address: string, base: string): string[] {
  if (address.length > maxUrlLength) return [];
  const link = resolveLink(address, base);
  return link?.scheme === 'web' && link.url.length <= maxUrlLength ? [link.url] : [];
}

/** Reads a sitemap, or returns why it cannot be read. */
async function read(context: VisitContext, address: URL, room: number): Promise<Sitemap | string> {
  try {
    const { status, sitemap } = await request(context, address, room);
    return sitemap ?? `status ${status}`;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return error.message;
  }
}

interface Answer extends Head {
  readonly sitemap?: Sitemap;
}

/** Asks for a sitemap, and for where it redirects to, as for a page. */
async function request(context: VisitContext, first: URL, room: number): Promise<Answer> {
  const { robots, fetcher, signal, retries } = context;
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const rules = await robots.rulesFor(url);
    if (!rules.isReachable) throw new FetchError(rules.error);
    if (!(await rules.allows(url))) throw new FetchError('robots.txt forbids it');
    const at = url;
    const answer = await retrying(retries, async () => {
      await context.waitForTurn(at, rules.crawlDelayMs);
      return fetcher.stream(
        at,
        maxSitemapBytes,
        async (head, body): Promise<Answer> =>
          head.status === 200
            ? { ...head, sitemap: await parseSitemap(body, head.contentType, room) }
            : head,
        signal,
      );
    });
    const { status, location } = answer;
    if (location === undefined || status < 300 || status >= 400) return answer;
    const [target] = toUrl(location, url.href);
    if (target === undefined || redirects === maxRedirects) return answer;
    url = new URL(target);
  }
}

/** URLs that are recorded together. */
const urlsPerWrite = 500;

/** @returns how many of them are URLs */
async function addUrls(
  context: VisitContext,
  { urls, leftOut }: Sitemap,
  base: string,
): Promise<number> {
  let added = 0;
  const slice = new TimeSlice();
  for (const [i, given] of urls.entries()) {
    if (slice.isOver) await slice.next();
    const [url] = toUrl(given, base);
    if (url !== undefined) {
      await addLink(context, url, 0);
      added++;
    }
    if ((i + 1) % urlsPerWrite === 0) await context.flush();
  }
  context.frontier.addLeftOut(leftOut);
  return added;
}
