/** The URLs of sitemaps, with which a crawl begins beside its seed. */
import { TimeSlice } from '#kit/time-slice.ts';
import { maxUrlLength } from '#kit/web/target-url.ts';
import type { SitemapTotals } from '../store/store.ts';
import { maxSitemapBytes, parseSitemap, type Sitemap } from '../sitemaps/parse.ts';
import { FetchError, type Head } from '../web/fetcher.ts';
import { resolveLink } from '../web/url.ts';
import { addLink } from './links.ts';
import { retrying } from './retry.ts';
import { maxRedirects } from './robots-cache.ts';
import type { VisitContext } from './visit-context.ts';

/** URLs of all sitemaps of a job. */
export const maxSitemapUrls = 50_000;

/** Sitemaps and indexes of a job. */
export const maxSitemaps = 500;

/**
 * Reads the sitemaps that robots.txt names, and `/sitemap.xml`, and adds their URLs to the frontier
 * as seeds. One that cannot be read is counted, and left out.
 *
 * @param seed of the job
 * @throws what `waitForTurn` and `flush` throw
 */
export async function addSitemaps(context: VisitContext, seed: URL): Promise<void> {
  const { frontier, robots } = context;
  const declared = await robots.sitemapsOf(seed);
  const standard = `${seed.origin}/sitemap.xml`;
  const queue = new Set(declared.flatMap((address) => toUrl(address, seed.href)));
  const isDeclared = queue.has(standard);
  queue.add(standard);
  const totals = { read: 0, failed: 0, urls: 0 };
  // A Set yields what is added while it is walked through, each once.
  for (const address of queue) {
    if (totals.urls >= maxSitemapUrls) break;
    // That nothing stands at the usual place is no failure.
    const mayBeMissing = address === standard && !isDeclared;
    const found = await read(context, new URL(address), totals, mayBeMissing);
    if (found === undefined) continue;
    for (const further of found.sitemaps.flatMap((each) => toUrl(each, address))) {
      if (queue.size < maxSitemaps) queue.add(further);
    }
    await addUrls(context, found, address);
    totals.urls += found.urls.length;
  }
  frontier.addSitemaps(totals);
  await context.flush();
}

function toUrl(address: string, base: string): string[] {
  if (address.length > maxUrlLength) return [];
  const link = resolveLink(address, base);
  return link?.scheme === 'web' && link.url.length <= maxUrlLength ? [link.url] : [];
}

type Counts = { -readonly [K in keyof SitemapTotals]: SitemapTotals[K] };

/** What a sitemap holds; undefined when it cannot be read, which is counted. */
async function read(
  context: VisitContext,
  address: URL,
  totals: Counts,
  mayBeMissing: boolean,
): Promise<Sitemap | undefined> {
  const room = maxSitemapUrls - totals.urls;
  try {
    const { status, sitemap } = await request(context, address, room);
    if (sitemap !== undefined) totals.read++;
    else if (!mayBeMissing || (status !== 404 && status !== 410)) totals.failed++;
    return sitemap;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    totals.failed++;
    return undefined;
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
          head.status === 200 ? { ...head, sitemap: await parseSitemap(body, room) } : head,
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

async function addUrls(context: VisitContext, { urls, leftOut }: Sitemap, base: string) {
  const slice = new TimeSlice();
  for (const [i, given] of urls.entries()) {
    if (slice.isOver) await slice.next();
    const [url] = toUrl(given, base);
    if (url !== undefined) await addLink(context, url, 0);
    if ((i + 1) % urlsPerWrite === 0) await context.flush();
  }
  context.frontier.addLeftOut(leftOut);
}
