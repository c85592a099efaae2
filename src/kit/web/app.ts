// Declares `config.swagger` of routes, also where no listener is compiled.
/// <reference types="@fastify/swagger" />
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from './identity/access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The service whose route it is. */
    service?: string;
    /** The route belongs to every service of its listener. */
    isOfAll?: boolean;
  }
}

/** A listener. It takes any route, since a page, for example, is not an operation of the API. */
export type Listener = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The schema of an operation. The API documents, the reference and the client show its texts. */
export interface OperationSchema extends FastifySchema {
  /** The name of the operation in generated code. */
  readonly operationId: string;
  /** An imperative phrase of two to eight words: "Reserve stock for an order". */
  readonly summary: string;
  /** One to three sentences, where the summary does not say it all. */
  readonly description?: string;
  readonly access: Access;
}

type Method = 'delete' | 'get' | 'head' | 'options' | 'patch' | 'post' | 'put';

type DeclareOperation = <const Schema extends OperationSchema>(
  path: string,
  options: RouteShorthandOptions<
    RawServerDefault,
    IncomingMessage,
    ServerResponse,
    RouteGenericInterface,
    ContextConfigDefault,
    Schema,
    TypeBoxTypeProvider
  > & { readonly schema: Schema },
  handler: RouteHandlerMethod<
    RawServerDefault,
    IncomingMessage,
    ServerResponse,
    RouteGenericInterface,
    ContextConfigDefault,
    Schema,
    TypeBoxTypeProvider
  >,
) => unknown;

/** A listener, or a scope of it, on which a service declares operations; each needs a summary. */
export interface App
  extends Omit<Listener, Method | 'all' | 'route'>, Record<Method, DeclareOperation> {}
