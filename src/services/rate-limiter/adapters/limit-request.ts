/** Shared by the adapters: whether a request passes, and what its client is told. */
import { isOutage, type Refusal } from '#kit/base/refusal.ts';
import { maxLimits, maxUnits, type Limit, type RateLimiter } from '../store/rate-limiter-store.ts';
import { limitHeaders, refusalOf } from './limit-headers.ts';

export interface RateLimitOptions<RequestT> {
  readonly limiter: RateLimiter;
  /** One to four, no two with the same window: a request is counted in all of them, or in none. */
  readonly limits: readonly Limit[];
  /** The present instant, whole milliseconds since the epoch; `Date.now` when absent. */
  readonly clock?: () => number;
  /** The key under which a request is counted; by default the client address, or its IPv6 network. */
  readonly keyOf?: (request: RequestT) => string;
  /** Units that a request takes, from 1; one when absent. */
  readonly costOf?: (request: RequestT) => number;
  /** The fate of requests while a shared store is away; 503 unless it says `allow`. */
  readonly onOutage?: 'allow' | 'refuse';
}

export interface Verdict {
  /** Headers for the answer, whatever it is. */
  readonly headers: Readonly<Record<string, string>>;
  /** 429, or 503 while the store is away; undefined: the request passes. */
  readonly refusal: Refusal | undefined;
}

/**
 * Yields the function that counts a request and says whether it passes.
 *
 * @throws RangeError for limits that cannot be kept
 */
export function limitRequests<RequestT>(
  options: RateLimitOptions<RequestT> & Required<Pick<RateLimitOptions<RequestT>, 'keyOf'>>,
): (request: RequestT) => Promise<Verdict> {
  const { limiter, limits, clock = Date.now, keyOf, costOf = () => 1, onOutage } = options;
  checkLimits(limits);
  return async (request) => {
    const check = { key: keyOf(request), limits, cost: costOf(request) };
    try {
      const decision = await limiter.check(check, clock());
      const refusal = decision.allowed ? undefined : refusalOf(limits, decision);
      return { headers: limitHeaders(limits, decision), refusal };
    } catch (error) {
      if (!isOutage(error)) throw error;
      return { headers: {}, refusal: onOutage === 'allow' ? undefined : error };
    }
  };
}

function checkLimits(limits: readonly Limit[]): void {
  const windows = new Set(limits.map(({ windowMs }) => windowMs));
  if (limits.length < 1 || limits.length > maxLimits || windows.size < limits.length) {
    throw new RangeError(`one to ${maxLimits} limits, no two with the same window`);
  }
  for (const { limit, windowMs } of limits) {
    if (!Number.isInteger(limit) || limit < 1 || limit > maxUnits) {
      throw new RangeError(`a limit is a whole number from 1 to ${maxUnits}`);
    }
    if (!Number.isInteger(windowMs) || windowMs < 1) {
      throw new RangeError('a window is a whole number of milliseconds, from 1');
    }
  }
}
