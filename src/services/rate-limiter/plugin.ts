/** The limiter as a Fastify plugin: every route of the scope that registers it is limited. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { addressOf } from '#kit/web/safety/api-limit.ts';
import { rateLimitHeaders, tooMany } from '#kit/web/safety/rate-limit-headers.ts';
import { refuse } from './errors.ts';
import type { RateLimiter } from './store/store.ts';

export interface RateLimitOptions {
  readonly limiter: RateLimiter;
  /** Requests a window, from 1. */
  readonly limit: number;
  /** From 1. */
  readonly windowMs: number;
  /** The present instant, milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whose requests are counted together; by default the client address, or its IPv6 network. */
  readonly keyOf?: (request: FastifyRequest) => string;
}

/**
 * Answers 429 when the limiter refuses, with `Retry-After`. Every answer of the scope says what is
 * left, by `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10).
 */
export const rateLimit: FastifyPluginAsync<RateLimitOptions> = Object.assign(
  async function rateLimit(...[scope, options]: Parameters<FastifyPluginAsync<RateLimitOptions>>) {
    const { limiter, limit, windowMs, clock, keyOf = addressOf } = options;
    scope.addHook('onRequest', async (request, reply) => {
      const decision = await limiter.allow(keyOf(request), limit, windowMs, clock());
      reply.headers(rateLimitHeaders(options, decision));
      if (decision.allowed) return;
      const { detail, extras } = tooMany(options, decision);
      throw refuse.RATE_LIMITED(detail, extras);
    });
  },
  // The hook counts for the scope that registers the plugin, not for one of the plugin's own.
  { [Symbol.for('skip-override')]: true },
);
