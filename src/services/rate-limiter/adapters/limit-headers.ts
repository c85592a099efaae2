/** The headers about limits, for every adapter: draft-ietf-httpapi-ratelimit-headers-10. */
import { leftText, limitText, tooMany } from '#kit/web/safety/rate-limit-headers.ts';
import type { Refusal } from '#kit/base/refusal.ts';
import { refuse } from '../errors.ts';
import type { Decision, Limit } from '../store/rate-limiter-store.ts';

/** All limits, and of the one with the least left what is left. */
export function limitHeaders(
  limits: readonly Limit[],
  { limit, remaining, resetAfterMs }: Decision,
): Record<string, string> {
  const nameOf = (index: number) => (limits.length === 1 ? 'default' : `default-${index + 1}`);
  return {
    'ratelimit-policy': limits.map((one, i) => limitText(nameOf(i), one)).join(', '),
    ratelimit: leftText(nameOf(limits.indexOf(limit)), { remaining, resetAfterMs }),
  };
}

/** 429, with `Retry-After` unless waiting does not help. */
export function refusalOf(
  limits: readonly Limit[],
  { limit, retryAfterMs }: Decision,
  members: object = {},
): Refusal {
  if (retryAfterMs === null) {
    const least = Math.min(...limits.map((one) => one.limit));
    const detail = `the request costs more than the limit of ${least}, so it is never allowed`;
    const { limit: units, windowMs } = limit;
    const told = { limit: units, window_ms: windowMs, retry_after_ms: null };
    return refuse.RATE_LIMITED(detail, { members: { ...told, ...members } });
  }
  const { detail, extras } = tooMany(limit, { retryAfterMs });
  return refuse.RATE_LIMITED(detail, { ...extras, members: { ...extras.members, ...members } });
}
