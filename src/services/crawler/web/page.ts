/** The extract that is kept of a page, and how it is made from the page's text. */
import type { TimeSlice } from '#kit/base/time-slice.ts';
import { maxUrlLength } from '#kit/web/target-url.ts';
import { resolveLink } from './url.ts';

/** The most that is kept of one page. */
export const limits = {
  /** Characters (UTF-16 units). */
  title: 512,
  links: 10_000,
  /** Characters of all links together, resolved. */
  linkCharacters: 512 * 1024,
  /** Characters of one `href`. */
  href: 8 * 1024,
} as const;

/**
 * Characters of all links of a page together, resolved: a short page with a long `<base>` must not
 * fill the disk.
 */
export const maxLinkCharacters = (pageLength: number) =>
  Math.min(64 * 1024 + 8 * pageLength, limits.linkCharacters);

export interface Extract {
  readonly title: string;
  /** Normal forms, each once, in the order of the page. */
  readonly links: string[];
  /** Links of other schemes, each once. */
  readonly offScheme: readonly string[];
  /** Links beyond the limits. */
  readonly leftOut: number;
}

interface LinkContext {
  /** The `href` of `<base>`. */
  readonly base: string | undefined;
  /** Address of the page. */
  readonly url: string;
  /** The encoding of the page, in which queries are written. */
  readonly encoding: string;
}

/**
 * Resolves the `href` of anchors, each of which is given once.
 *
 * @param maxCharacters of all links together
 */
export async function resolveLinks(
  hrefs: Iterable<string>,
  page: LinkContext,
  maxCharacters: number,
  slice: TimeSlice,
): Promise<Omit<Extract, 'title'>> {
  const from = baseOf(page);
  const links = new Set<string>();
  const offScheme = new Set<string>();
  let characters = 0;
  let leftOut = 0;
  for (const href of hrefs) {
    if (slice.isOver) await slice.next();
    // Links beyond the limit are only counted: resolving them would take unlimited time.
    if (characters > maxCharacters) {
      leftOut++;
      continue;
    }
    const link = resolveLink(href, from, page.encoding);
    if (link === undefined) continue;
    const target = link.scheme === 'web' ? links : offScheme;
    if (target.has(link.url)) continue;
    const isTooLong = link.scheme === 'web' && link.url.length > maxUrlLength;
    if (!isTooLong) characters += link.url.length;
    if (isTooLong || characters > maxCharacters) leftOut++;
    else target.add(link.url);
  }
  return { links: [...links], offScheme: [...offScheme], leftOut };
}

/**
 * A base that is longer than a URL may be is ignored: resolving each link would take the time of
 * all of it. So is one of scripts or data, to which nothing is relative (HTML, section 4.2.3).
 */
export function baseOf({ base, url, encoding }: LinkContext): string {
  if (base === undefined || base === '' || base.length > maxUrlLength) return url;
  const resolved = resolveLink(base, url, encoding)?.url;
  const isBase = resolved !== undefined && !/^(data|javascript):/.test(resolved);
  return isBase && resolved.length <= maxUrlLength ? resolved : url;
}

export function cleanTitle(text: string): string {
  const clean = text.toWellFormed().replaceAll('\0', '').trim();
  // Does not cut between the halves of a surrogate pair.
  return clean
    .slice(0, limits.title)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim();
}
