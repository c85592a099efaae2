/** The limiter as a Fastify plugin: every route of the scope that registers it is limited. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { clientKey } from './client-key.ts';
import { refuse } from './errors.ts';
import type { Decision, RateLimiter } from './store/store.ts';

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
    const policy = `"default";q=${limit};w=${seconds(windowMs)}`;
    scope.addHook('onRequest', async (request, reply) => {
      const decision = await limiter.allow(keyOf(request), limit, windowMs, clock());
      setHeaders(reply, policy, decision);
      if (!decision.allowed) throw rateLimited(decision, limit, windowMs);
    });
  },
  // The hook counts for the scope that registers the plugin, not for one of the plugin's own.
  { [Symbol.for('skip-override')]: true },
);

/** Ignores text from a proxy that is not an address: as a key it could differ in each request. */
function addressOf({ ip, socket }: FastifyRequest): string {
  return clientKey(ip) ?? clientKey(socket.remoteAddress ?? '') ?? '';
}

function setHeaders(reply: FastifyReply, policy: string, decision: Decision): void {
  const { remaining, resetAfterMs } = decision;
  reply.header('ratelimit-policy', policy);
  reply.header('ratelimit', `"default";r=${remaining};t=${seconds(resetAfterMs)}`);
}

function rateLimited({ retryAfterMs }: Decision, limit: number, windowMs: number) {
  const wait = Math.max(1, seconds(retryAfterMs));
  return refuse.RATE_LIMITED(
    `at most ${limit} requests in ${windowMs} ms; try again in ${wait} s`,
    {
      members: { limit, window_ms: windowMs, retry_after_ms: retryAfterMs },
      headers: { 'retry-after': String(wait) },
    },
  );
}

/** Whole seconds, rounded up: a client that waits that long has waited long enough. */
const seconds = (ms: number) => Math.ceil(ms / 1000);
