/** What the generated types of the methods are made of. */
import type { Call } from './call.ts';
import type { Stream } from './follow/stream.ts';

export type { Call, Stream };

/** What an operation takes beside the members of its own. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** How often the request is repeated at most, instead of what the client was made with. */
  readonly retries?: number;
}

/** An operation as openapi-typescript describes it. */
interface Described {
  readonly parameters: { readonly query?: unknown; readonly header?: unknown };
  readonly requestBody?: unknown;
  readonly responses: object;
}

type Given<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;

/** A header is a text; whoever has a number need not know that. */
type HeaderMembers<T> = [NonNullable<T>] extends [never]
  ? unknown
  : { [Name in keyof NonNullable<T>]: NonNullable<T>[Name] | number };

/** Query and header members side by side, by the names that the documents give them. */
export type Members<O extends Described> = Given<O['parameters']['query']> &
  HeaderMembers<O['parameters']['header']> &
  CallOptions;

type ContentOf<R, Type extends string> = R extends { content: Record<Type, infer Content> }
  ? Content
  : never;

type Answers<O extends Described> = O['responses'][keyof O['responses']];

export type JsonBody<O extends Described> = ContentOf<
  NonNullable<O['requestBody']>,
  'application/json'
>;

/** A body that is sent as it is. A stream is sent once: such a request is not repeated. */
export type RawBody = string | Blob | ArrayBuffer | Uint8Array | FormData | ReadableStream;

/** The data of an enveloped answer, `{data: …}`. */
type WithoutEnvelope<T> = T extends { data: infer Data }
  ? [keyof T] extends ['data']
    ? Data
    : T
  : T;

export type Json<O extends Described> = WithoutEnvelope<ContentOf<Answers<O>, 'application/json'>>;

export type Events<O extends Described> = ContentOf<Answers<O>, 'text/event-stream'>;

/** The codes that the operation's problem documents may have. */
export type Codes<O extends Described> =
  ContentOf<Answers<O>, 'application/problem+json'> extends { code: infer Code } ? Code : never;
