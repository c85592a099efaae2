/**
 * A limit on how often one caller may ask this process, whatever the service: exact sliding windows
 * in memory, by user, else by client address. Keys of callers that stay away are dropped.
 */
import type { Server } from 'node:http';
import { SlidingWindows } from '../../base/sliding-window.ts';
import type { App } from '../app.ts';
import { callerOf, type Caller } from '../identity/caller.ts';
import { common } from '../problem.ts';
import { addressOf } from './client-key.ts';
import { rateLimitHeaders, tooMany, type Left, type Limit } from './rate-limit-headers.ts';

interface ApiLimitOptions extends Limit {
  /** The clock, milliseconds. Tests set it. */
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

/** Counts a request of a caller. @returns headers of its answer; @throws Refusal RATE_LIMITED */
type Count = (caller: Caller, address: string) => Readonly<Record<string, string>>;

/** Those of the listeners that have a limit. */
const counts = new WeakMap<Server, Count>();

/** Answers 429 to what exceeds the limit, before its body is read. */
export function limitRequests(app: App, options: ApiLimitOptions): void {
  const { limit, windowMs, clock = () => Math.floor(performance.now()) } = options;
  const windows = new SlidingWindows();
  const count: Count = (caller, address) => {
    // The limit does not hold for operators and other services.
    if (caller.kind === 'admin' || caller.kind === 'service') return {};
    const key = caller.kind === 'user' ? `user ${caller.name}` : address;
    const { allowed, ...left } = decide(windows, key, { limit, windowMs }, clock());
    const headers = rateLimitHeaders(options, left);
    if (allowed) return headers;
    const { detail, extras } = tooMany(options, left);
    const all = { ...headers, ...extras.headers };
    throw common.RATE_LIMITED(detail, { ...extras, headers: all });
  };
  counts.set(app.server, count);
  // After the CORS headers, without which a page could not read why it is refused.
  app.after(() => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(count(callerOf(request), addressOf(request)));
    });
  });
  const timer = setInterval(() => windows.sweep(clock()), Math.max(windowMs, 1_000)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * Counts a request for another protocol as a request of its listener: no hook sees it.
 *
 * @throws Refusal RATE_LIMITED
 */
export function countUpgrade(server: Server, caller: Caller, address: string): void {
  counts.get(server)?.(caller, address);
}

function decide(
  windows: SlidingWindows,
  key: string,
  limit: Limit,
  now: number,
): Left & { readonly allowed: boolean } {
  const requests = windows.of(key, limit.windowMs, now);
  const left = requests.left(limit, now);
  const allowed = left > 0;
  if (allowed) requests.take(1, limit, now);
  const remaining = allowed ? left - 1 : 0;
  const retryAfterMs = remaining > 0 ? 0 : requests.waitMs(1, limit, now);
  return { allowed, remaining, retryAfterMs, resetAfterMs: requests.resetAfterMs(limit, now) };
}
