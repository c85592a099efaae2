/** What may be shortened, and the form in which it is kept. */
import { invalidUrl } from './errors.ts';

/** Longest URL, in characters (Unicode code points), as the client gives it. */
const maxLength = 2_048;
const withinLength = new RegExp(`^[^]{0,${maxLength}}$`, 'u');

/**
 * Longest URL once percent-encoded, in bytes: what every sender and recipient of a URI should
 * support (RFC 9110, section 4.1). Beyond it, clients refuse the header rather than follow it.
 */
const maxEncodedLength = 8_000;

/** Characters that no URI contains (RFC 3986, section 2). */
const outsideRfc3986 = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/g;

/**
 * Checks a URL that a client wants shortened and returns what `Location` will carry: the URL as
 * given when it consists of URI characters only, else its WHATWG normal form, percent-encoded.
 * Both lead a browser to the same place, and both are legal header values.
 *
 * @param isOwn whether a URL leads back to the shortener
 * @throws Refusal INVALID_URL
 */
export function acceptTarget(given: string, isOwn: (url: URL) => boolean): string {
  if (!withinLength.test(given)) throw invalidUrl(`is longer than ${maxLength} characters`);
  if (!given.isWellFormed()) throw invalidUrl('is not well-formed Unicode');
  if (/[\s\p{Cc}]/u.test(given)) throw invalidUrl('contains whitespace or control characters');
  // A backslash ends the authority too: browsers read it as a slash (WHATWG URL, section 4.4).
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(given)?.[1];
  if (authority === undefined) throw invalidUrl('is not an absolute http or https URL');
  if (authority.includes('@')) throw invalidUrl('contains credentials');
  // Without this check the parser would take the first segment of the path for the host.
  if (authority === '') throw invalidUrl('has no host');
  const url = URL.parse(given);
  if (url === null || bareHost(url) === '') throw invalidUrl('has no valid host or port');
  if (isOwn(url)) throw invalidUrl('leads back to the shortener itself');
  const kept = given.search(outsideRfc3986) === -1 ? given : encoded(url);
  if (kept.length > maxEncodedLength) {
    throw invalidUrl(`is longer than ${maxEncodedLength} characters when percent-encoded`);
  }
  return kept;
}

/** The normal form leaves some characters bare that no URI contains, such as `|` and `^`. */
const encoded = (url: URL) => url.href.replace(outsideRfc3986, encodeURIComponent);

/**
 * Tells which URLs lead back to the shortener: those with its host and port, whatever the scheme,
 * since one scheme is usually redirected to the other. When `baseUrl` names this machine, so does
 * every other name of it.
 */
export function ownHost(baseUrl: string): (url: URL) => boolean {
  const own = new URL(baseUrl);
  const host = bareHost(own);
  const isLocal = thisMachine.test(host);
  return (url) => {
    if (url.port !== own.port) return false;
    const other = bareHost(url);
    return other === host || (isLocal && thisMachine.test(other));
  };
}

/** In lower case, as the parser makes it, and without the dot of an absolute name. */
const bareHost = ({ hostname }: URL) => hostname.replace(/\.+$/, '');

/** Loopback and unspecified addresses in normal form, also mapped into IPv6; names by RFC 6761. */
const thisMachine =
  /^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(7f[\da-f]{2}:[\da-f]+|0:0)\])$/;
