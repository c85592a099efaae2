/**
 * Holds every answer that a test gets against the OpenAPI document of its route: the status, the
 * content type and the headers are declared, and the body has the declared members and no others.
 * It stands in every process that imports testing.ts, and in those that tests start.
 */
import { subscribe } from 'node:diagnostics_channel';
import { pipeline, Transform } from 'node:stream';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { headersToDeclare } from '../base/answer-headers.ts';
import { formats } from '../web/schema.ts';

/** What the output of a process shows that gave such an answer. */
export const undocumented = 'undocumented answer:';

interface Media {
  readonly schema?: object;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Components {
  readonly responses?: Readonly<Record<string, Response>>;
  readonly schemas?: object;
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  readonly components: Components;
}

interface Declared {
  readonly response: Response | undefined;
  readonly components: Components;
}

const ajv = new Ajv2020({ strict: false, formats });
addFormats.default(ajv);
const validators = new WeakMap<object, ValidateFunction>();
/** Answers whose bodies have been checked. */
const checked = new WeakSet<FastifyReply>();
const told = new Set<string>();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRequest', (request, reply, done) => {
    listenToEvents(request, reply);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    // Written past Fastify: of its body nothing is known here.
    if (reply.raw.headersSent && !checked.has(reply))
      tell(request, reply, mismatch(declaredResponse(request, reply), reply));
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    checked.add(reply);
    const declared = declaredResponse(request, reply);
    const check = (body: string) => tell(request, reply, mismatch(declared, reply, body));
    if (isStream(payload))
      return done(
        null,
        pipeline(payload, passing(check), () => {}),
      );
    check(typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '');
    return done(null, payload);
  });
});

/** Undefined for an answer of no documented route. */
function declaredResponse(
  { server, routeOptions, is404 }: FastifyRequest,
  reply: FastifyReply,
): Declared | undefined {
  const { url, method } = routeOptions;
  const { swagger } = server as { swagger?: () => unknown };
  // Routes that kit's tests make up declare nothing; openapi.test.ts finds a service's.
  if (routeOptions.schema?.response === undefined) return undefined;
  if (is404 || url === undefined || swagger === undefined) return undefined;
  const { paths, components } = swagger.call(server) as Document;
  // A path with a slash at its end is that without it, spelled otherwise.
  const path = paths[url.replace(/(.)\/$/, '$1').replace(/:(\w+)/g, '{$1}')];
  // A HEAD beside a GET is answered as that is.
  const operation =
    path?.[String(method).toLowerCase()] ?? (method === 'HEAD' ? path?.['get'] : undefined);
  const response =
    operation?.responses[reply.raw.headersSent ? reply.raw.statusCode : reply.statusCode];
  const name = response?.$ref?.split('/').at(-1);
  return { components, response: name === undefined ? response : components.responses?.[name] };
}

/** What is wrong with an answer, if something is. */
function mismatch(declared: Declared | undefined, reply: FastifyReply, body?: string) {
  if (declared === undefined) return undefined;
  const { response, components } = declared;
  if (response === undefined) return 'the status is not declared';
  const header = undeclaredHeader(response, reply);
  if (header !== undefined) return `the header ${header} is not declared`;
  if (reply.request.method === 'HEAD' || reply.raw.statusCode === 304) return undefined;
  if (body === '' && response.content === undefined) return undefined;
  const type = contentType(reply);
  const media = response.content?.[type] ?? response.content?.['*/*'];
  if (media === undefined) return `the content type ${type} is not declared`;
  if (!/[/+]json$|event-stream/.test(type) || media.schema === undefined || body === undefined)
    return undefined;
  const schemas = mapped(components.schemas ?? {}, (one) => withoutOthers(one));
  const validate =
    validators.get(media) ??
    ajv.compile({ ...withoutOthers(media.schema), components: { schemas } });
  validators.set(media, validate);
  if (validate(JSON.parse(body))) return undefined;
  return `${ajv.errorsText(validate.errors, { dataVar: 'body' })} in ${body.slice(0, 500)}`;
}

/** Checks the data of server-sent events as answers of their own: the schema is that of one event. */
function listenToEvents(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  const write = raw.write.bind(raw) as (...args: unknown[]) => boolean;
  const check = (chunk: unknown, ...more: unknown[]) => {
    const data = typeof chunk === 'string' && /^data: (.*)$/m.exec(chunk)?.[1];
    if (data && contentType(reply) === 'text/event-stream') {
      tell(request, reply, mismatch(declaredResponse(request, reply), reply, data));
    }
    return write(chunk, ...more);
  };
  Object.assign(raw, { write: check });
}

function undeclaredHeader({ headers = {} }: Response, reply: FastifyReply): string | undefined {
  const declared = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return headersToDeclare
    .map((name) => name.toLowerCase())
    .find((name) => headerOf(reply, name) !== undefined && !declared.has(name));
}

function contentType(reply: FastifyReply): string {
  return (headerOf(reply, 'content-type') ?? '').split(';', 1)[0]!;
}

/** @param name in lower case */
function headerOf(reply: FastifyReply, name: string): string | undefined {
  const { raw } = reply;
  // Headers that are given to `writeHead` stand only in the text of the head.
  const { _header: head } = raw as { _header?: string };
  const given = head?.split('\r\n').find((line) => line.toLowerCase().startsWith(`${name}: `));
  const value = given?.slice(name.length + 2) ?? reply.getHeader(name);
  return value === undefined ? undefined : String(value);
}

function tell(
  request: FastifyRequest,
  { statusCode, raw }: FastifyReply,
  wrong: string | undefined,
) {
  const text = `${request.method} ${request.routeOptions.url} ${raw.headersSent ? raw.statusCode : statusCode}: ${wrong}`;
  if (wrong === undefined || told.has(text)) return;
  told.add(text);
  console.error(undocumented, text);
  process.exitCode = 1;
  process.once('exit', () => (process.exitCode = 1));
}

/** A schema that takes no members but those that it declares. */
function withoutOthers(schema: unknown, isPart = false): object {
  if (typeof schema !== 'object' || schema === null) return schema as never;
  if (Array.isArray(schema)) return schema.map((one) => withoutOthers(one, isPart));
  const copy = mapped(schema, (value, key) =>
    key === 'properties'
      ? mapped(value as object, (one) => withoutOthers(one))
      : withoutOthers(value, key === 'allOf'),
  );
  const isOpen = 'additionalProperties' in copy || 'patternProperties' in copy || isPart;
  if (isOpen || !('properties' in copy || 'allOf' in copy)) return copy;
  return { ...copy, unevaluatedProperties: false };
}

const mapped = (members: object, change: (value: unknown, key: string) => unknown) =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value, key)]));

const isStream = (payload: unknown): payload is NodeJS.ReadableStream =>
  typeof (payload as { pipe?: unknown } | null)?.pipe === 'function';

/** Passes text on, and hands over all of it at its end. */
function passing(check: (text: string) => void): Transform {
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done(null, chunk);
    },
    flush(done) {
      check(Buffer.concat(chunks).toString());
      done();
    },
  });
}
