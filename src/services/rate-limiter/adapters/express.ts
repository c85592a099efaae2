/** The limiter as middleware of Express, and of frameworks that take its middleware. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemType } from '#kit/base/refusal.ts';
import { addressOf } from '#kit/web/safety/client-key.ts';
import { limitRequests, type RateLimitOptions } from './limit-request.ts';

interface ExpressRequest extends IncomingMessage {
  /** As far as `trust proxy` lets it be believed. */
  readonly ip?: string | undefined;
}

/**
 * Answers 429 with `Retry-After` when the limiter refuses, 503 while its store is away, each with a
 * problem document. Every answer says what is left, by `RateLimit` and `RateLimit-Policy`.
 */
export function rateLimit<RequestT extends ExpressRequest = ExpressRequest>(
  options: RateLimitOptions<RequestT>,
) {
  const limitRequest = limitRequests<RequestT>({ keyOf: addressOf, ...options });
  return async (
    request: RequestT,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ): Promise<void> => {
    try {
      const { headers, refusal } = await limitRequest(request);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (refusal === undefined) return next();
      response
        .writeHead(refusal.status, { ...refusal.headers, 'content-type': problemType })
        .end(JSON.stringify(refusal.toProblem()));
    } catch (error) {
      next(error);
    }
  };
}
