/** Requests a URL and whatever it redirects to. */
import { maxUrlLength } from '#kit/web/target-url.ts';
import type { Outcome } from '../store/crawler-store.ts';
import type { MadeContent } from '../content/contents.ts';
import { extract, maxPageBytes } from '../web/extract.ts';
import { FetchError, type Answer, type Head } from '../web/fetcher.ts';
import type { Extract } from '../web/page.ts';
import { resolveLink } from '../web/url.ts';
import type { Entry } from './levels.ts';
import { isPassing } from './retry.ts';
import { maxRedirects } from './robots-cache.ts';
import type { VisitContext } from './visit-context.ts';

export interface Ending {
  readonly outcome: Outcome;
  readonly status: number;
  readonly error?: string;
  readonly finalUrl?: string | undefined;
  readonly page?: Extract | undefined;
  readonly contents?: readonly MadeContent[] | undefined;
  /** Another attempt may end otherwise. */
  readonly isPassing?: boolean;
  readonly retryAfter?: string | undefined;
}

/** @throws what `waitForTurn` and `flush` throw, and the reason of the signal where the URL may be tried again */
export async function follow(context: VisitContext, entry: Entry, first: URL): Promise<Ending> {
  const chain = new Set([first.href]);
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
        return await toEnding(context, answer, url, redirects > 0 ? url.href : undefined);
      }
      if (redirects === maxRedirects) throw new FetchError(`more than ${maxRedirects} redirects`);
      const target = await acceptRedirect(context, entry, answer.location!, url, chain);
      if (target === undefined) {
        const finalUrl = resolveLink(answer.location!, url.href)!.url;
        return { outcome: 'duplicate', status, finalUrl };
      }
      url = target;
      chain.add(url.href);
    }
  } catch (error) {
    if (error instanceof FetchError) {
      const { message, isPrivate, kind } = error;
      if (isPrivate && url !== first) context.frontier.markPrivate(url.href);
      const outcome = isPrivate ? 'private address' : 'error';
      return { outcome, status, error: message, isPassing: kind === 'network' };
    }
    const isLast = entry.attempts > context.retries.count;
    if (context.signal.aborted && isLast) return { outcome: 'error', status, error: interrupted };
    throw error;
  }
}

export const interrupted = 'interrupted: the crawler was stopped, and does not request a URL twice';

async function toEnding(
  context: VisitContext,
  answer: Answer,
  url: URL,
  finalUrl: string | undefined,
): Promise<Ending> {
  const { status, retryAfter, body, contentType } = answer;
  const plain = { outcome: 'fetched', status, finalUrl } as const;
  if (!isPage(answer)) return { ...plain, isPassing: isPassing(status), retryAfter };
  const page = await extract(body, contentType, url.href);
  const { formats, contents: maker, signal, job } = context;
  if (formats.length === 0) return { ...plain, page };
  const source = { body, contentType, url: url.href };
  return { ...plain, page, contents: await maker.make(job, source, formats, signal) };
}

/**
 * Where a redirect leads, once it may be requested; undefined when it was visited already.
 *
 * @param chain what this attempt has requested
 * @throws FetchError when it may not
 */
async function acceptRedirect(
  context: VisitContext,
  { url: from, depth, attempts }: Entry,
  location: string,
  base: URL,
  chain: ReadonlySet<string>,
): Promise<URL | undefined> {
  const { frontier, scope } = context;
  const target = resolveLink(location, base.href);
  if (target === undefined) throw new FetchError('invalid redirect URL');
  if (target.scheme === 'off-scheme') {
    frontier.add(shorten(target.url), depth, 'off-scheme');
    throw new FetchError('redirect to a scheme other than http and https');
  }
  if (target.url.length > maxUrlLength) throw new FetchError('redirect URL is too long');
  const leftOutBy = await scope?.leavesOut(target.url, depth);
  if (leftOutBy !== undefined) {
    frontier.add(target.url, depth, 'out of scope', leftOutBy);
    throw new FetchError('out of scope');
  }
  const url = new URL(target.url);
  const rules = await context.robots.rulesFor(url);
  if (!rules.isReachable) {
    if (rules.isPrivate) frontier.add(target.url, depth, 'private address');
    else frontier.add(target.url, depth, 'robots', rules.error);
    throw new FetchError(rules.error, rules.isPrivate ? 'private' : 'final');
  }
  if (!(await rules.allows(url))) {
    frontier.add(target.url, depth, 'robots');
    throw new FetchError('redirect to a URL that robots.txt forbids');
  }
  // An earlier attempt of the same URL may have been here.
  const isAgain = attempts > 1 && !chain.has(url.href) && frontier.isReachedFrom(target.url, from);
  // Checked here to save the wait, and after the wait by `visit`: another redirect may have led there.
  if (!isAgain && frontier.isVisited(target.url)) return undefined;
  await context.waitForTurn(url, rules.crawlDelayMs);
  if (!isAgain && !frontier.visit(target.url, depth, from)) return undefined;
  await context.flush();
  return url;
}

const isPage = ({ status, contentType }: Head) =>
  status === 200 && /^\s*text\/html\s*(;|$)/i.test(contentType);

const isRedirect = ({ status, location }: Head) =>
  location !== undefined && [301, 302, 303, 307, 308].includes(status);

/** URLs of other schemes may hold whole documents (`data:`): only their beginning is shown. */
export const shorten = (url: string) =>
  url.length <= maxUrlLength ? url : `${url.slice(0, maxUrlLength - 1)}…`;
