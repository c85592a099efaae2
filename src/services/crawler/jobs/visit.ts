/** One URL from the frontier to its end: robots.txt, politeness, request, redirects, result. */
import { setImmediate } from 'node:timers/promises';
import type { Entry } from './levels.ts';
import { addLink } from './links.ts';
import { follow, shorten, type Ending } from './request.ts';
import { pauseAfter } from './retry.ts';
import type { Unreachable } from './robots-cache.ts';
import type { VisitContext } from './visit-context.ts';

/** Links that are recorded together. */
const linksPerWrite = 500;

/**
 * Visits one URL. When it throws, the URL stays as it is.
 *
 * @returns the pause after which it is to be visited again, milliseconds; undefined: it has ended
 * @throws what `waitForTurn` and `flush` throw
 */
export async function visit(context: VisitContext, entry: Entry): Promise<number | undefined> {
  const { frontier } = context;
  const url = new URL(entry.url);
  const rules = await context.robots.rulesFor(url);
  if (!rules.isReachable) return endUnreachable(context, entry, url, rules);
  if (!(await rules.allows(url))) {
    frontier.set(entry, 'robots');
    // Thousands of forbidden URLs may come in a row: let other work run in between.
    return setImmediate(undefined);
  }
  await context.waitForTurn(url, rules.crawlDelayMs);
  // From here on a restart must count the URL as requested.
  frontier.claim(entry);
  await context.flush();
  const ending = await follow(context, entry, url);
  if (ending.isPassing === true && entry.attempts <= context.retries.count) {
    const { error, status, retryAfter } = ending;
    const why = `attempt ${entry.attempts}: ${error ?? `status ${status}`}`;
    frontier.set(entry, 'claimed', why);
    return pauseAfter(entry.attempts, retryAfter, context.clock());
  }
  if (context.isOurs()) await record(context, entry, ending);
  return undefined;
}

/** Records the first URL of an unreachable host as a page with an error, others as forbidden. */
async function endUnreachable(
  context: VisitContext,
  entry: Entry,
  url: URL,
  rules: Unreachable,
): Promise<undefined> {
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

async function record(context: VisitContext, entry: Entry, ending: Ending): Promise<void> {
  const { frontier, scope } = context;
  const { outcome, status, error, finalUrl, page, contents } = ending;
  const { title = '', links = [], offScheme = [], leftOut = 0 } = page ?? {};
  for (const [i, link] of links.entries()) {
    if (scope === undefined) frontier.add(link, entry.depth + 1, 'queued');
    else await addLink(context, link, entry.depth + 1);
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
  const result = {
    url: entry.url,
    status_code: status,
    title,
    links,
    crawled_at: context.clock(),
    ...(error !== undefined && { error }),
    ...(finalUrl !== undefined && { final_url: finalUrl }),
    ...(contents !== undefined && { formats: contents.map(({ format }) => format) }),
  };
  frontier.addPage(result, contents);
}
