/** What may be shortened, and what `Location` will say. */
import { parseHttpUrl } from '#kit/web/target-url.ts';
import { invalidUrl } from './errors.ts';

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
 * @param isOwnUrl whether a URL leads back to the shortener
 * @throws Refusal INVALID_URL
 */
export function toLocation(given: string, isOwnUrl: (url: URL) => boolean): string {
  const url = parseHttpUrl(given);
  if (typeof url === 'string') throw invalidUrl(url);
  if (isOwnUrl(url)) throw invalidUrl('leads back to the shortener itself');
  const location = given.search(outsideRfc3986) === -1 ? given : encode(url);
  if (location.length > maxEncodedLength) {
    throw invalidUrl(`is longer than ${maxEncodedLength} characters when percent-encoded`);
  }
  return location;
}

/** The normal form leaves some characters bare that no URI contains, such as `|` and `^`. */
const encode = (url: URL) => url.href.replace(outsideRfc3986, encodeURIComponent);

/**
 * Tells which URLs lead back to the shortener: those with its host and port, whatever the scheme,
 * since one scheme is usually redirected to the other. When `baseUrl` names this machine, so does
 * every other name of it.
 */
export function ownUrls(baseUrl: string): (url: URL) => boolean {
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
