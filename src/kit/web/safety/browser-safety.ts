/**
 * Protects services from the browser beside them. A page of a stranger may send requests to a
 * loopback address, and by DNS rebinding its own host name may lead there. So a request must name
 * this machine in `Host`, and a page must come from an origin that is allowed.
 */
import cors from '@fastify/cors';
import type { FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { AnswerHeader } from '../../base/answer-headers.ts';
import type { App } from '../app.ts';
import { common, invalid } from '../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any origin may lead here by a link: a short link, a file link, a page of ours. */
    navigable?: boolean;
  }
}

/** On every answer. */
export const safetyHeaders = {
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
};

/** What pages of allowed origins may read beside the headers that every page may. */
const exposedHeaders: AnswerHeader[] = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Location',
  'X-Request-Id',
  'TTL',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'Allow',
  'WWW-Authenticate',
];
/** How long a browser may remember the answer to a preflight, seconds. */
const preflightMaxAge = 600;

const hostPattern = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\,]+)(:\d{1,5})?$/i;
const thisMachine = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;
const loopbackOrigin =
  /^https?:\/\/(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Whether a host name or address leads to this machine and to no other. */
export function isThisMachine(host: string): boolean {
  return thisMachine.test(host);
}

interface BrowserSafetyOptions {
  /** Whether the listener has a loopback address, where a request must name this machine. */
  readonly loopback: boolean;
  /** Whether only this machine reaches the listener, so that pages of this machine may call. */
  readonly onlyThisMachine: boolean;
  /** Further names for `Host`, with or without a port, in lower case. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may call; `*` stands for any. Undefined: unset. */
  readonly corsOrigins: readonly string[] | undefined;
}

export class BrowserSafety {
  readonly #options: BrowserSafetyOptions;
  readonly #anyOrigin: boolean;

  constructor(options: BrowserSafetyOptions) {
    this.#options = options;
    this.#anyOrigin = options.corsOrigins?.includes('*') ?? false;
  }

  /** Checks every request of a listener, and lets pages of allowed origins read the answers. */
  protect(app: App): void {
    const check: onRequestHookHandler = (request, reply, done) => {
      reply.headers(safetyHeaders);
      try {
        this.checkHost(request.raw);
        if (!isNavigation(request)) this.checkOrigin(request.raw);
      } catch (error) {
        return done(error as Error);
      }
      done();
    };
    app.addHook('onRequest', check);
    app.register(cors, {
      // A page of the listener's own origin needs no header.
      origin: this.#anyOrigin
        ? '*'
        : (origin, answer) => answer(null, origin !== undefined && this.#isListed(origin)),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders,
      maxAge: preflightMaxAge,
      strictPreflight: false,
    });
    if (!this.#anyOrigin) app.addHook('onSend', varyByOrigin);
  }

  /** @throws Refusal 400 VALIDATION_FAILED, 421 MISDIRECTED_REQUEST */
  checkHost({ headers: { host }, rawHeaders }: IncomingMessage): void {
    if (host === undefined) throw invalid('Host', 'is required');
    // Node keeps the first of several; a proxy before us may have taken another one.
    if (count(rawHeaders, 'host') > 1) throw invalid('Host', 'must not be repeated');
    const [, name] = hostPattern.exec(host) ?? [];
    if (name === undefined) throw invalid('Host', 'must be a name or an address');
    const { loopback, allowedHosts } = this.#options;
    if (!loopback && allowedHosts.length === 0) return;
    if (isThisMachine(name)) return;
    if (allowedHosts.includes(host.toLowerCase()) || allowedHosts.includes(name.toLowerCase()))
      return;
    throw common.MISDIRECTED_REQUEST(
      `this is not ${host.slice(0, 200)}; names that lead here are listed in ALLOWED_HOSTS`,
    );
  }

  /**
   * @param alsoAllowed further origins
   * @throws Refusal 403 ORIGIN_NOT_ALLOWED
   */
  checkOrigin({ headers }: IncomingMessage, alsoAllowed: readonly string[] = []): void {
    const { origin, host } = headers;
    if (this.#anyOrigin) return;
    if (origin === undefined && headers['sec-fetch-site'] !== 'cross-site') return;
    if (origin !== undefined) {
      const own = [`http://${host}`, `https://${host}`];
      if (own.includes(origin) || alsoAllowed.includes(origin) || this.#isListed(origin)) return;
    }
    const whose = origin === undefined ? 'another site' : origin.slice(0, 200);
    throw common.ORIGIN_NOT_ALLOWED(
      `pages of ${whose} may not call; origins that may are listed in CORS_ORIGINS`,
    );
  }

  #isListed(origin: string): boolean {
    const { corsOrigins, onlyThisMachine } = this.#options;
    if (corsOrigins === undefined) return onlyThisMachine && loopbackOrigin.test(origin);
    return corsOrigins.includes(origin);
  }
}

/**
 * Restores what @fastify/cors has set before a route set a Vary of its own: otherwise a cache shows
 * the pages of one origin what was answered to those of another.
 */
const varyByOrigin: onSendHookHandler = (_request, reply, payload, done) => {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!/(^|,)\s*(\*|origin)\s*(,|$)/i.test(vary)) {
    reply.header('vary', vary === '' ? 'Origin' : `${vary}, Origin`);
  }
  done(null, payload);
};

/** Somebody follows a link to a route that is there for this. */
function isNavigation({ method, headers, routeOptions }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return (
    reads && headers['sec-fetch-mode'] === 'navigate' && routeOptions.config.navigable === true
  );
}

/** How often a header occurs. @param rawHeaders names and values by turns */
function count(rawHeaders: readonly string[], header: string): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.toLowerCase() === header) times++;
  }
  return times;
}
