/** One URL from the frontier to its end: robots.txt, politeness, request, redirects, result. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#kit/host/service.ts';
import { maxUrlLength } from '#kit/web/target-url.ts';
import type { Outcome } from '../store/store.ts';
import { extract, maxPageBytes } from '../web/extract.ts';
import { FetchError, type Answer, type Fetcher, type Head } from '../web/fetcher.ts';
import type { Extract } from '../web/page.ts';
import { resolveLink } from '../web/url.ts';
import type { Entry, Frontier } from './frontier.ts';
import { maxRedirects, type RobotsCache, type Unreachable } from './robots-cache.ts';

/** Links that are recorded together. */
const linksPerWrite = 500;

/** What a visit needs of the job that it belongs to. */
export interface VisitContext {
  readonly frontier: Frontier;
  readonly robots: RobotsCache;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Origins whose robots.txt cannot be reached, and whose one page with the error is recorded. */
  readonly reported: Set<string>;
  /** Waits for the turn of a request. */
  waitForTurn(url: URL, crawlDelayMs: number): Promise<void>;
  /** Makes everything noted so far durable. */
  flush(): Promise<void>;
  /** Aborted when requests are to end. */
  readonly signal: AbortSignal;
  /** Whether the result of an aborted request is still to be recorded. */
  isOurs(): boolean;
}

interface Ending {
  readonly outcome: Outcome;
  readonly status: number;
  readonly error?: string;
  readonly finalUrl?: string | undefined;
  readonly page?: Extract | undefined;
}

/**
 * Visits one URL. When it throws, the URL stays as it is.
 *
 * @throws what `waitForTurn` and `flush` throw
 */
export async function visit(context: VisitContext, entry: Entry): Promise<void> {
  const { frontier } = context;
  const url = new URL(entry.url);
  const rules = await context.robots.rulesFor(url);
  if (!rules.isReachable) return endUnreachable(context, entry, url, rules);
  if (!(await rules.allows(url))) {
    frontier.set(entry, 'robots');
    // Thousands of forbidden URLs may come in a row: let other work run in between.
    return setImmediate();
  }
  await context.waitForTurn(url, rules.crawlDelayMs);
  // From here on a restart must count the URL as requested.
  frontier.set(entry, 'claimed');
  await context.flush();
  const ending = await follow(context, entry, url);
  if (context.isOurs()) await record(context, entry, ending);
}

/** Records the first URL of an unreachable host as a page with an error, others as forbidden. */
async function endUnreachable(
  context: VisitContext,
  entry: Entry,
  url: URL,
  rules: Unreachable,
): Promise<void> {
  const { error, isPrivate } = rules;
  if (!isPrivate && context.reported.has(url.origin)) {
    context.frontier.set(entry, 'robots', error);
    return;
  }
  context.reported.add(url.origin);
  await record(context, entry, {
    outcome: isPrivate ? 'private address' : 'error',
    status: 0,
    error,
  });
}

/** Requests the URL and whatever it redirects to. */
async function follow(context: VisitContext, entry: Entry, first: URL): Promise<Ending> {
  let url = first;
  let status = 0;
  try {
    for (let redirects = 0; ; redirects++) {
      const answer: Answer = await context.fetcher.get(
        url,
        (head) => (isPage(head) ? maxPageBytes : 0),
        context.signal,
      );
      ({ status } = answer);
      if (!isRedirect(answer)) {
        const { body, contentType } = answer;
        const page = isPage(answer) ? await extract(body, contentType, url.href) : undefined;
        return { outcome: 'fetched', status, page, finalUrl: redirects > 0 ? url.href : undefined };
      }
      if (redirects === maxRedirects) throw new FetchError(`more than ${maxRedirects} redirects`);
      const target = await acceptRedirect(context, entry, answer.location!, url);
      if (target === undefined) {
        const finalUrl = resolveLink(answer.location!, url.href)!.url;
        return { outcome: 'duplicate', status, finalUrl };
      }
      url = target;
    }
  } catch (error) {
    if (error instanceof FetchError) {
      const { message, isPrivate } = error;
      if (isPrivate && url !== first) context.frontier.markPrivate(url.href);
      return { outcome: isPrivate ? 'private address' : 'error', status, error: message };
    }
    if (context.signal.aborted) return { outcome: 'error', status, error: interrupted };
    throw error;
  }
}

export const interrupted = 'interrupted: the crawler was stopped, and does not request a URL twice';

/**
 * Where a redirect leads, once it may be requested; undefined when it was visited already.
 *
 * @throws FetchError when it may not
 */
async function acceptRedirect(
  context: VisitContext,
  { url: from, depth }: Entry,
  location: string,
  base: URL,
): Promise<URL | undefined> {
  const { frontier } = context;
  const target = resolveLink(location, base.href);
  if (target === undefined) throw new FetchError('invalid redirect URL');
  if (target.scheme === 'off-scheme') {
    frontier.add(shorten(target.url), depth, 'off-scheme');
    throw new FetchError('redirect to a scheme other than http and https');
  }
  if (target.url.length > maxUrlLength) throw new FetchError('redirect URL is too long');
  const url = new URL(target.url);
  const rules = await context.robots.rulesFor(url);
  if (!rules.isReachable) {
    if (rules.isPrivate) frontier.add(target.url, depth, 'private address');
    throw new FetchError(rules.error, rules.isPrivate);
  }
  if (!(await rules.allows(url))) {
    frontier.add(target.url, depth, 'robots');
    throw new FetchError('redirect to a URL that robots.txt forbids');
  }
  // Checked here to save the wait, and after the wait by `visit`: another redirect may have led there.
  if (frontier.isVisited(target.url)) return undefined;
  await context.waitForTurn(url, rules.crawlDelayMs);
  if (!frontier.visit(target.url, depth, from)) return undefined;
  await context.flush();
  return url;
}

async function record(context: VisitContext, entry: Entry, ending: Ending): Promise<void> {
  const { frontier } = context;
  const { outcome, status, error, finalUrl, page } = ending;
  const { title = '', links = [], offScheme = [], leftOut = 0 } = page ?? {};
  for (const [i, link] of links.entries()) {
    frontier.add(link, entry.depth + 1, 'queued');
    // All of a large page in one write would hold up other requests.
    if ((i + 1) % linksPerWrite === 0) await context.flush();
  }
  for (const link of offScheme) frontier.add(shorten(link), entry.depth + 1, 'off-scheme');
  frontier.addLeftOut(leftOut);
  frontier.set(
    entry,
    outcome,
    error ?? (outcome === 'duplicate' ? `redirects to ${finalUrl}` : ''),
  );
  frontier.addPage({
    url: entry.url,
    status_code: status,
    title,
    links,
    crawled_at: context.clock(),
    ...(error !== undefined && { error }),
    ...(finalUrl !== undefined && { final_url: finalUrl }),
  });
}

const isPage = ({ status, contentType }: Head) =>
  status === 200 && /^\s*text\/html\s*(;|$)/i.test(contentType);

const isRedirect = ({ status, location }: Head) =>
  location !== undefined && [301, 302, 303, 307, 308].includes(status);

/** URLs of other schemes may hold whole documents (`data:`): only their beginning is shown. */
const shorten = (url: string) =>
  url.length <= maxUrlLength ? url : `${url.slice(0, maxUrlLength - 1)}…`;
