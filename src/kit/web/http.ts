/** The HTTP listener that all services share: validation, problem details, request metrics. */
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type RouteShorthandOptions,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  type preHandlerHookHandler,
  type preValidationHookHandler,
} from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { TObject, TSchema } from 'typebox';
import type { Logger } from 'pino';
import type { App } from './app.ts';
import { limitRequests } from './safety/api-limit.ts';
import { boundServer } from './safety/bounds.ts';
import { securitySchemes } from './identity/documented-access.ts';
import { Identity } from './identity/identity.ts';
import { safetyHeaders, type BrowserSafety } from './safety/browser-safety.ts';
import { withExamples, type Example } from '../openapi/examples.ts';
import { documented, withCommonAnswers } from './documented-route.ts';
import { expectedType, maxBodyBytes, readJson } from './json/body.ts';
import { serveApis, type FindListener } from '../host/gateway.ts';
import type { Metrics } from '../observe/metrics.ts';
import { StoreFailure } from '../stores/store.ts';
import { common, internalError, invalid, problem, problemType, Refusal } from './problem.ts';
import {
  followRequests,
  lineOf,
  requestIdHeader,
  requestIdOf,
  withInstance,
} from '../observe/requests.ts';
import { checkProtocol, requestTimeoutMs, serverOptions } from './safety/protocol.ts';
import { refuseConnection } from './raw-answer.ts';
import { compileBody, compileCoercing, describeErrors } from './schema.ts';
import type { Limit } from './safety/rate-limit-headers.ts';
import { limitStalls } from './safety/stalled-bodies.ts';

export type { App } from './app.ts';

export interface AppOptions {
  readonly log: Logger;
  readonly trustedProxies: string;
  readonly browser: BrowserSafety;
  /** Most open connections; further ones are closed at once. */
  readonly maxConnections: number;
  /** Without it, identity is off and admin paths are open. */
  readonly identity?: Identity;
  /** Whose listeners serve `/api/<service>/…` here. */
  readonly apis?: FindListener;
  /** Most requests of one caller; undefined: any number. */
  readonly limit?: Limit | undefined;
  /** For tests: how long a body may bring no byte, milliseconds. */
  readonly stallTimeoutMs?: number;
}

/** How long a body may bring no byte, milliseconds. */
const stallTimeoutMs = 30_000;
/** How often the log says that a store cannot be reached, milliseconds. */
const outageLogEveryMs = 10_000;

export function createApp(options: AppOptions): App {
  const { log, trustedProxies, browser, maxConnections } = options;
  const { limit, identity = new Identity({ clock: Date.now }) } = options;
  const logOutage = outageLog(log);
  const answer = (error: unknown, reply: FastifyReply) => {
    if (error instanceof Refusal && error.cause !== undefined) logOutage(error);
    return sendProblem(reply, error, log);
  };
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
  identity.recognize(app);
  if (limit !== undefined) limitRequests(app, limit);
  checkProtocol(app);
  limitStalls(app, options.stallTimeoutMs ?? stallTimeoutMs);
  logCutAnswers(app, log);
  checkQueries(app);
  identity.protect(app);
  readJson(app);
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) =>
    httpPart === 'body' ? compileBody(schema) : compileCoercing(schema),
  );
  app.setSchemaErrorFormatter(validationError);
  app.setErrorHandler((error, _request, reply) => answer(error, reply));
  refuseUnrouted(app);
  return app;
}

/** An answer that fails when it has begun can only be cut off: the log says why. */
function logCutAnswers(app: App, log: Logger): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) {
      payload.once('error', (error) => {
        // Not when the client has gone.
        if (!reply.raw.destroyed) log.error(lineOf(request, error), 'an answer was cut off');
      });
    }
    done(null, payload);
  });
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

/** While the process stops, requests on open connections get a problem document; Fastify's own answer has another form. */
function refuseWhenClosing(app: App): void {
  const { code, status, title } = common.SHUTTING_DOWN;
  const headers = {
    ...safetyHeaders,
    'content-type': problemType,
    'retry-after': '1',
    connection: 'close',
  };
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    const id = requestIdOf(request);
    response
      .writeHead(status, { ...headers, [requestIdHeader]: id })
      .end(JSON.stringify(withInstance(problem(code, status, title, title), id)));
  };
  const [handle] = app.server.listeners('request') as [RequestListener];
  let isClosing = false;
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (isClosing) refuse(request, response);
    else handle(request, response);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
}

type SchemaErrorFormatter = NonNullable<RouteShorthandOptions['schemaErrorFormatter']>;

/** Refuses parameters that are given twice, and malformed ones. */
function checkQueries(app: App): void {
  const checkOnce = (names: string[], toError: SchemaErrorFormatter): preValidationHookHandler => {
    return ({ query }, _reply, done) => {
      const values = query as Readonly<Record<string, unknown>>;
      const repeated = names.find((name) => Array.isArray(values[name]));
      if (repeated === undefined) return done();
      const message = 'must not be given more than once';
      const where = { instancePath: `/${repeated}`, schemaPath: '', keyword: 'once', params: {} };
      done(toError([{ ...where, message }], 'querystring'));
    };
  };
  // After validation, whose messages are more specific.
  const checkEncoding: preHandlerHookHandler = ({ url }, _reply, done) => {
    const wrong = malformedParameter(url);
    if (wrong === undefined) done();
    else done(invalid(wrong, 'must be percent-encoded UTF-8'));
  };
  app.addHook('onRoute', (route) => {
    const query = route.schema?.querystring as TObject | undefined;
    if (query === undefined) return;
    const names = Object.keys(query.properties);
    const toError = route.schemaErrorFormatter ?? validationError;
    route.preValidation = [checkOnce(names, toError), ...[route.preValidation ?? []].flat()];
    route.preHandler = [checkEncoding, ...[route.preHandler ?? []].flat()];
  });
}

