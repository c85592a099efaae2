/** Holds requests against what their route declares: see access.ts. */
import type {
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import type { IncomingMessage } from 'node:http';
import { callbackify } from 'node:util';
import { common } from '../problem.ts';
import { accessFor, variantsOf, type Access, type UserMember } from './access.ts';
import { operator } from './admin-token.ts';
import { bearerOf } from './bearer.ts';
import { callerOf, notOwnName, setCaller, stranger, tokenRequired, type Caller } from './caller.ts';

/** The proof of who sends a request. */
export type Proof = { readonly token: string } | { readonly ticket: string };

/** Reads who sends a request. At once where that is known, since most requests repeat a token. */
type ReadProof = (proof: Proof) => Caller | Promise<Caller>;

/** The scopes that suffice for a route, from the least. */
const sufficient = {
  public: ['stranger', 'user', 'service', 'admin'],
  user: ['user', 'service', 'admin'],
  service: ['service', 'admin'],
  admin: ['admin'],
} as const satisfies Record<Access['kind'], readonly Caller['kind'][]>;

/** Adds to a route what checks its callers. */
export function guardRoute(route: RouteOptions): void {
  // What declares nothing does not start: see declared-routes.ts.
  const access: Access = route.schema?.access ?? { kind: 'admin' };
  route.onRequest = [admission(access), ...[route.onRequest ?? []].flat()];
  if (variantsOf(access).every((one) => placesOf(one.access).length === 0)) return;
  // After parameters that are given twice were refused.
  const checks: preValidationHookHandler = (request, _reply, done) => {
    try {
      checkNames(request, placesOf(accessFor(access, request.query)));
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
  route.preValidation = [...[route.preValidation ?? []].flat(), checks];
}

const placesOf = (access: Access) => (access.kind === 'user' ? access.places : []);

/** What admin routes check while identity is off. */
export const demandOperator: onRequestHookHandler = ({ raw }, _reply, done) => {
  if (callerOf(raw) === operator) return done();
  done(common.ADMIN_TOKEN_REQUIRED());
};

/** What is wrong with the tokens of requests: their routes tell. */
const failures = new WeakMap<IncomingMessage, unknown>();

/** Notes who sends a request. */
export function recognition(read: ReadProof): onRequestHookHandler {
  return (request, _reply, done) => {
    const { raw } = request;
    const note = (caller: Caller) => setCaller(raw, caller);
    const fail = (error: unknown) => void failures.set(raw, error);
    try {
      const proof = proofOf(raw, () => isStream(request.routeOptions.schema));
      const caller = proof === undefined ? stranger : read(proof);
      if (caller instanceof Promise) return callbackify(async () => caller.then(note, fail))(done);
      note(caller);
    } catch (error) {
      fail(error);
    }
    done();
  };
}

function admission(access: Access): onRequestHookHandler {
  return ({ raw, query }, _reply, done) => {
    try {
      admit(raw, accessFor(access, query));
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
}

/** @throws Refusal AUTHENTICATION_REQUIRED, INVALID_TOKEN, FORBIDDEN, KEYS_UNAVAILABLE, STORE_UNAVAILABLE */
function admit(request: IncomingMessage, access: Access): void {
  const { kind } = access;
  if (failures.has(request)) throw failures.get(request);
  const caller = callerOf(request);
  if (caller.kind === 'stranger' && kind !== 'public') throw tokenRequired();
  const kinds: readonly string[] = sufficient[kind];
  if (!kinds.includes(caller.kind)) {
    throw common.FORBIDDEN(`this takes a token with the scope ${kind}`);
  }
  if (kind === 'user' && access.scope === 'driver' && caller.kind === 'user' && !caller.isDriver) {
    throw common.FORBIDDEN('this takes a token with the scope driver or service');
  }
}

const queryProof = /[?&](access_token|ticket)=([^&#]*)/;

/**
 * Finds the token or the ticket of a request. A token in the header wins.
 *
 * @param takesQuery whether the proof may be in the query, for clients that cannot set headers
 * @throws Refusal AUTHENTICATION_REQUIRED for one in the query of another request: it would be in
 *   the logs of every proxy
 */
export function proofOf(
  { headers, url = '' }: IncomingMessage,
  takesQuery: () => boolean,
): Proof | undefined {
  const token = bearerOf(headers);
  const inHeader = token === undefined ? undefined : { token };
  const found = url.includes('?') ? queryProof.exec(url) : null;
  if (found === null) return inHeader;
  if (!takesQuery()) {
    throw tokenRequired(
      'a token or a ticket in the query is taken for WebSocket and event streams only',
    );
  }
  // Neither needs percent-encoding; one that has some is not good.
  const [, name, text = ''] = found;
  return inHeader ?? (name === 'ticket' ? { ticket: text } : { token: text });
}

/** Whether a route answers with a stream or a WebSocket. */
export function isStream(schema: FastifySchema | undefined): boolean {
  const responses = (schema?.response ?? {}) as Record<number, { readonly content?: object }>;
  return 101 in responses || 'text/event-stream' in (responses[200]?.content ?? {});
}

/**
 * Compares the user whom a request names with the caller, in all places. A place that names nobody
 * gets the caller.
 *
 * @throws Refusal FORBIDDEN
 */
function checkNames(request: FastifyRequest, places: readonly UserMember[]): void {
  const caller = callerOf(request);
  // A service acts for others: it must say for whom.
  if (caller.kind !== 'user') return;
  for (const place of places) {
    const holder = holderOf(request, place);
    // The schema refuses a value that is not an object or not text.
    if (holder === undefined) continue;
    const name = memberOf(place);
    // Node reads headers as Latin-1, clients write them in UTF-8.
    const own = place.in === 'header' ? Buffer.from(caller.name).toString('latin1') : caller.name;
    const named = holder[name];
    if (named === undefined) holder[name] = own;
    else if (typeof named === 'string' && named !== own) throw notOwnName();
  }
}

/** The object that has the member of a place. */
function holderOf(
  request: FastifyRequest,
  { in: part, name }: UserMember,
): Record<string, unknown> | undefined {
  const root: unknown = {
    body: () => request.body,
    query: () => request.query,
    path: () => request.params,
    header: () => request.raw.headers,
  }[part]();
  const outer = name.split('.').slice(0, -1);
  const holder = outer.reduce(
    (value, member) => (isObject(value) ? value[member] : undefined),
    root,
  );
  return isObject(holder) ? holder : undefined;
}

const memberOf = ({ name }: UserMember) => name.slice(name.lastIndexOf('.') + 1);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
