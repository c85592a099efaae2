/** Shows, changes and removes links, for operators. */
import { canBeCode } from './code.ts';
import type { Clicks } from './clicks/clicks.ts';
import { linkDetails } from './details.ts';
import { refuse } from './errors.ts';
import type { Link } from './link.ts';
import type { Resolver } from './resolve.ts';
import type { LinksQuery, LinkView, PatchBody } from './routes/admin-schemas.ts';
import { checkExpiry, checkWindow, distinct } from './shorten.ts';
import type { LinkPosition, LinkStore } from './store/links.ts';
import { toLocation } from './target.ts';
import { invalid } from '#kit/web/problem.ts';

export interface Management {
  readonly store: LinkStore;
  readonly resolver: Resolver;
  readonly clicks: Clicks;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Whether a URL leads back to the shortener. */
  readonly isOwnUrl: (url: URL) => boolean;
}

/** @throws Refusal UNKNOWN_CODE, STORE_UNAVAILABLE */
export async function findLink(store: Pick<LinkStore, 'find'>, code: string): Promise<Link> {
  const link = canBeCode(code) ? await store.find(code) : undefined;
  if (link === undefined) throw refuse.UNKNOWN_CODE();
  return link;
}

/**
 * Changes what `patch` has; null removes a limit or a detail.
 *
 * @param now milliseconds since the epoch
 * @returns the link as it is now
 * @throws Refusal VALIDATION_FAILED, INVALID_URL, UNKNOWN_CODE, STORE_UNAVAILABLE
 */
export async function changeLink(
  { store, resolver, clicks, isOwnUrl }: Management,
  code: string,
  patch: PatchBody,
  now: number,
): Promise<Link> {
  const url = patch.url === undefined ? undefined : toLocation(patch.url, isOwnUrl);
  checkExpiry(patch.expires_at ?? null, now);
  // A new max_clicks counts from the creation: also what is counted in memory so far.
  await clicks.flush();
  const changed = canBeCode(code)
    ? await store.update(code, (link) => edited(link, patch, url))
    : undefined;
  if (changed === undefined) throw refuse.UNKNOWN_CODE();
  resolver.forget(code);
  return changed;
}

/** @throws Refusal VALIDATION_FAILED */
function edited(link: Link, patch: PatchBody, url = link.url): Link {
  const { not_before, expires_at, max_clicks, tags, disabled } = patch;
  const next = {
    ...link,
    url,
    notBefore: not_before === undefined ? link.notBefore : not_before,
    expiresAt: expires_at === undefined ? link.expiresAt : expires_at,
    maxClicks: max_clicks === undefined ? link.maxClicks : max_clicks,
    tags: tags === undefined ? link.tags : distinct(tags),
    details: linkDetails.changed(link.details, patch),
    isDisabled: disabled ?? link.isDisabled,
  };
  checkWindow(next);
  return next;
}

/** @throws Refusal UNKNOWN_CODE, STORE_UNAVAILABLE */
export async function removeLink({ store, resolver }: Management, code: string): Promise<void> {
  if (!canBeCode(code) || !(await store.remove(code))) throw refuse.UNKNOWN_CODE();
  resolver.forget(code);
}

/**
 * A page of links, the newest first.
 *
 * @throws Refusal VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function listLinks(store: LinkStore, { tag, cursor, limit }: LinksQuery) {
  const after = cursor === undefined ? undefined : parsePosition(cursor);
  const found = await store.list({ tag, after, limit: limit + 1 });
  const links = found.slice(0, limit);
  return {
    links,
    ...(found.length > limit && { next_cursor: formatPosition(links.at(-1)!) }),
  };
}

const formatPosition = ({ createdAt, id }: LinkPosition) => `${createdAt}-${id}`;

function parsePosition(cursor: string): LinkPosition {
  const [, createdAt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  if (id === undefined) throw invalid('cursor', 'must be the next_cursor of another page');
  return { createdAt: Number(createdAt), id: Number(id) };
}

/** As operators see it. */
export function viewOf(link: Link, baseUrl: string): LinkView {
  return {
    code: link.code,
    short_url: `${baseUrl}/${link.code}`,
    url: link.url,
    created_at: link.createdAt,
    ...(link.notBefore !== null && { not_before: link.notBefore }),
    ...(link.expiresAt !== null && { expires_at: link.expiresAt }),
    ...(link.maxClicks !== null && { max_clicks: link.maxClicks }),
    clicks: link.clicks,
    disabled: link.isDisabled,
    tags: [...link.tags],
    ...link.details,
  };
}
