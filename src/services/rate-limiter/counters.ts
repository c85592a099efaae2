import { afterSteps } from '#kit/host/counters.ts';
import type { Metrics } from '#kit/host/metrics.ts';
import type { RateLimiter } from './store/store.ts';

/** What the business asks of a rate limiter. */
const counters = {
  allowed: { help: 'Requests within the limit' },
  refused: { help: 'Requests over the limit' },
} as const;

/** Counts the decisions of the limiter. */
export function counted<T extends RateLimiter>(limiter: T, metrics: Metrics, name: string): T {
  const count = metrics.counters(name, counters);
  afterSteps<RateLimiter>(limiter, {
    allow: ({ allowed }) => (allowed ? count.allowed() : count.refused()),
  });
  return limiter;
}
