/**
 * A limit on how often one caller may ask this process, whatever the service: exact sliding windows
 * in memory, by user, else by client address. Keys of callers that stay away are dropped.
 */
import { SlidingWindows } from '../../sliding-window.ts';
import type { App } from '../app.ts';
import { callerOf } from '../identity/caller.ts';
import { common } from '../problem.ts';
import { addressOf } from './client-key.ts';
import { rateLimitHeaders, tooMany, type Left, type Limit } from './rate-limit-headers.ts';

export interface ApiLimitOptions extends Limit {
  /** For tests: milliseconds. */
  readonly clock?: () => number;
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
/** Bounds of what is kept of one caller, and for how long. */
const max = { limit: 10_000, windowMs: 3_600_000 } as const;

/** `100/1s`, `1000/5m`; undefined for another text. */
export function parseLimit(text: string): Limit | undefined {
  const [, count, times, unit] = /^(\d{1,5})\/(\d{0,7})(ms|s|m|h)$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  const limit = Number(count);
  const windowMs = Number(times === '' ? 1 : times) * unitsMs[unit!]!;
  const isInRange = limit >= 1 && limit <= max.limit && windowMs >= 1 && windowMs <= max.windowMs;
  return isInRange ? { limit, windowMs } : undefined;
}

/** Answers 429 to what exceeds the limit, before its body is read. */
export function limitRequests(app: App, options: ApiLimitOptions): void {
  const { limit, windowMs, clock = () => Math.floor(performance.now()) } = options;
  const windows = new SlidingWindows();
  // After the CORS headers, without which a page could not read why it is refused.
  app.after(() => {
    app.addHook('onRequest', async (request, reply) => {
      const caller = callerOf(request);
      // The limit does not hold for operators and other services.
      if (caller.kind === 'admin' || caller.kind === 'service') return;
      const key = caller.kind === 'user' ? `user ${caller.name}` : addressOf(request);
      const { allowed, ...left } = decide(windows, key, { limit, windowMs }, clock());
      reply.headers(rateLimitHeaders(options, left));
      if (allowed) return;
      const { detail, extras } = tooMany(options, left);
      throw common.RATE_LIMITED(detail, extras);
    });
  });
  const timer = setInterval(() => windows.sweep(clock()), Math.max(windowMs, 1_000)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function decide(
  windows: SlidingWindows,
  key: string,
  { limit, windowMs }: Limit,
  now: number,
): Left & { readonly allowed: boolean } {
  const requests = windows.of(key, windowMs, now);
  const allowed = requests.count < limit;
  if (allowed) requests.record(now);
  const { count } = requests;
  const remaining = limit - count;
  const retryAfterMs = remaining > 0 ? 0 : requests.at(0) + windowMs - now;
  return {
    allowed,
    remaining,
    retryAfterMs,
    resetAfterMs: requests.at(count - 1) + windowMs - now,
  };
}
