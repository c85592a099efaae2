/**
 * The typed tables of refusals that services declare, and what an answer says of one: problem details
 * (RFC 9457). Without schemas, which the libraries of the package need not load.
 */
import type { AnswerHeader } from './answer-headers.ts';

export const problemType = 'application/problem+json; charset=utf-8';

/** What one code means: declared once per service, used by the handler and the OpenAPI document. */
interface RefusalKind {
  readonly status: number;
  readonly title: string;
  /** What its answers carry beside the document: `Retry-After`. */
  readonly headers?: readonly AnswerHeader[];
  /** The rules ask for this answer: although its status is 5xx, it is not a failure of the service. */
  readonly isIntended?: boolean;
}

/** What HTTP asks of every answer with such a status (RFC 9110), unless a refusal says more itself. */
const headersOfStatus: Partial<Record<number, Partial<Record<AnswerHeader, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  503: { 'Retry-After': '1' },
  507: { 'Retry-After': '10' },
};

interface RefusalExtras {
  /** Further members of the problem document, such as `available`. */
  readonly members?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** A request that the rules forbid. It becomes a problem document; it is not a fault. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly isIntended: boolean;
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: string, kind: RefusalKind, detail: string, extras: RefusalExtras = {}) {
    super(detail);
    this.code = code;
    this.status = kind.status;
    this.title = kind.title;
    this.isIntended = kind.isIntended ?? false;
    this.members = extras.members ?? {};
    const standing = Object.entries(headersOfStatus[kind.status] ?? {});
    const lowerCase = standing.map(([name, value]) => [name.toLowerCase(), value]);
    this.headers = { ...Object.fromEntries(lowerCase), ...extras.headers };
  }

  toProblem(): Record<string, unknown> {
    return problem(this.code, this.status, this.title, this.message, this.members);
  }
}

export function problem(
  code: string,
  status: number,
  title: string,
  detail: string,
  members: Record<string, unknown> = {},
): Record<string, unknown> {
  const type = `urn:hawker:problem:${code.toLowerCase().replaceAll('_', '-')}`;
  return { type, title, status, detail, code, ...members };
}

/** Makes the refusal with this code; `detail` says what is wrong with this very request. */
export interface RefusalFactory extends RefusalKind {
  (detail?: string, extras?: RefusalExtras): Refusal;
  readonly code: string;
}

/** Turns a table `code → {status, title}` into factories: `throw refuse.SOLD_OUT()`. */
export function refusals<const T extends Record<string, RefusalKind>>(
  table: T,
): { readonly [K in keyof T]: RefusalFactory } {
  const factories = Object.entries(table).map(([code, kind]) => {
    const factory = (detail: string = kind.title, extras?: RefusalExtras) =>
      new Refusal(code, kind, detail, extras);
    const standing = Object.keys(headersOfStatus[kind.status] ?? {}) as AnswerHeader[];
    const headers = [...new Set([...standing, ...(kind.headers ?? [])])];
    return [code, Object.assign(factory, { code, ...kind, headers })];
  });
  return Object.fromEntries(factories);
}

/** Refusals that every service can answer with. */
export const common = refusals({
  VALIDATION_FAILED: { status: 400, title: 'The request is not valid' },
  MALFORMED_HTTP: { status: 400, title: 'The request is not valid HTTP' },
  AUTHENTICATION_REQUIRED: { status: 401, title: 'A token is required' },
  INVALID_TOKEN: { status: 401, title: 'The token is not valid' },
  ADMIN_TOKEN_REQUIRED: { status: 401, title: 'An admin token is required' },
  FORBIDDEN: { status: 403, title: 'The caller may not do this' },
  ORIGIN_NOT_ALLOWED: { status: 403, title: 'Pages of this origin may not call this service' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The path does not have this method' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request took too long to arrive' },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The content type is not supported' },
  EXPECTATION_FAILED: { status: 417, title: 'The only supported expectation is 100-continue' },
  MISDIRECTED_REQUEST: { status: 421, title: 'The request names another host' },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  TOO_MANY_STREAMS_OF_USER: {
    status: 429,
    title: 'The user has too many open streams',
    headers: ['Retry-After'],
  },
  TOO_MANY_STREAMS_OF_ADDRESS: {
    status: 429,
    title: 'The client address has too many open streams',
    headers: ['Retry-After'],
  },
  QUOTA_EXCEEDED: {
    status: 429,
    title: 'The user has used up a quota',
    headers: ['Retry-After'],
  },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers are too large' },
  INTERNAL_ERROR: { status: 500, title: 'Internal error' },
  TOO_MANY_STREAMS: {
    status: 503,
    title: 'This process cannot open more streams',
    isIntended: true,
  },
  SHUTTING_DOWN: { status: 503, title: 'The service is shutting down' },
  KEYS_UNAVAILABLE: { status: 503, title: 'The keys that verify tokens cannot be reached' },
  STORE_UNAVAILABLE: { status: 503, title: 'The store cannot be reached' },
  STORE_FULL: { status: 507, title: 'The store has no room left' },
});

/** What a request for a stream may be refused with. */
export const tooManyStreams = [
  common.TOO_MANY_STREAMS,
  common.TOO_MANY_STREAMS_OF_USER,
  common.TOO_MANY_STREAMS_OF_ADDRESS,
];

/**
 * The answer while a store cannot be reached: 503, to be tried again.
 *
 * @param cause what the store's client says, for the log
 */
export function storeUnavailable(cause?: unknown, detail?: string): Refusal {
  const refusal = common.STORE_UNAVAILABLE(detail);
  refusal.cause = cause;
  return refusal;
}

/**
 * The answer while a disk has no space: 507, to be tried again when the operator has made some.
 *
 * @param cause what the system says, for the log
 */
export function storeFull(cause: unknown): Refusal {
  const refusal = common.STORE_FULL('the disk has no space left');
  refusal.cause = cause;
  return refusal;
}

/** Whether a store cannot do its work now, whatever it is asked. */
export function isOutage(error: unknown): error is Refusal {
  const codes = [common.STORE_UNAVAILABLE.code, common.STORE_FULL.code];
  return error instanceof Refusal && codes.includes(error.code);
}

/** A field that the rules, rather than the schema, find wrong. */
export function invalid(path: string, message: string): Refusal {
  const members = { errors: [{ path, message }] };
  return common.VALIDATION_FAILED(`${path} ${message}`, { members });
}

/** The answer to a defect of ours: nothing of it is shown. */
export const internalError = common
  .INTERNAL_ERROR('the fault was logged; the request may be tried again')
  .toProblem();
