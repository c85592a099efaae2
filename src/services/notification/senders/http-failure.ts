/** How a server that is asked over HTTP refuses a notification. */
import type { SendResult } from './sender.ts';

/** Longest pause that a server may ask for, milliseconds. */
const maxPauseMs = 24 * 60 * 60 * 1000;

/**
 * The result for a status other than 2xx. 408, 429 and 5xx may pass; the server says when to come
 * back.
 *
 * @param retryAfter the header
 */
export function failureOf(
  status: number,
  error: string,
  retryAfter: string | string[] | undefined,
  now: number,
): SendResult {
  const answer = `HTTP ${status}`;
  const mayPass = status >= 500 || status === 429 || status === 408;
  if (!mayPass) return { kind: 'permanent-failure', error, answer };
  const retryAfterMs = pauseOf(retryAfter, now);
  const pause = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { kind: 'temporary-failure', error, answer, ...pause };
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3). */
export function pauseOf(header: string | string[] | undefined, now: number): number | undefined {
  const text = [header].flat()[0]?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return ms > 0 ? Math.min(ms, maxPauseMs) : undefined;
}
