/** What a client is told of a limit: draft-ietf-httpapi-ratelimit-headers-10. */
import { plural } from '../../base/plural.ts';
import type { Limit } from '../../base/sliding-window.ts';

export type { Limit };

/** What is left of a limit after a request. */
export interface Left {
  /** Requests that would be allowed right after this one. */
  readonly remaining: number;
  /** How long until a request is allowed again; 0 when `remaining` is not 0. */
  readonly retryAfterMs: number;
  /** How long until all of the limit is free again if no request comes. */
  readonly resetAfterMs: number;
}

/** Returns the headers of every answer. */
export function rateLimitHeaders(limit: Limit, left: Left) {
  return {
    'ratelimit-policy': limitText('default', limit),
    ratelimit: leftText('default', left),
  };
}

/** An item of `RateLimit-Policy`. */
export const limitText = (name: string, { limit, windowMs }: Limit): string =>
  `"${name}";q=${limit};w=${seconds(windowMs)}`;

/** An item of `RateLimit`. */
export const leftText = (
  name: string,
  { remaining, resetAfterMs }: Pick<Left, 'remaining' | 'resetAfterMs'>,
): string => `"${name}";r=${remaining};t=${seconds(resetAfterMs)}`;

/** Returns the detail, members and headers of a refusal. */
export function tooMany({ limit, windowMs }: Limit, { retryAfterMs }: Pick<Left, 'retryAfterMs'>) {
  const wait = Math.max(1, seconds(retryAfterMs));
  return {
    detail: `at most ${plural(limit, 'request')} in ${windowMs} ms; try again in ${wait} s`,
    extras: {
      members: { limit, window_ms: windowMs, retry_after_ms: retryAfterMs },
      headers: { 'retry-after': String(wait) },
    },
  };
}

/** Whole seconds, rounded up: a client that waits that long has waited long enough. */
const seconds = (ms: number) => Math.ceil(ms / 1000);
