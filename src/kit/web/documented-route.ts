import type { SwaggerTransformObject } from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { documentedHeader, type AnswerHeader } from '../base/answer-headers.ts';
import { isStream } from './identity/check-access.ts';
import { securityOf } from './identity/documented-access.ts';
import { common, Problem, problemResponses, type RefusalFactory } from './problem.ts';

const problem = 'application/problem+json';

/** What any request may be answered with, whatever its route. */
const kindsOfAll = [
  common.INVALID_TOKEN,
  common.ORIGIN_NOT_ALLOWED,
  common.REQUEST_TIMEOUT,
  common.EXPECTATION_FAILED,
  common.MISDIRECTED_REQUEST,
  common.RATE_LIMITED,
  common.HEADERS_TOO_LARGE,
  common.INTERNAL_ERROR,
  common.SHUTTING_DOWN,
  common.KEYS_UNAVAILABLE,
  common.STORE_UNAVAILABLE,
];
const answersOfAll = commonAnswers(...kindsOfAll);

/** The same where not everybody may call. */
const answersToCallers = commonAnswers(
  common.AUTHENTICATION_REQUIRED,
  common.FORBIDDEN,
  ...kindsOfAll,
);

/** What a request that writes to a disk may be answered with. */
const { 507: storeIsFull } = commonAnswers(common.STORE_FULL);

/** What many operations answer: such an answer is described once in a document, under this name. */
const sharedAnswers: Answers = {
  ...named(commonAnswers(common.BODY_TOO_LARGE, common.UNSUPPORTED_MEDIA_TYPE, common.STORE_FULL)),
  ...named(answersToCallers),
  Problem401Public: answersOfAll['401']!,
  Problem401Admin: bothOf(
    answersToCallers['401']!,
    commonAnswers(common.ADMIN_TOKEN_REQUIRED)['401']!,
  ),
  Problem403Public: answersOfAll['403']!,
};

function named(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [`Problem${status}`, answer]),
  );
}

const readingMethods = new Set(['get', 'head', 'options']);

function commonAnswers(...kinds: RefusalFactory[]) {
  return problemResponses(...kinds) as Answers;
}

interface OpenApi {
  readonly paths?: Record<string, Record<string, Operation>>;
  readonly components?: { readonly schemas?: object };
}

type Answers = Record<string, Answer>;
type Operation = { responses: Record<string, object>; security?: readonly object[] };

interface Answer {
  readonly description: string;
  readonly headers?: object;
  readonly content?: { readonly [problem]?: { readonly schema: CodesSchema } };
}

interface CodesSchema {
  readonly properties: { readonly code: { readonly enum: readonly string[] } };
}

/**
 * Adds to the operations of a document what each may answer. Problem documents are described once,
 * and so are the answers that have no code of the operation's own.
 *
 * @param writesToDisk whether what an operation writes may find no room
 */
export function withCommonAnswers(writesToDisk: boolean): SwaggerTransformObject {
  return (given) => {
    if (!('openapiObject' in given)) return {};
    const { paths = {}, components } = given.openapiObject as OpenApi;
    const shared = new SharedParts();
    for (const operations of Object.values(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const isWrite = writesToDisk && !readingMethods.has(method);
        const answers = allAnswers(operation, isWrite);
        operation.responses = Object.fromEntries(
          Object.entries(answers).map(([status, answer]) => [status, shared.refer(status, answer)]),
        );
      }
    }
    const schemas = { Problem, ...components?.schemas };
    const { responses, headers } = shared;
    const parts = { ...components, schemas, responses, headers };
    return { ...given.openapiObject, components: parts } as object;
  };
}

function allAnswers({ responses, security = [] }: Operation, isWrite: boolean): Answers {
  const answers = { ...responses } as Answers;
  const common = security.length === 0 ? answersOfAll : answersToCallers;
  for (const [status, answer] of Object.entries(common)) {
    const own = answers[status];
    answers[status] = own === undefined ? answer : bothOf(answer, own);
  }
  // A service with a code of its own for that declares 507 itself.
  if (isWrite) answers['507'] ??= storeIsFull!;
  return answers;
}

/** A response with the codes of two, those of the first before the others. */
function bothOf(one: Answer, other: Answer): Answer {
  const schema = one.content![problem]!.schema;
  const meanings = [...one.description.split('; '), ...other.description.split('; ')];
  const description = [...new Set(meanings)].join('; ');
  const headers = one.headers && { headers: { ...one.headers, ...other.headers } };
  const result = { ...one, ...other, ...headers, description };
  const more = other.content?.[problem]?.schema.properties.code.enum ?? [];
  const { code } = schema.properties;
  const properties = { code: { ...code, enum: [...new Set([...code.enum, ...more])] } };
  return {
    ...result,
    content: { ...other.content, [problem]: { schema: { ...schema, properties } } },
  };
}

