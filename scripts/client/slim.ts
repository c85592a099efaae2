/** Reduces a document to the quarter of it that the client's types need. */
import { isDeepStrictEqual } from 'node:util';
import { codesOf } from './codes.ts';
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
      // The interface of the service shows the texts of the operation: see service-interface.ts.
      const { operationId, parameters, requestBody, responses } = operation;
      const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
      const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      const codes = problems.flatMap(([, response]) => codesOf(resolve(response, components)));
      const kept = {
        ...Object.fromEntries(
          answers.map(([status, { content = {} }]) => [status, answer(content)]),
        ),
        default: problem([...new Set(codes)].toSorted()),
      };
      return [method, { operationId, parameters, requestBody, responses: kept }];
    });
    return [path, Object.fromEntries(operations)];
  });
  const slim = { ...document, components: {}, paths: Object.fromEntries(paths) };
  return JSON.parse(JSON.stringify(slim), kept) as object;
}

/**
 * Leaves out "one of these members", which a type cannot say; examples, which are for readers of the
 * documents; and formats, which a caller learns from the description.
 */
function kept(key: string, value: unknown): unknown {
  if (key === 'example' || key === 'examples') return undefined;
  if (key === 'format' && typeof value === 'string') return undefined;
  const isDemand = (one: object) => Object.keys(one).join() === 'required';
  return key === 'anyOf' && (value as object[]).every(isDemand) ? undefined : value;
}

function resolve(response: object, components: Components | undefined): object {
  const { $ref } = response as { $ref?: string };
  return ($ref && components?.responses?.[$ref.split('/').at(-1)!]) || response;
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
