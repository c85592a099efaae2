/** Which URLs are crawled, and the one form in which each is known. */
import '@exodus/bytes/encoding.js'; // without it whatwg.js has no encodings of several bytes
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';
import { invalid } from '#kit/web/problem.ts';
import { parseHttpUrl } from '#kit/web/target-url.ts';

export interface Link {
  readonly scheme: 'web' | 'off-scheme';
  readonly url: string;
}

/**
 * The normal form of a reference, or undefined when it is not a URL at all. For `http` and `https`:
 * the WHATWG form (case of scheme and host, default port, dot segments, empty path) without
 * fragment and credentials, with percent-encoding as in RFC 3986, section 6.2.2. The query
 * stays as it is, since its order may matter, but an empty one is none.
 *
 * @param base what it is relative to
 * @param encoding of the page where it stands
 */
export function resolveLink(
  reference: string,
  base?: string,
  encoding = 'utf-8',
): Link | undefined {
  const url = parseLink(reference, base, encoding);
  if (url === null) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { scheme: 'off-scheme', url: url.href };
  }
  if (url.username !== '' || url.password !== '') url.username = url.password = '';
  const { href, search } = url;
  const fragment = href.indexOf('#');
  const end = fragment < 0 ? href.length : fragment;
  // The parser keeps the `?` of an empty query.
  const isQueryEmpty = search === '' && href[end - 1] === '?';
  return { scheme: 'web', url: normalizeEscapes(href.slice(0, isQueryEmpty ? end - 1 : end)) };
}

/**
 * Characters that browsers encode in a query, beside those outside ASCII (URL, "special-query
 * percent-encode set").
 */
const encodedInQuery = ` "#'<>`;

/**
 * Parses a reference of a page. Its query is written in the encoding of the page (URL, "query
 * state"), and characters that this does not have as references to characters.
 */
export function parseLink(
  reference: string,
  base: string | undefined,
  encoding: string,
): URL | null {
  const url = URL.parse(reference, base);
  if (url === null || encoding.startsWith('utf-') || !/^https?:$/.test(url.protocol)) return url;
  const cleaned = reference.replace(/[\t\n\r]+/g, '').replace(/[\0- ]+$/, '');
  const [, before, query, after] = /^([^?#]*\?)([^#]*)([^]*)$/.exec(cleaned) ?? [];
  // The parser itself encodes ASCII.
  if (query === undefined || !/[^\0-\x7f]/.test(query)) return url;
  const encoded = percentEncodeAfterEncoding(encoding, query, encodedInQuery);
  return URL.parse(before + encoded + after, base);
}

/** Writes escapes in upper case, and decodes those of characters that need none. */
export function normalizeEscapes(text: string): string {
  return text.includes('%') ? text.replace(/(?<!%[\da-f]?)%[\da-f]{2}/gi, normalEscape) : text;
}

/** After a stray `%` it is left alone: decoded, it could become part of a new escape. */
function normalEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return /[\w\-.~]/.test(character) ? character : escape.toUpperCase();
}

/**
 * The normal form of a URL that a client wants crawled.
 *
 * @throws Refusal VALIDATION_FAILED naming `url`
 */
export function acceptSeed(given: string): string {
  const parsed = parseHttpUrl(given);
  if (typeof parsed === 'string') throw invalid('url', parsed);
  return resolveLink(parsed.href)!.url;
}
