import type { SwaggerTransformObject } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { common, problemResponses } from './problem.ts';

/** What any request may be answered with, whatever its route. */
const answersOfAll = Object.entries(
  problemResponses(
    common.ORIGIN_NOT_ALLOWED,
    common.REQUEST_TIMEOUT,
    common.EXPECTATION_FAILED,
    common.MISDIRECTED_REQUEST,
    common.HEADERS_TOO_LARGE,
    common.INTERNAL_ERROR,
    common.SHUTTING_DOWN,
    common.STORE_UNAVAILABLE,
  ),
).map(([status, response]) => ({ status, name: `Problem${status}`, response }));

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

/** Adds to the operations of a document what each may answer. */
export const withCommonAnswers: SwaggerTransformObject = (given) => {
  if (!('openapiObject' in given)) return {};
  const { openapiObject } = given;
  const { paths = {}, components } = openapiObject as OpenApi;
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const { status, name, response } of answersOfAll) {
      const declared = responses[status];
      responses[status] =
        declared === undefined
          ? { $ref: `#/components/responses/${name}` }
          : bothOf(declared as DeclaredResponse, response as DeclaredResponse);
    }
  }
  const shared = answersOfAll.map(({ name, response }) => [name, response]);
  const responses = Object.fromEntries(shared) as object;
  return { ...openapiObject, components: { ...components, responses } };
};

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
