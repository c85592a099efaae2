import type { SwaggerTransformObject } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { common, problemResponses, type RefusalFactory } from './problem.ts';

/** What any request may be answered with, whatever its route. */
const answersOfAll = commonAnswers(
  common.ORIGIN_NOT_ALLOWED,
  common.REQUEST_TIMEOUT,
  common.EXPECTATION_FAILED,
  common.MISDIRECTED_REQUEST,
  common.RATE_LIMITED,
  common.HEADERS_TOO_LARGE,
  common.INTERNAL_ERROR,
  common.SHUTTING_DOWN,
  common.STORE_UNAVAILABLE,
);

/** What a request that writes to a disk may be answered with. */
const answersOfWrites = commonAnswers(common.STORE_FULL).filter(({ status }) => status === '507');
const readingMethods = new Set(['get', 'head', 'options']);

function commonAnswers(...kinds: RefusalFactory[]) {
  return Object.entries(problemResponses(...kinds)).map(([status, response]) => {
    return { status, name: `Problem${status}`, response: response as DeclaredResponse };
  });
}

interface OpenApi {
  readonly paths?: Record<string, Record<string, { responses: Record<string, object> }>>;
  readonly components?: object;
}

interface DeclaredResponse {
  readonly description: string;
  readonly content?: { readonly [problem]?: { readonly schema: ProblemSchema } };
}

interface ProblemSchema {
  readonly properties: { readonly code: { readonly enum: readonly string[] } };
}

const problem = 'application/problem+json';

/**
 * Adds to the operations of a document what each may answer.
 *
 * @param writesToDisk whether what an operation writes may find no room
 */
export function withCommonAnswers(writesToDisk: boolean): SwaggerTransformObject {
  return (given) => {
    if (!('openapiObject' in given)) return {};
    const { openapiObject } = given;
    const { paths = {}, components } = openapiObject as OpenApi;
    const operations = Object.values(paths).flatMap((path) => Object.entries(path));
    for (const [method, { responses }] of operations) {
      const isWrite = writesToDisk && !readingMethods.has(method);
      addAnswers(responses, answersOfAll);
      // A service with a code of its own for that declares 507 itself.
      if (isWrite && !('507' in responses)) addAnswers(responses, answersOfWrites);
    }
    const isShared = operations.some(([, { responses }]) => '$ref' in (responses['507'] ?? {}));
    const answers = isShared ? [...answersOfAll, ...answersOfWrites] : answersOfAll;
    const responses = Object.fromEntries(answers.map(({ name, response }) => [name, response]));
    return { ...openapiObject, components: { ...components, responses } } as object;
  };
}

function addAnswers(responses: Record<string, object>, answers: typeof answersOfAll): void {
  for (const { status, name, response } of answers) {
    const declared = responses[status];
    responses[status] =
      declared === undefined
        ? { $ref: `#/components/responses/${name}` }
        : bothOf(declared as DeclaredResponse, response);
  }
}

/** A response with the codes of two. */
function bothOf(one: DeclaredResponse, other: DeclaredResponse): DeclaredResponse {
  const schema = one.content?.[problem]?.schema;
  const more = other.content![problem]!.schema;
  const meanings = [...one.description.split('; '), ...other.description.split('; ')];
  const description = [...new Set(meanings)].join('; ');
  if (schema === undefined) return { description, content: { ...one.content, ...other.content } };
  const { code } = schema.properties;
  const codes = [...new Set([...code.enum, ...more.properties.code.enum])];
  const properties = { ...schema.properties, code: { ...code, enum: codes } };
  const content = { ...one.content, [problem]: { schema: { ...schema, properties } } };
  return { description, content };
}

/** A route as its callers see it: they may leave out what has a default, and send a wrong body. */
export function documented({ schema, url }: { schema: FastifySchema; url: string }) {
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
