/** The parts of a document's operations that the client needs. */
import { inspect } from 'node:util';
import { ownCodes } from './codes.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}

export interface Described {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, unknown> };
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}

export interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components?: { readonly responses?: Record<string, object> };
}

/** What an answer is to a caller. */
export type AnswerKind = 'json' | 'nothing' | 'response' | 'stream' | 'websocket';

export interface Operation {
  readonly id: string;
  /** `checkout`, of `flashSaleCheckout`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  /** The problem codes that say something about this operation, by status. */
  readonly codes: readonly string[];
  readonly pathParameters: readonly string[];
  /** By the name of a path parameter. */
  readonly parameterTexts: ReadonlyMap<string, string>;
  readonly headers: readonly string[];
  readonly query: readonly string[];
  /** A query or header member is required. */
  readonly needsMembers: boolean;
  readonly body: 'none' | 'json' | 'raw';
  /** What `fetch` cannot guess of a raw body. */
  readonly contentType: string | undefined;
  readonly answer: AnswerKind;
  /** An answer may be 304. */
  readonly isConditional: boolean;
}

/**
 * @param service `flash-sale`
 * @param common codes that are not listed as those of an operation
 */
export function operationsOf(
  service: string,
  { paths }: Document,
  common: ReadonlySet<string>,
): Operation[] {
  const prefix = camelCase(service.replace(/-console$/, ''));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { operationId: id } = described;
      if (!id.startsWith(prefix)) throw new Error(`${id} does not begin with ${prefix}`);
      const bare = id.slice(prefix.length);
      const name = bare.charAt(0).toLowerCase() + bare.slice(1);
      const codes = ownCodes(described.responses, common);
      return { id, name, method: method.toUpperCase(), path, codes, ...shapeOf(path, described) };
    }),
  );
}

function shapeOf(
  path: string,
  { summary, description, parameters = [], requestBody, responses }: Described,
) {
  const named = (place: string) => parameters.filter((one) => one.in === place);
  const names = (place: string) => named(place).map(({ name }) => name);
  const types = Object.keys(requestBody?.content ?? {});
  const isJson = types.includes('application/json');
  return {
    summary,
    description,
    // In the order of the path, whatever that of the parameters is.
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    parameterTexts: new Map(
      named('path').flatMap((one) => (one.description ? [[one.name, one.description]] : [])),
    ),
    headers: names('header'),
    query: names('query'),
    needsMembers: [...named('query'), ...named('header')].some(({ required }) => required),
    body: types.length === 0 ? ('none' as const) : isJson ? ('json' as const) : ('raw' as const),
    contentType: types.length === 1 ? types.find((type) => type.includes('+')) : undefined,
    answer: answerKind(responses),
    isConditional: responses['304'] !== undefined,
  };
}

function answerKind(responses: Described['responses']): AnswerKind {
  if (responses['101'] !== undefined) return 'websocket';
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = good.flatMap(([, { content = {} }]) => Object.keys(content));
  if (types.includes('text/event-stream')) return 'stream';
  if (types.includes('application/json')) return 'json';
  return types.length > 0 || good.length === 0 ? 'response' : 'nothing';
}

/** Names that the members of an operation must not have. */
const taken = new Set(['signal', 'retries']);

/**
 * Query and header members are given side by side, so that no name may mean both.
 *
 * @throws Error naming an operation that the client could not call
 */
export function demandCallable(operations: readonly Operation[], headers: ReadonlySet<string>) {
  const names = operations.map(({ name }) => name);
  for (const { id, name, query, pathParameters } of operations) {
    if (names.indexOf(name) !== names.lastIndexOf(name)) throw new Error(`${name} stands twice`);
    if (!/^[a-z]\w*$/i.test(name)) throw new Error(`${inspect(name)} of ${id} is not a name`);
    const wrong = query.find((one) => headers.has(one) || taken.has(one));
    if (wrong !== undefined) throw new Error(`${wrong} of ${id} is also the name of a header`);
    if (pathParameters.includes('body')) throw new Error(`a part of the path of ${id} is "body"`);
  }
}

/** `flash-sale` → `flashSale` */
export const camelCase = (name: string) =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const pascalCase = (name: string) => camelCase(`-${name}`);
