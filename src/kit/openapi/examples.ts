/** Examples of requests and answers: the documents show them, and a test sends and compares them. */
import { documentedHeader, type AnswerHeader } from '../base/answer-headers.ts';

export interface Examples {
  /** Variables that the service is started with, beside its defaults. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Values in the answers that differ each time, such as random ids. What the service gives in such a
   * place stands for it in the requests and answers that follow.
   */
  readonly made?: readonly (string | number)[];
  /** A web site that the requests are about; the test serves it at another address. */
  readonly site?: Site;
  /** In this order, on a service that has just been started: the clock shows 2026-01-01T12:00:00Z. */
  readonly requests: readonly Example[];
}

export interface Site {
  readonly address: string;
  /** HTML by path; null: the page never comes. Any other path is 404. */
  readonly pages: Readonly<Record<string, string | null>>;
}

export interface Example {
  /** Method and target: `GET /files/file_1?version=2`. */
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; a string is sent as it is, with a `content-type` among the headers. */
  readonly body?: unknown;
  readonly answer: ExampleAnswer;
  /** Messages that are sent over the WebSocket that the request opens. */
  readonly says?: readonly unknown[];
  /** How far the clock is turned before it, milliseconds. */
  readonly afterMs?: number;
  /** The answer comes once the service has done its work: the request is repeated until then. */
  readonly eventually?: boolean;
}

interface ExampleAnswer {
  readonly status: number;
  /** Those that the example is about. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; a string for any other type. */
  readonly body?: unknown;
  /** The data of the first events of a stream, or the first messages of a WebSocket. */
  readonly events?: readonly unknown[];
}

interface Media {
  example?: unknown;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: { readonly type?: string };
  example?: unknown;
}

interface Answer {
  description: string;
  headers?: Record<string, object>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** A document with an example of each operation, and of each of its answers: the first that there is. */
export function withExamples(document: object, examples: readonly Example[]): object {
  // A copy, in which no part stands in two places.
  const copy = JSON.parse(JSON.stringify(document)) as { readonly paths: Paths };
  // The first replaces those after it.
  for (const example of examples.toReversed()) {
    const found = operationOf(copy.paths, example.request);
    if (found === undefined) continue;
    const { operation, params } = found;
    showRequest(operation, example, params);
    const answer = operation.responses[example.answer.status];
    if (answer) showAnswer(answer, example);
  }
  return copy;
}

/** The operation that serves a request, and the values in its path. */
export function operationOf(paths: Paths, request: string) {
  const [method = '', target = ''] = request.split(' ');
  const [path = ''] = target.split('?');
  // A path without parameters goes first.
  for (const template of [path, ...Object.keys(paths)]) {
    const pattern = template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    const operation = paths[template]?.[method.toLowerCase()];
    if (operation && match) return { operation, params: { ...match.groups } };
  }
  return undefined;
}

function showRequest(
  { parameters = [], requestBody }: Operation,
  { request, headers = {}, body }: Example,
  params: Readonly<Record<string, string>>,
): void {
  const query = Object.fromEntries(new URLSearchParams(request.split('?')[1]));
  for (const parameter of parameters) {
    const values = parameter.in === 'path' ? params : parameter.in === 'query' ? query : headers;
    const value = values[parameter.name];
    if (value === undefined) delete parameter.example;
    else parameter.example = typed(value, parameter);
  }
  if (body === undefined || requestBody === undefined) return;
  const { content } = requestBody;
  const media = content[headers['content-type'] ?? 'application/json'];
  (media ?? Object.values(content)[0]!).example = body;
}

/** Parameters are sent as text; the document shows them as their schema has them. */
function typed(value: string, { in: place, schema }: Parameter): unknown {
  if (schema?.type !== undefined && schema.type !== 'string') return JSON.parse(value);
  return place === 'path' ? decodeURIComponent(value) : value;
}

function showAnswer(shown: Answer, { answer, says }: Example): void {
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    const header = { ...documentedHeader(name as AnswerHeader), example: value };
    shown.headers = { ...shown.headers, [name]: header };
  }
  if (says) shown.description += conversation(says, answer.events);
  const value = answer.events?.[0] ?? answer.body;
  if (value === undefined) return;
  const media = Object.entries(shown.content ?? {}).find(([type]) => isOf(type, answer));
  if (media) media[1].example = value;
}

/** No member of a document stands for the messages of a WebSocket. */
function conversation(sent: readonly unknown[], received: readonly unknown[] = []): string {
  const list = (messages: readonly unknown[]) =>
    messages.map((message) => `\`${JSON.stringify(message)}\``).join(', ');
  return `. Sent, for example: ${list(sent)}; received: ${list(received)}`;
}

function isOf(type: string, { body, events, status }: ExampleAnswer): boolean {
  if (events) return type === 'text/event-stream';
  if (typeof body === 'string') return !/[/+]json$/.test(type);
  const isProblem = status >= 400 && 'code' in (body as object);
  return type === (isProblem ? 'application/problem+json' : 'application/json');
}
