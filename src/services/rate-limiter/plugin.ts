/** The limiter as a Fastify plugin: every route of the scope that registers it is limited. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { clientKey } from './client-key.ts';
import { refuse } from './errors.ts';
import type { Decision, RateLimiter } from './limiter.ts';

export interface RateLimitOptions {
  readonly limiter: RateLimiter;
  /** Requests a window, from 1. */
  readonly limit: number;
  /** Milliseconds, from 1. */
  readonly window: number;
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
    const { limiter, limit, window, clock, keyOf = addressOf } = options;
    const policy = `"default";q=${limit};w=${seconds(window)}`;
    scope.addHook('onRequest', async (request, reply) => {
      const decision = await limiter.allow(keyOf(request), limit, window, clock());
      setHeaders(reply, policy, decision);
      if (!decision.allowed) throw tooMany(decision, limit, window);
    });
  },
  // The hook counts for the scope that registers the plugin, not for one of the plugin's own.
  { [Symbol.for('skip-override')]: true },
);

/** What a proxy wrote that is no address would be a key of its own for each request. */
function addressOf({ ip, socket }: FastifyRequest): string {
  return clientKey(ip) ?? clientKey(socket.remoteAddress ?? '') ?? '';
}

function setHeaders(reply: FastifyReply, policy: string, decision: Decision): void {
  const { remaining, resetAfter } = decision;
  reply.header('ratelimit-policy', policy);
  reply.header('ratelimit', `"default";r=${remaining};t=${seconds(resetAfter)}`);
}

function tooMany({ retryAfter }: Decision, limit: number, window: number) {
  const wait = Math.max(1, seconds(retryAfter));
  return refuse.RATE_LIMITED(`at most ${limit} requests in ${window} ms; try again in ${wait} s`, {
    members: { limit, window_ms: window, retry_after_ms: retryAfter },
    headers: { 'retry-after': String(wait) },
  });
}

/** Whole seconds, rounded up: who waits that long waited long enough. */
const seconds = (ms: number) => Math.ceil(ms / 1000);
