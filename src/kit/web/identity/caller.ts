/** The sender of a request, as a token proves it. */
import type { IncomingMessage } from 'node:http';
import { common, type Refusal, type RefusalFactory } from '../problem.ts';

/** What a good token says of its bearer. */
interface Proven {
  /** The token's `sub`: the user, the driver, or the name of the service. */
  readonly name: string;
  /** Until when the token is good, milliseconds since the epoch; the tolerance is included. */
  readonly endsAt: number;
  /** Patterns of the chat rooms that are open to the bearer; undefined: all. */
  readonly rooms?: readonly string[] | undefined;
  /** Whether a user may act as a driver: the token has the scope `driver`. */
  readonly isDriver?: true;
}

/** `service` may act for any user; `admin` may what a service may, and has the admin paths. */
export type Bearer = { readonly kind: 'user' | 'service' | 'admin' } & Proven;

export type Caller =
  /** Identity is off: callers are whom they name. */
  | { readonly kind: 'anyone' }
  /** Without a token, on a public route. */
  | { readonly kind: 'stranger' }
  | Bearer;

export const anyone: Caller = { kind: 'anyone' };
export const stranger: Caller = { kind: 'stranger' };

const key = Symbol('caller');

type Request = IncomingMessage & { [key]?: Caller };

/** Notes who has sent a request. */
export function setCaller(request: IncomingMessage, caller: Caller): void {
  (request as Request)[key] = caller;
}

/** Returns the sender of a request: a Fastify request, or the one below it. */
export function callerOf(request: IncomingMessage | { readonly raw: IncomingMessage }): Caller {
  const raw: Request = 'raw' in request ? request.raw : request;
  return raw[key] ?? anyone;
}

/** The name of who has sent a request, where it is known. */
export function callerNameOf(request: IncomingMessage): string | undefined {
  const caller = callerOf(request);
  return 'name' in caller ? caller.name : undefined;
}

/** Whether a caller may do what belongs to anybody: as a service does, and all while identity is off. */
export function actsForAll({ kind }: Caller): boolean {
  return kind === 'anyone' || kind === 'service' || kind === 'admin';
}

/**
 * Returns the form in which a store keeps a name that a client chose, such as an order id. The names
 * of each user are their own; a service's names are kept as they are, and it sees users' names in full.
 */
export function fullName(caller: Caller, name: string): string {
  return caller.kind === 'user' ? ownPrefix(caller.name) + name : name;
}

/** Returns the name as the caller chose it. */
export function shortName(caller: Caller, full: string): string {
  if (caller.kind !== 'user') return full;
  const prefix = ownPrefix(caller.name);
  return full.startsWith(prefix) ? full.slice(prefix.length) : full;
}

/** Ends at the first slash: no two users, and no user's name with a slash in it, share one. */
const ownPrefix = (user: string) => `user:${user.replaceAll(/[%/]/g, encodeURIComponent)}/`;

/** The most characters of a full name of a user, whose ids have up to 128. */
export const maxFullName = 'user:'.length + 3 * 128 + 1 + 128;

/**
 * Answers a user who asks for a thing of somebody else as if it did not exist.
 *
 * @param ownerOf reads to whom it belongs; undefined: it does not exist. It is asked for users only
 * @param unknown the refusal of things that do not exist
 * @throws Refusal made by `unknown`, and what `ownerOf` throws
 */
export async function demandOwn(
  caller: Caller,
  ownerOf: () => Promise<string | undefined>,
  unknown: RefusalFactory,
): Promise<void> {
  if (actsForAll(caller)) return;
  const owner = await ownerOf();
  if (caller.kind !== 'user' || owner !== caller.name) throw unknown();
}

/**
 * The user for whom a request acts: whom it names, or by default the caller.
 *
 * @param named undefined when the request names nobody
 * @throws Refusal FORBIDDEN for a user who names another one, AUTHENTICATION_REQUIRED for a stranger
 *   who names anybody
 */
export function actingUser(caller: Caller, named: string | undefined): string | undefined {
  if (caller.kind === 'stranger' && named !== undefined) throw tokenRequired();
  if (caller.kind !== 'user') return named;
  if (named !== undefined && named !== caller.name) throw notOwnName();
  return caller.name;
}

export function notOwnName(): Refusal {
  return common.FORBIDDEN("a user can act only as themselves (the token's sub)");
}

export function tokenRequired(detail?: string): Refusal {
  return common.AUTHENTICATION_REQUIRED(detail);
}
