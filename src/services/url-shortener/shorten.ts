import { refuse } from './errors.ts';
import type { MappingStore } from './store/store.ts';
import { toLocation } from './target.ts';

/** Codes that are drawn for one request before it is refused. */
const maxAttempts = 5;

export interface Shortener {
  readonly store: MappingStore;
  /** A code from a secure random source. */
  readonly drawCode: () => string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Whether a URL leads back to the shortener. */
  readonly isOwnUrl: (url: URL) => boolean;
}

/**
 * Gives `url` a code of its own. A code is taken by inserting it, never by looking first: two
 * replicas that draw the same one cannot both get it.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal INVALID_URL, CODE_SPACE_BUSY, STORE_UNAVAILABLE
 */
export async function shorten(
  { store, drawCode, baseUrl, isOwnUrl }: Shortener,
  url: string,
  now: number,
): Promise<{ short_url: string; code: string }> {
  const location = toLocation(url, isOwnUrl);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const code = drawCode();
    if (await store.insertIfAbsent(code, location, now)) {
      return { short_url: `${baseUrl}/${code}`, code };
    }
  }
  throw refuse.CODE_SPACE_BUSY(`${maxAttempts} codes drawn at random were all taken`, {
    headers: { 'retry-after': '1' },
  });
}
