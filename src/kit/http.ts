/** The HTTP listener that all services share: validation, problem details, request metrics. */
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifySchema,
  type preHandlerHookHandler,
  type RawServerDefault,
} from 'fastify';
import { isUtf8 } from 'node:buffer';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TSchema } from 'typebox';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import { common, invalid, problem, problemResponses, problemType, Refusal } from './problem.ts';
import { compileCoercing, compileStrict, describeError } from './schema.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface AppOptions {
  readonly log: Logger;
  readonly trustedProxies: string;
}

const maxBodyBytes = 1024 * 1024;
/** In a body that a route lets be larger. */
const maxTokens = 40_000;
/** Time to send a whole request, milliseconds. */
const requestTimeout = 30_000;
/** How often the log says that a store cannot be reached, milliseconds. */
const outageLogEvery = 10_000;

export function createApp({ log, trustedProxies }: AppOptions): App {
  const logOutage = outageLog(log);
  const answer = (error: unknown, reply: FastifyReply) => {
    if (error instanceof Refusal && error.cause !== undefined) logOutage(error.cause);
    return sendProblem(reply, error, log);
  };
  const app = Fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    requestTimeout,
    clientErrorHandler: refuseConnection,
    trustProxy: trustedProxies === '' ? false : trustedProxies,
    forceCloseConnections: 'idle',
    // As long as headers may be: each service says itself how long its names are.
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: (error, _request, reply) => void answer(error, reply as FastifyReply),
  }).withTypeProvider<TypeBoxTypeProvider>();
  refuseWhenClosing(app);
  checkQueries(app);
  readJson(app);
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) =>
    httpPart === 'body' ? compileStrict(schema) : compileCoercing(schema),
  );
  app.setSchemaErrorFormatter(([first], part) => validationError(first!, part));
  app.setErrorHandler((error, _request, reply) => answer(error, reply));
  refuseUnrouted(app);
  return app;
}

/** Answers what comes on open connections while the process stops; Fastify would in another form. */
function refuseWhenClosing(app: App): void {
  const { code, status, title } = common.SHUTTING_DOWN;
  const body = JSON.stringify(problem(code, status, title, title));
  const headers = { 'content-type': problemType, 'retry-after': '1', connection: 'close' };
  app.addHook('preClose', async () => {
    app.server.removeAllListeners('request');
    app.server.on('request', (_request, response) => {
      response.writeHead(status, headers).end(body);
    });
  });
}

/** After validation, which may have more to say about the parameter. */
function checkQueries(app: App): void {
  const check: preHandlerHookHandler = ({ url }, _reply, done) => {
    const wrong = noText(url);
    if (wrong === undefined) done();
    else done(invalid(wrong, 'must be percent-encoded UTF-8'));
  };
  app.addHook('onRoute', (route) => {
    if (route.schema?.querystring === undefined) return;
    route.preHandler = [check, ...[route.preHandler ?? []].flat()];
  });
}

/**
 * A query parameter that is no UTF-8 in percent-encoding, if there is one: to take it literally
 * would make one name of two, as in a body.
 */
function noText(url: string): string | undefined {
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

/** Answers what no route takes: 405 where other methods have its path, else 404. */
function refuseUnrouted(app: App): void {
  const routes: { readonly method: string; readonly path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const path = new RegExp(`^${url.replace(/:\w+/g, '[^/]*')}$`);
    for (const one of [method].flat()) routes.push({ method: one, path });
  });
  app.register(async (scope) => {
    // A hook comes before the body is read: whatever that is, the path or the method is what is wrong.
    scope.addHook('onRequest', async ({ method, url }) => {
      const [path = ''] = url.split(/[?#]/, 1);
      const methods = routes.filter((route) => route.path.test(path)).map((route) => route.method);
      const what = `${method} ${url.slice(0, 200)}`;
      if (methods.length === 0) throw common.NOT_FOUND(`nothing answers ${what}`);
      const allow = [...new Set(methods)].toSorted().join(', ');
      throw common.METHOD_NOT_ALLOWED(`not ${what}, but ${allow}`, { headers: { allow } });
    });
    scope.setNotFoundHandler(() => {});
  });
}

/**
 * Bodies are JSON in UTF-8, or there is none; anything else is 415.
 *
 * @param check throws a Refusal for a body that would take too long to parse
 */
export function readJson(app: App, check: (body: Buffer) => void = () => {}): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      return done(common.UNSUPPORTED_MEDIA_TYPE(`a content-encoding of ${encoding.slice(0, 20)}`));
    }
    // Many clients send the header with every request.
    if (body.length === 0) return done(null, undefined);
    // Decoding would put U+FFFD in place of what is wrong: different names would become one.
    if (!isUtf8(body as Buffer)) return done(common.VALIDATION_FAILED('the body is not UTF-8'));
    if (body.length > maxBodyBytes && isCrowded(body as Buffer)) {
      return done(common.VALIDATION_FAILED('the body holds too many values'));
    }
    try {
      check(body as Buffer);
    } catch (error) {
      return done(error as Error);
    }
    return parse(request, body.toString(), done);
  });
}

/**
 * Whether it holds more strings, lists, objects and commas than 10,000 values need. To parse
 * megabytes of `[]` or `"":0` takes seconds in which nothing else is answered; of text, little.
 */
