/** A document as the client's types need it, which is a quarter of it. */
import { isDeepStrictEqual } from 'node:util';
import type { Document } from './operations.ts';

type Json = Record<string, unknown>;
interface Components {
  readonly responses?: Record<string, Json>;
}

/** All codes of an operation at one place, instead of a problem document at each status. */
export function slim(document: Document): object {
  const { components } = document as { readonly components?: Components };
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      const { operationId, description, parameters, requestBody, responses } = operation;
      const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
      const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      const codes = problems.flatMap(([, response]) => codesOf(resolve(response, components)));
      const kept = {
        ...Object.fromEntries(
          answers.map(([status, { content = {} }]) => [status, answer(content)]),
        ),
        default: problem([...new Set(codes)].toSorted()),
      };
      return [method, { operationId, description, parameters, requestBody, responses: kept }];
    });
    return [path, Object.fromEntries(operations)];
  });
  const slim = { ...document, components: {}, paths: Object.fromEntries(paths) };
  return JSON.parse(JSON.stringify(slim), kept) as object;
}

/** A type cannot say "one of these members"; examples are for readers of the documents. */
function kept(key: string, value: unknown): unknown {
  if (key === 'example' || key === 'examples') return undefined;
  const isDemand = (one: object) => Object.keys(one).join() === 'required';
  return key === 'anyOf' && (value as object[]).every(isDemand) ? undefined : value;
}

function resolve(response: object, components: Components | undefined): object {
  const { $ref } = response as { $ref?: string };
  return ($ref && components?.responses?.[$ref.split('/').at(-1)!]) || response;
}

/** The values of each `code` that the schema of an answer names. */
function codesOf(response: object): string[] {
  const found: string[] = [];
  JSON.stringify(response, (key, value: unknown) => {
    const { enum: values } = (value ?? {}) as { enum?: string[] };
    if (key === 'code' && Array.isArray(values)) found.push(...values);
    return value;
  });
  return found;
}

function answer(content: Record<string, unknown>): object {
  const { 'text/event-stream': events } = content as Record<string, { schema: Json } | undefined>;
  if (events === undefined) return { description: '', content };
  return {
    description: '',
    content: { 'text/event-stream': { schema: withoutExpired(events.schema) } },
  };
}

/** `follow` deals with the event `expired`, whose data is empty, and nobody else sees it. */
function withoutExpired(schema: Json): Json {
  const { anyOf } = schema as { anyOf?: Json[] };
  const kept = anyOf?.filter((one) => {
    const { description: _, ...shape } = one;
    return !isDeepStrictEqual(shape, { type: 'object', additionalProperties: false });
  });
  return kept === undefined ? schema : { anyOf: kept };
}

const problem = (codes: readonly string[]) => ({
  description: '',
  content: {
    'application/problem+json': {
      schema: { type: 'object', required: ['code'], properties: { code: { enum: codes } } },
    },
  },
});
