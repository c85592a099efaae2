/** The limiter as a Fastify plugin: every route of the scope that registers it is limited. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { addressOf } from '#kit/web/safety/client-key.ts';
import { limitRequests, type RateLimitOptions } from './limit-request.ts';

export type FastifyRateLimitOptions = RateLimitOptions<FastifyRequest>;

/**
 * Throws the refusal, for the error handler of the scope: 429 with `Retry-After`, or 503. Every answer
 * says what is left, by `RateLimit` and `RateLimit-Policy`.
 */
export const rateLimit: FastifyPluginAsync<FastifyRateLimitOptions> = Object.assign(
  async function rateLimit(
    ...[scope, options]: Parameters<FastifyPluginAsync<FastifyRateLimitOptions>>
  ) {
    const limitRequest = limitRequests({ keyOf: addressOf, ...options });
    scope.addHook('onRequest', async (request, reply) => {
      const { headers, refusal } = await limitRequest(request);
      reply.headers(headers);
      if (refusal) throw refusal;
    });
  },
  // The hook counts for the scope that registers the plugin, not for one of the plugin's own.
  { [Symbol.for('skip-override')]: true },
);
