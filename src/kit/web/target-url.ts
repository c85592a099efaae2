/** URLs that a client names and that we, or somebody we send there, will open. */

/** Longest URL, in characters (Unicode code points), as the client gives it. */
export const maxUrlLength = 2_048;
const withinLength = new RegExp(`^[^]{0,${maxUrlLength}}$`, 'u');

/**
 * An absolute `http` or `https` URL with a host and without credentials, or in words what is
 * wrong with it, to follow the name of the member: `url is longer than 2048 characters`.
 */
export function parseHttpUrl(given: string): URL | string {
  if (!withinLength.test(given)) return `is longer than ${maxUrlLength} characters`;
  if (!given.isWellFormed()) return 'is not well-formed Unicode';
  if (/[\s\p{Cc}]/u.test(given)) return 'contains whitespace or control characters';
  // A backslash ends the authority too: browsers read it as a slash (WHATWG URL, section 4.4).
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(given)?.[1];
  if (authority === undefined) return 'is not an absolute http or https URL';
  if (authority.includes('@')) return 'contains credentials';
  // Without this check the parser would take the first segment of the path for the host.
  if (authority === '') return 'has no host';
  const url = URL.parse(given);
  const isHostless = url === null || url.hostname.replace(/\.+$/, '') === '';
  return isHostless ? 'has no valid host or port' : url;
}
