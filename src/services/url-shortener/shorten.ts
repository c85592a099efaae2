import { invalid } from '#kit/web/problem.ts';
import { isReserved } from './code.ts';
import { linkDetails } from './details.ts';
import { refuse } from './errors.ts';
import type { Limits, NewLink } from './link.ts';
import type { ShortenBody } from './routes/schemas.ts';
import type { LinkStore } from './store/links.ts';
import { toLocation } from './target.ts';

/** Codes that are drawn for one request before it is refused. */
const maxAttempts = 5;

export interface Shortener {
  readonly store: Pick<LinkStore, 'insertIfAbsent'>;
  /** A code from a secure random source. */
  readonly drawCode: () => string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Whether a URL leads back to the shortener. */
  readonly isOwnUrl: (url: URL) => boolean;
}

/** A link that may be made; its code is still to be drawn, unless it has an alias. */
export type Draft = Omit<NewLink, 'code'> & { readonly alias: string | undefined };

/**
 * Gives a URL a code of its own.
 *
 * @param mayMake counts the link, unless the caller has made too many: then it throws
 * @param now milliseconds since the epoch
 * @throws Refusal VALIDATION_FAILED, INVALID_URL, ALIAS_TAKEN, CODE_SPACE_BUSY, STORE_UNAVAILABLE, and
 *   that of `mayMake`
 */
export function shorten(shortener: Shortener, body: ShortenBody, mayMake: () => void, now: number) {
  const draft = draftOf(shortener, body, now);
  mayMake();
  return createLink(shortener, draft);
}

/** @throws Refusal VALIDATION_FAILED, INVALID_URL */
export function draftOf({ isOwnUrl }: Shortener, body: ShortenBody, now: number): Draft {
  const { alias, expires_at: expiresAt = null, not_before: notBefore = null } = body;
  if (alias !== undefined && isReserved(alias)) throw invalid('alias', 'is reserved');
  const limits = { notBefore, expiresAt, maxClicks: body.max_clicks ?? null };
  checkExpiry(expiresAt, now);
  checkWindow(limits);
  const url = toLocation(body.url, isOwnUrl);
  const details = linkDetails.in(body);
  return { alias, url, createdAt: now, ...limits, tags: distinct(body.tags), details };
}

/** @throws Refusal VALIDATION_FAILED when the instant is in the past */
export function checkExpiry(expiresAt: number | null, now: number): void {
  if (expiresAt !== null && expiresAt <= now) throw invalid('expires_at', 'is in the past');
}

/** @throws Refusal VALIDATION_FAILED for a link that would never lead anywhere */
export function checkWindow({ notBefore, expiresAt }: Limits): void {
  if (notBefore === null || expiresAt === null || notBefore < expiresAt) return;
  throw invalid('not_before', 'must be before expires_at');
}

export const distinct = (tags: readonly string[] = []) => [...new Set(tags)];

/**
 * A code is taken by inserting it, never by looking first: two replicas that draw the same one cannot
 * both get it, nor can one that draws it and a client who chooses it.
 *
 * @throws Refusal ALIAS_TAKEN, CODE_SPACE_BUSY, STORE_UNAVAILABLE
 */
export async function createLink(
  { store, drawCode, baseUrl }: Shortener,
  { alias, ...link }: Draft,
): Promise<{ short_url: string; code: string }> {
  const isMade = (code: string) => store.insertIfAbsent({ ...link, code });
  const made = (code: string) => ({ short_url: `${baseUrl}/${code}`, code });
  if (alias !== undefined) {
    if (await isMade(alias)) return made(alias);
    throw refuse.ALIAS_TAKEN(`the alias ${alias} is taken`);
  }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const code = drawCode();
    if (await isMade(code)) return made(code);
  }
  throw refuse.CODE_SPACE_BUSY(`${maxAttempts} codes drawn at random were all taken`);
}