function isCrowded(json: Buffer): boolean {
  let tokens = 0;
  for (let i = 0; i < json.length && tokens <= maxTokens; i++) {
    const byte = json[i];
    if (byte === 0x22 || byte === 0x2c || byte === 0x5b || byte === 0x7b) tokens++;
    if (byte !== 0x22) continue;
    // To the end of the string, where a backslash takes the next byte along.
    while (++i < json.length && json[i] !== 0x22) if (json[i] === 0x5c) i++;
  }
  return tokens > maxTokens;
}

/** Answers what is no HTTP at all; there is no request that a handler could see. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  const refusals: Record<string, [status: number, code: string, title: string]> = {
    HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers are too large'],
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive'],
  };
  const [status, code, title] = refusals[error.code ?? ''] ?? [400, 'MALFORMED_HTTP', 'No HTTP'];
  if (socket.writable) socket.end(rawProblem(problem(code, status, title, title)));
  else socket.destroy();
}

/** Answers a request for another protocol that cannot be had. */
export function refuseUpgrade(socket: Duplex, error: unknown, log: Logger): void {
  const refusal = error instanceof Refusal ? error : undefined;
  if (!refusal) log.error({ err: error }, 'handshake failed');
  socket.once('finish', () => socket.destroy());
  socket.end(rawProblem(refusal?.toProblem() ?? internalError));
}

/** A whole HTTP answer with a problem document, for a bare socket. */
export function rawProblem(document: Record<string, unknown>): string {
  const body = JSON.stringify(document);
  const status = Number(document['status']);
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
    `Content-Type: ${problemType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

export interface Scope {
  readonly name: string;
  readonly summary: string;
  readonly metrics: Metrics;
  readonly routes: (app: App) => void;
}

/**
 * Mounts a service on a listener, in a scope of its own, so that two services may share one.
 * Returns a function that yields its OpenAPI document once the listener is ready.
 */
export function mount(app: App, { name, summary, metrics, routes }: Scope): () => object {
  let document = (): object => ({});
  app.register(async (scope) => {
    const info = { title: `hawker ${name}`, description: summary, version: '1.0.0' };
    await scope.register(swagger, { openapi: { openapi: '3.1.0', info }, transform: documented });
    document = () => scope.swagger();
    scope.addHook('onRoute', (route) => {
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

/** A route as its callers see it: they may leave out what has a default, and send a wrong body. */
function documented({ schema, url }: { schema: FastifySchema; url: string }) {
  const parts = Object.entries(schema ?? {}).map(([part, value]: [string, object]) => [
    part,
    part === 'body' || part === 'querystring' ? defaultsOptional(value) : value,
  ]);
  const result: FastifySchema = Object.fromEntries(parts);
  if (result.body !== undefined) {
    // A route that names what it consumes takes every type.
    const typed = result.consumes ? [] : [common.UNSUPPORTED_MEDIA_TYPE];
    const refused = problemResponses(common.BODY_TOO_LARGE, ...typed);
    result.response = { ...refused, ...(result.response as object) };
  }
  return { schema: result, url };
}

function defaultsOptional(schema: object): object {
  const copy = Object.entries(schema).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? defaultsOptional(value)
      : value,
  ]);
  const result: { required?: string[]; properties?: object } = Object.fromEntries(copy);
  if (!Array.isArray(result.required)) return result;
  const properties: Record<string, object> = { ...result.properties };
  const required = result.required.filter((name) => !('default' in (properties[name] ?? {})));
  return { ...result, required };
}

function validationError(first: Parameters<typeof describeError>[0], part: string): Error {
  const { path, message } = describeError(first);
  const where = path === '' ? `the ${part}` : path;
  return common.VALIDATION_FAILED(`${where} ${message}`, {
    members: { errors: [{ path: path === '' ? part : path, message }] },
  });
}

/** Says why a store cannot be reached: now and then, however many ask for it. */
function outageLog(log: Logger): (cause: unknown) => void {
  let next = 0;
  return (cause) => {
    const now = performance.now();
    if (now < next) return;
    next = now + outageLogEvery;
    log.warn({ err: cause }, 'the store cannot be reached');
  };
}

function sendProblem(reply: FastifyReply, error: unknown, log: Logger): FastifyReply {
  const refusal = error instanceof Refusal ? error : undefined;
  const document = refusal?.toProblem() ?? frameworkProblem(error as FastifyError);
  if (document === undefined) {
    log.error({ err: error, url: reply.request.url }, 'request failed');
    return reply.code(500).type(problemType).send(JSON.stringify(internalError));
  }
  // A string passes Fastify's serializers by: the document goes out whole.
  return reply
    .code(Number(document['status']))
    .headers(refusal?.headers ?? {})
    .type(problemType)
    .send(JSON.stringify(document));
}

export const internalError = problem(
  'INTERNAL_ERROR',
  500,
  'Internal error',
  'the fault was logged; the request may be tried again',
);

const frameworkKinds: Record<number, { readonly code: string; readonly title: string }> = {
  400: common.VALIDATION_FAILED,
  404: common.NOT_FOUND,
  413: common.BODY_TOO_LARGE,
  415: common.UNSUPPORTED_MEDIA_TYPE,
};
const otherKind = { code: 'REQUEST_REFUSED', title: 'The request is refused' };

/** What Fastify itself refuses (malformed JSON, size, content type), or undefined for a fault. */
function frameworkProblem(error: FastifyError): Record<string, unknown> | undefined {
  const status = error.statusCode ?? 500;
  const { code, title } = frameworkKinds[status] ?? otherKind;
  if (status < 400 || status >= 500) return undefined;
  return problem(code, status, title, error.message.slice(0, 200));
}
