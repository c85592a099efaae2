import { refuse } from './errors.ts';
import { stateOf, type Link } from './link.ts';
import type { Resolver } from './resolve.ts';
import type { LinkStore } from './store/links.ts';

export interface Redirects {
  readonly resolver: Resolver;
  readonly store: LinkStore;
}

/** How a link is asked for. */
export interface Visit {
  /** Without a redirect (HEAD): that is not counted. */
  readonly isLook: boolean;
  /** By a browser, before anybody has clicked. */
  readonly isPrefetch: boolean;
}

/**
 * Finds the link to which a code leads at `now`. Only the store knows how many clicks a link with
 * `max_clicks` has left: the redirect is counted there, durably, before it is answered. So a prefetch
 * gets none.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal UNKNOWN_CODE, LINK_DISABLED, LINK_EXPIRED, LINK_USED_UP, PREFETCH_REFUSED,
 *   STORE_UNAVAILABLE
 */
export async function follow(
  { resolver, store }: Redirects,
  code: string,
  { isLook, isPrefetch }: Visit,
  now: number,
): Promise<Link> {
  const known = demandOpen(await resolver.find(code), now);
  if (known.maxClicks === null) return known;
  const link = await (isLook || isPrefetch ? store.find(code) : store.click(code, now));
  // From now on that is known without asking.
  if (link && stateOf(link, now) === 'used up') resolver.forget(code);
  const open = demandOpen(link, now);
  if (isPrefetch) throw refuse.PREFETCH_REFUSED(undefined, { headers });
  return open;
}

/** @throws Refusal UNKNOWN_CODE, LINK_DISABLED, LINK_EXPIRED, LINK_USED_UP */
function demandOpen(link: Link | undefined, now: number): Link {
  if (link === undefined) throw refuse.UNKNOWN_CODE();
  const state = stateOf(link, now);
  if (state === 'open') return link;
  // Nobody learns that it will be there.
  if (state === 'not yet') throw refuse.UNKNOWN_CODE();
  throw gone[state]();
}

// The answer may change: an operator can enable a link, or lengthen its life.
const headers = { 'cache-control': 'no-store' };
const gone = {
  disabled: () => refuse.LINK_DISABLED(undefined, { headers }),
  expired: () => refuse.LINK_EXPIRED(undefined, { headers }),
  'used up': () => refuse.LINK_USED_UP(undefined, { headers }),
};
