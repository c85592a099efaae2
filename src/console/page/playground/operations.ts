/** The operations of a service, read from its API document, for the form of the playground. */

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

/** One thing that a request has: a part of its path, a parameter, a header, a member of its body. */
export interface Member {
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** As it is written into the form; empty where the document gives none. */
  readonly example: string;
}

/** Returns the key of a member's text among those of a form. */
export const keyOf = ({ in: part, name }: Member) => `${part} ${name}`;

export interface Operation {
  readonly id: string;
  /** `flash-sale`, or `key-value-console` for operator paths. */
  readonly document: string;
  readonly method: string;
  /** In the service: `/files/{id}`. */
  readonly path: string;
  /** The summary and the description of the document. */
  readonly description: string;
  readonly members: readonly Member[];
  /** Undefined: no body. Anything but JSON and forms is sent as it is. */
  readonly bodyType: string | undefined;
  readonly answer: 'whole' | 'stream' | 'websocket';
  /** Whether a good answer has a body: of one without, the status and the headers are all there is. */
  readonly hasContent: boolean;
}

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Content & {
    readonly in: Member['in'];
    readonly name: string;
    readonly required?: boolean;
    readonly description?: string;
  })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Content>> }>
  >;
}

/** @throws Error when the document cannot be had */
export async function loadOperations(document: string): Promise<Operation[]> {
  const answer = await fetch(`/openapi/${document}.json`);
  if (!answer.ok) throw new Error(`the API document of ${document} answers ${answer.status}`);
  return operationsOf(document, (await answer.json()) as Documented);
}

export interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

export function operationsOf(document: string, { paths }: Documented): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) =>
      toOperation(document, method.toUpperCase(), path, documented),
    ),
  );
}

function toOperation(
  document: string,
  method: string,
  path: string,
  documented: DocumentedOperation,
): Operation {
  const { operationId: id, summary, description: more, requestBody, responses } = documented;
  const description = [summary && `${summary}.`, more].filter(Boolean).join(' ');
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const types = Object.entries(responses)
    .filter(([status]) => status < '4')
    .flatMap(([, { content = {} }]) => Object.keys(content));
  const isStream = types.includes('text/event-stream');
  const answer = '101' in responses ? 'websocket' : isStream ? 'stream' : 'whole';
  const hasContent = types.length > 0;
  const parameters = (documented.parameters ?? []).map((parameter): Member => ({
    in: parameter.in,
    name: parameter.name,
    isRequired: parameter.required ?? false,
    description: parameter.description ?? '',
    schema: parameter.schema ?? {},
    example: written(parameter.example),
  }));
  const members = [...parameters, ...membersOfBody(body)];
  return { id, document, method, path, description, members, bodyType, answer, hasContent };
}

function membersOfBody(body: Content | undefined): Member[] {
  const { properties = {}, required = [] } = body?.schema ?? {};
  const examples = (body?.example ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(properties).map(([name, schema]) => ({
    in: 'body',
    name,
    isRequired: required.includes(name),
    description: schema.description ?? '',
    schema,
    example: written(examples[name]),
  }));
}

/** As it is written into a field: text as it is, everything else as JSON. */
export function written(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
