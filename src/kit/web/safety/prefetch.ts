/** Recognizes requests that a browser makes before anybody has followed a link. */
import type { IncomingHttpHeaders } from 'node:http';

/** `Sec-Purpose` is the standard; the others are those of older Chrome, Firefox and Safari. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const purposes = new Set(['prefetch', 'prerender', 'preview']);

/**
 * Whether the browser asks ahead of its user, in whatever form: `prefetch`,
 * `prefetch;prerender`, `prefetch;anonymous-client-ip`. Nobody may ever see that answer.
 */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return purposeHeaders.some((name) => {
    const words = String(headers[name] ?? '').toLowerCase();
    return words.split(/[\s,;="]+/).some((word) => purposes.has(word));
  });
}
