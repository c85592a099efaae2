/** The HTTP listener that all services share, and how a service is mounted on it. */
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyReply } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { common } from '../base/refusal.ts';
import type { Metrics } from '../observe/metrics.ts';
import { followRequests } from '../observe/requests.ts';
import { withExamples, type Example } from '../openapi/examples.ts';
import type { Listener } from '../web/app.ts';
import { documented, withCommonAnswers } from '../web/documented-route.ts';
import {
  logCutAnswers,
  problemSender,
  refusalOf,
  refuseUnrouted,
  refuseWhenClosing,
  validateRequests,
} from '../web/http.ts';
import { isStream } from '../web/identity/check-access.ts';
import { securitySchemes } from '../web/identity/documented-access.ts';
import { Identity } from '../web/identity/identity.ts';
import { dropAbsentMembers } from '../web/json/absent-members.ts';
import { maxBodyBytes, readJson } from '../web/json/body.ts';
import { refuseConnection } from '../web/raw-answer.ts';
import { requestIdHeader, requestIdOf } from '../web/request-id.ts';
import { limitRequests } from '../web/safety/api-limit.ts';
import { boundServer } from '../web/safety/bounds.ts';
import { safetyHeaders, type BrowserSafety } from '../web/safety/browser-safety.ts';
import type { OpenStreams } from '../web/safety/open-streams.ts';
import { checkProtocol, requestTimeoutMs, serverOptions } from '../web/safety/protocol.ts';
import type { Limit } from '../web/safety/rate-limit-headers.ts';
import { limitStalls } from '../web/safety/stalled-bodies.ts';
import { answerBeforeClosing } from '../web/safety/unread-bodies.ts';
import { serveApis, serveNoScript, stayWithAddressee, type FindListener } from './gateway.ts';

export interface AppOptions {
  readonly log: Logger;
  readonly trustedProxies: string;
  readonly browser: BrowserSafety;
  /** Most open connections; further ones are closed at once. */
  readonly maxConnections: number;
  /** Without it, identity is off and admin paths are open. */
  readonly identity?: Identity;
  /** Finds the listener that serves `/api/<service>/…` here. */
  readonly apis?: FindListener;
  /** Most requests of one caller; undefined: any number. */
  readonly limit?: Limit | undefined;
  /** Open streams and sockets of this process. */
  readonly streams?: OpenStreams;
  /** How long a body may bring no byte, milliseconds. Tests set it. */
  readonly stallTimeoutMs?: number;
}

/** How long a body may bring no byte, milliseconds. */
const stallTimeoutMs = 30_000;

export function createApp(options: AppOptions): Listener {
  const { log, trustedProxies, browser, maxConnections } = options;
  const { limit, identity = new Identity({ clock: Date.now }) } = options;
  const answer = problemSender(log);
  const app = Fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    http: serverOptions,
    requestTimeout: requestTimeoutMs,
    genReqId: requestIdOf,
    clientErrorHandler: refuseConnection,
    trustProxy: trustedProxies === '' ? false : trustedProxies,
    forceCloseConnections: 'idle',
    // As long as headers may be: each service says itself how long its names are.
    routerOptions: { maxParamLength: 16 * 1024 },
    // No hook has run then.
    frameworkErrors: (error, request, reply) => {
      const headers = { ...safetyHeaders, [requestIdHeader]: request.id };
      void answer(
        wrongHost(browser, request.raw) ?? error,
        (reply as FastifyReply).headers(headers),
      );
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  if (options.apis) serveApis(app.server, options.apis);
  refuseWhenClosing(app);
  boundServer(app.server, { maxConnections });
  followRequests(app, log);
  browser.protect(app);
  app.addHook('onRequest', stayWithAddressee);
  app.addHook('onSend', serveNoScript);
  identity.recognize(app);
  if (limit !== undefined) limitRequests(app, limit);
  checkProtocol(app);
  limitStalls(app, options.stallTimeoutMs ?? stallTimeoutMs);
  app.addHook('onSend', answerBeforeClosing);
  logCutAnswers(app, log);
  dropAbsentMembers(app);
  validateRequests(app);
  identity.protect(app);
  readJson(app);
  app.setErrorHandler((error, _request, reply) => answer(error, reply));
  refuseUnrouted(app);
  return app;
}

/** Undefined when the request may be answered. */
function wrongHost(browser: BrowserSafety, request: IncomingMessage): unknown {
  try {
    browser.checkHost(request);
    return undefined;
  } catch (error) {
    return error;
  }
}

export function countUnrouted(app: Listener, metrics: Metrics): void {
  app.addHook('onResponse', ({ is404, method }, { statusCode }, done) => {
    if (is404) metrics.unrouted(method, statusCode);
    done();
  });
}

export interface Scope {
  readonly name: string;
  readonly summary: string;
  readonly metrics: Metrics;
  /** Where it is found when no variable says otherwise. */
  readonly servers?: readonly string[];
  /** Whether its writes may find the disk full. */
  readonly writesToDisk?: boolean;
  readonly examples?: readonly Example[];
  readonly routes: (app: Listener) => void;
}

/**
 * Mounts a service on a listener, in a scope of its own, so that two services may share one.
 * Returns a function that yields its OpenAPI document once the listener is ready.
 */
export function mount(
  app: Listener,
  { name, summary, servers, metrics, writesToDisk = false, examples = [], routes }: Scope,
): () => object {
  let document = (): object => ({});
  app.register(async (scope) => {
    const info = { title: `hawker ${name}`, description: summary, version: '1.0.0' };
    const tags = [{ name, description: summary }];
    const addressed = servers && { servers: servers.map((url) => ({ url })) };
    await scope.register(swagger, {
      openapi: { openapi: '3.1.0', info, tags, ...addressed, components: { securitySchemes } },
      stripBasePath: false,
      transform: documented(name),
      transformObject: withCommonAnswers(writesToDisk),
    });
    let made: object | undefined;
    document = () => (made ??= withExamples(scope.swagger(), examples));
    const refused = metrics.refusals(name);
    const intended = new WeakSet<FastifyReply>();
    scope.addHook('onError', (_request, reply, error, done) => {
      const refusal = refusalOf(error) ?? common.INTERNAL_ERROR();
      if (refusal.isIntended) intended.add(reply);
      refused(refusal);
      done();
    });
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, service: name };
      const observe = metrics.route(name, String(route.method), route.url, {
        isTimed: !isStream(route.schema),
      });
      route.onResponse = (_request, reply, done) => {
        const { statusCode: status } = reply;
        const isFailure = status >= 500 && !intended.has(reply);
        observe(status, reply.elapsedTime / 1000, isFailure);
        done();
      };
    });
    routes(scope);
  });
  return () => document();
}
