/** The rules for URLs that may be shortened, and the form that `Location` gets. */
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

/** Where the shortener is reached beside `BASE_URL`. */
export interface OwnAddresses {
  readonly baseUrl: string;
  /** Its own port. */
  readonly port: number;
  /** The console's, which hands it what comes under `/api/url-shortener/`. */
  readonly consolePort: number;
  /** Names and addresses of this machine beside those of loopback, as URLs have them. */
  readonly names: readonly string[];
}

/**
 * Tells which URLs lead back to the shortener: by the host and port of `BASE_URL`, or, by a name of
 * this machine, by its own port and by its path on the console's. The scheme does not matter, since
 * one is usually redirected to the other.
 */
export function ownUrls({
  baseUrl,
  port,
  consolePort,
  names,
}: OwnAddresses): (url: URL) => boolean {
  const base = new URL(baseUrl);
  const baseHost = bareHost(base);
  const isLocal = thisMachine.test(baseHost);
  const here = new Set([baseHost, ...names]);
  return (url) => {
    const host = bareHost(url);
    const isLoopback = thisMachine.test(host);
    const isBase = host === baseHost || (isLocal && isLoopback);
    if (isBase && portOf(url) === portOf(base)) return true;
    if (!isLoopback && !here.has(host)) return false;
    const isApi = consolePath.test(url.pathname);
    return portOf(url) === port || (isApi && [consolePort, defaultPort].includes(portOf(url)));
  };
}

const consolePath = /^\/api\/url-shortener(\/|$)/;

/** Stands for the ports of http and https. */
const defaultPort = 80;

/** Without one, that of the scheme; those of http and https are one, as the schemes are. */
function portOf({ port }: URL): number {
  return port === '' || port === '443' ? defaultPort : Number(port);
}

/** In lower case, as the parser makes it, and without the dot of an absolute name. */
const bareHost = ({ hostname }: URL) => hostname.replace(/\.+$/, '');

/** Loopback and unspecified addresses in normal form, also inside IPv6; names by RFC 6761 and Debian. */
const thisMachine =
  /^((.+\.)?localhost(\.localdomain)?|ip6-(localhost|loopback)|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::(ffff:(0:)?)?(7f[\da-f]{2}:[\da-f]+|0:0)\])$/;
