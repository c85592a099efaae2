/** The parts of a listener that all routes share: validation, problem documents, 404 and 405. */
import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
  preValidationHookHandler,
  RouteShorthandOptions,
} from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { TObject, TSchema } from 'typebox';
import { common, internalError, invalid, problem, problemType, Refusal } from '../base/refusal.ts';
import { StoreFailure } from '../stores/store.ts';
import type { App } from './app.ts';
import { notJson } from './json/body.ts';
import { lineOf, requestIdHeader, requestIdOf, withInstance } from './request-id.ts';
import { safetyHeaders } from './safety/browser-safety.ts';
import { compileBody, compileText, describeErrors } from './schema.ts';

/** How often the log says that a store cannot be reached, milliseconds. */
const outageLogEveryMs = 10_000;

/** An answer that fails when it has begun can only be cut off: the log says why. */
export function logCutAnswers(app: App, log: Logger): void {
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

/** While the process stops, requests on open connections get a problem document; Fastify's own answer has another form. */
export function refuseWhenClosing(app: App): void {
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

/** Checks what a route's schemas ask for, and parameters that they cannot describe. */
export function validateRequests(app: App): void {
  checkQueries(app);
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) =>
    httpPart === 'body' ? compileBody(schema) : compileText(schema, httpPart),
  );
  app.setSchemaErrorFormatter(validationError);
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
export function refuseUnrouted(app: App): void {
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
    // An OPTIONS request that is not the preflight of an allowed origin comes here without the hook.
    scope.setNotFoundHandler((request) => {
      throw refusal(request);
    });
  });
}

const validationError: SchemaErrorFormatter = (found, part) => {
  const errors = describeErrors(found);
  const { path, message } = errors[0]!;
  return common.VALIDATION_FAILED(`${path === '' ? `the ${part}` : path} ${message}`, {
    members: { errors: errors.map((error) => ({ ...error, path: error.path || part })) },
  });
};

/** Returns what answers an error with its problem document, and logs the reason of a fault. */
export function problemSender(log: Logger): (error: unknown, reply: FastifyReply) => FastifyReply {
  const logOutage = outageLog(log);
  return (error, reply) => {
    if (error instanceof Refusal && error.cause !== undefined) logOutage(error);
    return sendProblem(reply, error, log);
  };
}

/** Logs why a store fails, but not once for each request that fails for that reason. */
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
  // Fastify closes the connection: a client that is still sending, such as a proxy, would lose the answer.
  if (status === common.BODY_TOO_LARGE.status) reply.removeHeader('connection');
  // Fastify does not serialize strings: the document is sent with all its members.
  return reply.code(status).headers(headers).type(problemType).send(JSON.stringify(document));
}

/** Undefined for a fault. */
export function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : frameworkRefusal(error as FastifyError);
}

/** What Fastify itself refuses (malformed JSON, size, content type), or undefined for a fault. */
function frameworkRefusal({ statusCode: status = 500, message }: FastifyError) {
  if (status < 400 || status >= 500) return undefined;
  if (status === 415) return notJson();
  const other = { code: 'REQUEST_REFUSED', status, title: 'The request is refused' };
  const kind = Object.values(common).find((one) => one.status === status) ?? other;
  return new Refusal(kind.code, kind, message.slice(0, 200));
}