/**
 * The name of a query parameter that is not percent-encoded UTF-8, if there is one. Taken
 * literally, two different requests would name the same thing.
 */
export function malformedParameter(url: string): string | undefined {
  const query = url.indexOf('?');
  if (query === -1 || !url.includes('%', query)) return undefined;
  const parameters = url.slice(query + 1).split('&');
  const wrong = parameters.find((parameter) => {
    try {
      decodeURIComponent(parameter);
      return false;
    } catch {
      return true;
    }
  });
  return wrong?.split('=', 1)[0]!.slice(0, 200);
}

/** Requests that no route serves: 405 where the path has other methods, else 404. */
function refuseUnrouted(app: App): void {
  const routes: { readonly method: string; readonly path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    // Every path answers a preflight.
    if (url === '*') return;
    const path = new RegExp(`^${url.replace(/:\w+/g, '[^/]*')}$`);
    for (const one of [method].flat()) routes.push({ method: one, path });
  });
  const refusal = ({ method, url }: FastifyRequest) => {
    const [path = ''] = url.split(/[?#]/, 1);
    const methods = routes.filter((route) => route.path.test(path)).map((route) => route.method);
    const what = `${method} ${url.slice(0, 200)}`;
    if (methods.length === 0) return common.NOT_FOUND(`there is no route for ${what}`);
    const allow = [...new Set(methods)].toSorted().join(', ');
    return common.METHOD_NOT_ALLOWED(`${what} is not supported; allowed methods: ${allow}`, {
      headers: { allow },
    });
  };
  app.register(async (scope) => {
    // A hook runs before the body is read: a wrong path is reported as such, whatever the body is.
    scope.addHook('onRequest', async (request) => {
      throw refusal(request);
    });
    // OPTIONS that is no preflight of an allowed origin comes here without the hook.
    scope.setNotFoundHandler((request) => {
      throw refusal(request);
    });
  });
}

export function countUnrouted(app: App, metrics: Metrics): void {
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
  readonly routes: (app: App) => void;
}

/**
 * Mounts a service on a listener, in a scope of its own, so that two services may share one.
 * Returns a function that yields its OpenAPI document once the listener is ready.
 */
export function mount(
  app: App,
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
    scope.addHook('onError', (_request, _reply, error, done) => {
      refused(refusalOf(error) ?? common.INTERNAL_ERROR());
      done();
    });
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, service: name };
      const observe = metrics.route(name, String(route.method), route.url);
      route.onResponse = (_request, reply, done) => {
        observe(reply.statusCode, reply.elapsedTime / 1000);
        done();
      };
    });
    routes(scope);
  });
  return () => document();
}

const validationError: SchemaErrorFormatter = (found, part) => {
  const errors = describeErrors(found);
  const { path, message } = errors[0]!;
  return common.VALIDATION_FAILED(`${path === '' ? `the ${part}` : path} ${message}`, {
    members: { errors: errors.map((error) => ({ ...error, path: error.path || part })) },
  });
};

/** Logs why a store fails, but not for each request that it fails meanwhile. */
function outageLog(log: Logger): (refusal: Refusal) => void {
  let next = 0;
  return ({ cause, title }) => {
    // The log itself leaves out repetitions.
    if (cause instanceof StoreFailure) return log.warn({ err: cause }, title);
    const now = performance.now();
    if (now < next) return;
    next = now + outageLogEveryMs;
    log.warn({ err: cause }, 'the store cannot be reached');
  };
}

function sendProblem(reply: FastifyReply, error: unknown, log: Logger): FastifyReply {
  const { request } = reply;
  const refusal = refusalOf(error);
  if (refusal === undefined) log.error(lineOf(request, error), 'request failed');
  const { status, headers } = refusal ?? { status: 500, headers: {} };
  const document = withInstance(refusal?.toProblem() ?? internalError, request.id);
  // Fastify does not serialize strings: the document is sent with all its members.
  return reply.code(status).headers(headers).type(problemType).send(JSON.stringify(document));
}

/** Undefined for a fault. */
function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : frameworkRefusal(error as FastifyError);
}

/** What Fastify itself refuses (malformed JSON, size, content type), or undefined for a fault. */
function frameworkRefusal({ statusCode: status = 500, message }: FastifyError) {
  if (status < 400 || status >= 500) return undefined;
  if (status === 415) return common.UNSUPPORTED_MEDIA_TYPE(expectedType);
  const other = { code: 'REQUEST_REFUSED', status, title: 'The request is refused' };
  const kind = Object.values(common).find((one) => one.status === status) ?? other;
  return new Refusal(kind.code, kind, message.slice(0, 200));
}
