/** One URL from the frontier to its end: robots.txt, politeness, request, redirects, result. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#kit/service.ts';
import type { Entry, Frontier } from './frontier.ts';
import { maxRedirects, type Hosts, type Unreachable } from './hosts.ts';
import type { Outcome, PageResult } from './store.ts';
import { Extractor } from './web/extract.ts';
import { FetchError, type Fetcher, type Head } from './web/fetcher.ts';
import type { Extract } from './web/page.ts';
import { maxUrlLength, resolveLink } from './web/url.ts';

/** What a visit needs of the job that it belongs to. */
export interface Crawl {
  readonly frontier: Frontier;
  readonly hosts: Hosts;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Hosts whose robots.txt cannot be reached that have their one result, by origin. */
  readonly reported: Set<string>;
  /** Waits for the turn of a request. */
  pace(url: URL, crawlDelay: number): Promise<void>;
  /** Makes everything noted so far durable. */
  flush(): Promise<void>;
  /** Aborted when requests are to end. */
  readonly signal: AbortSignal;
  /** Whether what comes of an aborted request is still to be recorded. */
  isOurs(): boolean;
}

interface Ending {
  readonly outcome: Outcome;
  readonly status: number;
  readonly error?: string;
  readonly finalUrl?: string;
  readonly extract?: Extract;
}

/** Throws what `pace` and `flush` throw; then the URL stays as it is. */
export async function visit(crawl: Crawl, entry: Entry): Promise<void> {
  const { frontier } = crawl;
  const url = new URL(entry.url);
  const verdict = await crawl.hosts.of(url);
  if (!verdict.isReachable) return endUnreachable(crawl, entry, url, verdict);
  if (!verdict.allows(url)) {
    frontier.set(entry, 'robots');
    // There may be thousands of them in a row, and nothing else to wait for.
    return setImmediate();
  }
  await crawl.pace(url, verdict.crawlDelay);
  // From here on a restart must take it for requested.
  frontier.set(entry, 'claimed');
  await crawl.flush();
  const ending = await follow(crawl, entry, url);
  if (crawl.isOurs()) record(crawl, entry, ending);
}

/** The first URL of such a host is a page with an error; the others are forbidden. */
function endUnreachable(crawl: Crawl, entry: Entry, url: URL, verdict: Unreachable): void {
  const { error, isPrivate } = verdict;
  if (!isPrivate && crawl.reported.has(url.origin)) {
    crawl.frontier.set(entry, 'robots', error);
    return;
  }
  crawl.reported.add(url.origin);
  record(crawl, entry, { outcome: isPrivate ? 'private address' : 'error', status: 0, error });
}

/** Requests the URL and whatever it redirects to. */
async function follow(crawl: Crawl, entry: Entry, first: URL): Promise<Ending> {
  let url = first;
  let status = 0;
  try {
    for (let redirects = 0; ; redirects++) {
      let page: Extractor | undefined;
      const head: Head = await crawl.fetcher.get(
        url,
        ({ status, contentType }) =>
          (page = status === 200 && isHtml(contentType) ? new Extractor(contentType) : undefined),
        crawl.signal,
      );
      ({ status } = head);
      if (!isRedirect(head)) {
        const finalUrl = redirects === 0 ? undefined : url.href;
        return { outcome: 'fetched', status, finalUrl, extract: page?.result(url.href) };
      }
      if (redirects === maxRedirects) throw new FetchError(`more than ${maxRedirects} redirects`);
      const target = await vetted(crawl, entry, head.location!, url);
      if (target === undefined) {
        const finalUrl = resolveLink(head.location!, url.href)!.url;
        return { outcome: 'duplicate', status, finalUrl };
      }
      url = target;
    }
  } catch (error) {
    if (error instanceof FetchError) {
      const { message, isPrivate } = error;
      if (isPrivate && url !== first) crawl.frontier.refuse(url.href);
      return { outcome: isPrivate ? 'private address' : 'error', status, error: message };
    }
    if (crawl.signal.aborted) return { outcome: 'error', status, error: interrupted };
    throw error;
  }
}

export const interrupted = 'interrupted: the crawler was stopped, and does not request a URL twice';

/**
 * Where a redirect leads, once it may be requested; undefined when it was visited already.
 *
 * @throws FetchError when it may not
 */
async function vetted(
  crawl: Crawl,
  { url: from, depth }: Entry,
  location: string,
  base: URL,
): Promise<URL | undefined> {
  const { frontier } = crawl;
  const target = resolveLink(location, base.href);
  if (target === undefined) throw new FetchError('redirected to what is no URL');
  if (target.scheme === 'off-scheme') {
    frontier.add(shortened(target.url), depth, 'off-scheme');
    throw new FetchError('redirected to a scheme other than http and https');
  }
  if (target.url.length > maxUrlLength) throw new FetchError('redirected to too long a URL');
  const url = new URL(target.url);
  const verdict = await crawl.hosts.of(url);
  if (!verdict.isReachable) {
    if (verdict.isPrivate) frontier.add(target.url, depth, 'private address');
    throw new FetchError(verdict.error, verdict.isPrivate);
  }
  if (!verdict.allows(url)) {
    frontier.add(target.url, depth, 'robots');
    throw new FetchError('redirected to a URL that robots.txt forbids');
  }
  // Asked before the wait to save it, and by `visit` after it: another redirect may have led there.
  if (frontier.isVisited(target.url)) return undefined;
  await crawl.pace(url, verdict.crawlDelay);
  if (!frontier.visit(target.url, depth, from)) return undefined;
  await crawl.flush();
  return url;
}

function record(crawl: Crawl, entry: Entry, ending: Ending): void {
  const { frontier } = crawl;
  const { outcome, status, error, finalUrl, extract } = ending;
  const { title = '', links = [], offScheme = [], leftOut = 0 } = extract ?? {};
  for (const link of links) frontier.add(link, entry.depth + 1, 'queued');
  for (const link of offScheme) frontier.add(shortened(link), entry.depth + 1, 'off-scheme');
  frontier.addLeftOut(leftOut);
  frontier.set(
    entry,
    outcome,
    error ?? (outcome === 'duplicate' ? `redirects to ${finalUrl}` : ''),
  );
  const page: PageResult = {
    url: entry.url,
    status_code: status,
    title,
    links,
    crawled_at: crawl.clock(),
    ...(error !== undefined && { error }),
    ...(finalUrl !== undefined && { final_url: finalUrl }),
  };
  frontier.addPage(page);
}

const isHtml = (contentType: string) => /^\s*text\/html\s*(;|$)/i.test(contentType);

const isRedirect = ({ status, location }: Head) =>
  location !== undefined && [301, 302, 303, 307, 308].includes(status);

/** Other schemes hold whole documents (`data:`): the beginning says what it was. */
const shortened = (url: string) =>
  url.length <= maxUrlLength ? url : `${url.slice(0, maxUrlLength - 1)}…`;
