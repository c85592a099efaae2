/** The limiter as middleware of Hono. */
import type { Context, MiddlewareHandler } from 'hono';
import { problemType } from '#kit/web/problem.ts';
import { limitRequests, type RateLimitOptions } from './limit-request.ts';

/** The framework does not know the address of a client: the runtime does, so the key must be said. */
export type HonoRateLimitOptions = RateLimitOptions<Context> &
  Required<Pick<RateLimitOptions<Context>, 'keyOf'>>;

/**
 * Answers 429 with `Retry-After` when the limiter refuses, 503 while its store is away, each with a
 * problem document. Every answer says what is left, by `RateLimit` and `RateLimit-Policy`.
 */
export function rateLimit(options: HonoRateLimitOptions): MiddlewareHandler {
  const limitRequest = limitRequests(options);
  return async (context, next) => {
    const { headers, refusal } = await limitRequest(context);
    if (refusal) {
      const all = { ...headers, ...refusal.headers, 'content-type': problemType };
      return new Response(JSON.stringify(refusal.toProblem()), {
        status: refusal.status,
        headers: all,
      });
    }
    await next();
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
  };
}
