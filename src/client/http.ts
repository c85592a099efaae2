/** Requests to one service: built by openapi-fetch, with a token, and repeated where that is safe. */
import createClient from 'openapi-fetch';
import { errorOf, type HawkerError } from './problem.ts';
import type { Tokens } from './tokens.ts';
import { backOff, type Wait } from './wait.ts';

export type Fetch = (request: Request) => Promise<Response>;

export interface HttpOptions {
  /** Undefined: nobody has said where the service is. */
  readonly baseUrl: string | undefined;
  readonly tokens: Tokens;
  readonly fetch: Fetch | undefined;
  readonly wait: Wait;
  readonly retries: number;
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly pathMembers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
  readonly retries: number | undefined;
  /** The caller reads the body. */
  readonly isRaw: boolean;
}

export type Answer =
  | { readonly data: unknown; readonly error?: undefined; readonly response: Response }
  | { readonly data?: undefined; readonly error: HawkerError; readonly response: Response };

/** Longer than this nobody waits in silence, milliseconds. */
const maxWaitMs = 30_000;

const mayPass = new Set([408, 425, 429, 502, 503, 504]);

/** Whether the same request may be answered otherwise after a while. */
export const isPassing = ({ status, retryAfter }: HawkerError): boolean =>
  mayPass.has(status) || retryAfter !== undefined;

export class Http {
  readonly #options: HttpOptions;
  readonly #client: ReturnType<typeof createClient>;

  constructor(options: HttpOptions) {
    this.#options = options;
    const { baseUrl = '', fetch } = options;
    this.#client = createClient({ baseUrl, ...(fetch && { fetch }), bodySerializer: serialized });
  }

  /** @throws Error when nobody has said where the service is */
  demandAddress(): void {
    if (this.#options.baseUrl !== undefined) return;
    throw new Error('createHawker was not told where this service is');
  }

  /**
   * @throws what `fetch` throws when there is no answer, after the last repetition; the signal's reason
   */
  async send(request: HttpRequest): Promise<Answer> {
    const { tokens, wait, retries: usual } = this.#options;
    const retries = isRepeatable(request) ? (request.retries ?? usual) : 0;
    let isRenewed = false;
    for (let failures = 0; ;) {
      const token = await tokens.current();
      const answer = await this.#once(request, token).catch((error: unknown) => {
        if (failures >= retries || request.signal?.aborted) throw error;
      });
      if (answer?.error?.status === 401 && !isRenewed && isSentAgain(request)) {
        isRenewed = true;
        if (await tokens.renew(token)) continue;
      }
      const { error } = answer ?? {};
      if (answer && (error === undefined || !isPassing(error) || failures >= retries))
        return answer;
      failures++;
      const ms = error?.retryAfter === undefined ? backOff(failures) : error.retryAfter * 1_000;
      if (answer && ms > maxWaitMs) return answer;
      await wait(ms, request.signal);
    }
  }

  async #once(request: HttpRequest, token: string | undefined): Promise<Answer> {
    const { method, path, pathMembers, query, headers, body, signal, isRaw } = request;
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    // The types of paths are in the methods: here any will do.
    const { response, error } = (await this.#client.request(
      method as 'get',
      path as never,
      {
        params: { path: pathMembers, query, header: { ...authorization, ...headers } },
        headers: {
          ...(isRaw ? {} : { accept: 'application/json' }),
          // Of what is sent as it is, `fetch` knows the type better.
          ...(isRawBody(body) && { 'content-type': null }),
        },
        ...(body !== undefined && { body, duplex: 'half' }),
        ...(signal && { signal }),
        ...(isRaw && { redirect: 'manual' }),
        parseAs: 'stream',
      } as never,
    )) as { readonly response: Response; readonly error?: unknown };
    if (response.ok && !isRaw) return { data: unwrapped(await jsonOf(response)), response };
    if (response.ok || (isRaw && response.status < 400)) return { data: response, response };
    if (response.status === 304) return { data: undefined, response };
    // Some refusals of the specification are not problem documents, but answers.
    if (isEnveloped(error)) return { data: error.data, response };
    return { error: errorOf(response, error), response };
  }
}

/**
 * RFC 9110, section 9.2.2: what may be done twice. A write with a condition is not: were the first
 * answer lost, the second one would be 412 for what was done.
 */
function isRepeatable(request: HttpRequest): boolean {
  if (!isSentAgain(request)) return false;
  const { method, headers, body } = request;
  const { idempotency_key: key } = (body ?? {}) as { idempotency_key?: unknown };
  if (headers['idempotency-key'] !== undefined || typeof key === 'string') return true;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;
  const isConditional = 'if-match' in headers || 'if-none-match' in headers;
  return (method === 'PUT' || method === 'DELETE') && !isConditional;
}

/** A stream is used up by the first request. */
const isSentAgain = ({ body }: HttpRequest): boolean => !(body instanceof ReadableStream);

const serialized = (body: unknown) => (isRawBody(body) ? body : JSON.stringify(body));

const isRawBody = (body: unknown): boolean =>
  typeof body === 'string' ||
  body instanceof Blob ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body) ||
  body instanceof FormData ||
  body instanceof ReadableStream;

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

function isEnveloped(body: unknown): body is { data: unknown } {
  return typeof body === 'object' && body !== null && Object.keys(body).join() === 'data';
}

const unwrapped = (body: unknown) => (isEnveloped(body) ? body.data : body);
