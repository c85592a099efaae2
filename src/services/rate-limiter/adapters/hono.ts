/** The limiter as middleware of Hono. */
import { problemType } from '#kit/base/refusal.ts';
import { limitRequests, type RateLimitOptions } from './limit-request.ts';

/** The part of a request's context that is used. */
export interface HonoContext {
  header(name: string, value?: string): void;
}

/**
 * The framework does not know the address of a client: the runtime does, so the key must be given.
 */
export type HonoRateLimitOptions<ContextT> = RateLimitOptions<ContextT> &
  Required<Pick<RateLimitOptions<ContextT>, 'keyOf'>>;

/**
 * Answers 429 with `Retry-After` when the limiter refuses, 503 while its store is away, each with a
 * problem document. Every answer says how much is left, by `RateLimit` and `RateLimit-Policy`. All
 * other errors of `limiter`, `keyOf` or `costOf` go to the error handler of the application.
 *
 * @throws RangeError for limits that cannot be kept
 */
export function rateLimit<ContextT extends HonoContext>(options: HonoRateLimitOptions<ContextT>) {
  const limitRequest = limitRequests<ContextT>(options);
  return async (context: ContextT, next: () => Promise<void>): Promise<Response | void> => {
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
