/** Which URLs are crawled, and the one form in which each is known. */
import { invalid } from '#kit/web/problem.ts';
import { parseHttpUrl } from '#kit/web/target-url.ts';

export interface Link {
  readonly scheme: 'web' | 'off-scheme';
  readonly url: string;
}

/**
 * The normal form of a reference, or undefined when it is no URL at all. For `http` and `https`:
 * the WHATWG form (case of scheme and host, default port, dot segments, empty path) without
 * fragment and credentials, with percent-encoding as RFC 3986, section 6.2.2 has it. The query
 * stays as it is, since its order may matter.
 *
 * @param base what it is relative to
 */
export function resolveLink(reference: string, base?: string): Link | undefined {
  const url = URL.parse(reference, base);
  if (url === null) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { scheme: 'off-scheme', url: url.href };
  }
  if (url.username !== '' || url.password !== '') url.username = url.password = '';
  const { href } = url;
  const fragment = href.indexOf('#');
  return { scheme: 'web', url: normalizeEscapes(fragment < 0 ? href : href.slice(0, fragment)) };
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