/** What the operations of a document share, and refer to. */
class SharedParts {
  readonly responses: Record<string, object> = {};
  readonly headers: Record<string, object> = {};

  refer(status: string, answer: Answer): object {
    const described = this.#describe(status, answer);
    const [name] =
      Object.entries(sharedAnswers).find(([, shared]) =>
        isDeepStrictEqual(this.#describe(status, shared), described),
      ) ?? [];
    if (name === undefined) return described;
    this.responses[name] = described;
    return { $ref: `#/components/responses/${name}` };
  }

  #describe(status: string, answer: Answer): object {
    const { content, headers: own } = answer;
    const given = { ...own, 'X-Request-Id': {} };
    const isNamed = answer.description !== 'Default Response' || content === undefined;
    const description = isNamed ? answer.description : STATUS_CODES[status];
    const headers = Object.fromEntries(
      Object.keys(given).map((name) => [name, this.#header(name)]),
    );
    return { description, headers, ...(content && { content: withProblem(content) }) };
  }

  #header(name: string): object {
    this.headers[name] = documentedHeader(name as AnswerHeader);
    return { $ref: `#/components/headers/${name}` };
  }
}

/** What the schema of a problem document says, but by reference to the one that all have. */
function withProblem(content: NonNullable<Answer['content']>): object {
  const schema = content[problem]?.schema;
  if (schema === undefined) return content;
  const code = { type: 'string', enum: schema.properties.code.enum };
  const own = { type: 'object', required: ['code'], properties: { code } };
  const both = { allOf: [{ $ref: '#/components/schemas/Problem' }, own] };
  return { ...content, [problem]: { schema: both } };
}

/**
 * The operation id of a route. It becomes the name of a method in the client and in other generated
 * code, so it holds letters and digits alone. Fastify's generator adds `-head` to that of a HEAD route.
 *
 * @throws Error naming a route whose operation id is not such a name
 */
function idOf({ operationId, hide }: FastifySchema = {}, url: string): string | undefined {
  const id = operationId?.replace(/-head$/, '');
  if (hide || id === undefined || /^[a-z][a-z0-9]*$/i.test(id)) return id;
  throw new Error(`the operation id of ${url} is ${JSON.stringify(id)}: letters and digits alone`);
}

interface Documentable {
  readonly schema: FastifySchema;
  readonly url: string;
  readonly route: Pick<RouteOptions, 'method'>;
}

/**
 * A route as its callers see it: they may leave out what has a default, and send a wrong body.
 *
 * @param tag of the operations, the name of their service
 */
export const documented =
  (tag: string) =>
  ({ schema, url, route }: Documentable) => {
    const parts = Object.entries(schema ?? {}).map(([part, value]: [string, object]) => [
      part,
      part === 'body' || part === 'querystring' ? defaultsOptional(value) : value,
    ]);
    const { access: _, ...shown } = Object.fromEntries(parts) as FastifySchema;
    const operationId = idOf(schema, url);
    const security = securityOf(schema);
    const named = operationId === undefined ? {} : { operationId };
    const result: FastifySchema = { tags: [tag], security, ...shown, ...named };
    // A body that the route does not ask for is read, too.
    if ([route.method].flat().some((method) => !/^(get|head)$/i.test(method))) {
      // A route that names what it consumes takes every type.
      const typed = result.consumes ? [] : [common.UNSUPPORTED_MEDIA_TYPE];
      const refused = problemResponses(common.BODY_TOO_LARGE, ...typed);
      result.response = { ...refused, ...(result.response as object) };
    }
    if (isStream(schema)) result.response = withExpiry(result.response as Responses);
    return { schema: result, url };
  };

type Responses = Record<string, { readonly content?: Record<string, { schema: object }> }>;

/** What follows an event stream besides what the route declares: the end of the caller's token. */
const expired = {
  type: 'object',
  additionalProperties: false,
  description:
    'data of the event `expired`: the token of the caller has expired, so the stream ends',
};

function withExpiry(responses: Responses): Responses {
  const { '200': ok, ...others } = responses;
  const events = ok?.content?.['text/event-stream'];
  if (events === undefined) return responses;
  const either = { anyOf: [events.schema, expired] };
  return { ...others, 200: { ...ok, content: { 'text/event-stream': { schema: either } } } };
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
