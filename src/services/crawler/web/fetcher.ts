/** One request: the head of its answer, and as much of the body as is wanted. */
import { AssertionError } from 'node:assert';
import { Agent, type Dispatcher } from 'undici';
import { guardedConnector, PrivateAddressError, type Resolve } from '#kit/web/addresses.ts';
import { headerText } from './charset.ts';
import { decodedBody, readBody } from './body.ts';

/** How much of an unwanted body is read, so that the connection can be kept. */
const maxDiscardedBytes = 64 * 1024;

export interface Head {
  readonly status: number;
  readonly contentType: string;
  /** The `Location` header, decoded as UTF-8 when it is valid UTF-8. */
  readonly location: string | undefined;
  /** The `Retry-After` header. */
  readonly retryAfter?: string | undefined;
}

export interface Answer extends Head {
  /** The first bytes of it, decompressed. */
  readonly body: Buffer;
}

export interface Fetcher {
  /**
   * @param limitOf how many bytes of the body are read, as sent and when decompressed; 0 for none
   * @throws FetchError, or the reason of the signal
   */
  get(url: URL, limitOf: (head: Head) => number, signal: AbortSignal): Promise<Answer>;
  /**
   * Hands a long body on as it comes, decompressed; the whole may take `longFactor` times as long.
   *
   * @param limit bytes of the body, as sent and when decompressed
   * @param read what is made of it; it may throw a FetchError
   * @throws as `get` does
   */
  stream<T>(url: URL, limit: number, read: ReadBody<T>, signal: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

export type ReadBody<T> = (head: Head, body: AsyncIterable<Buffer>) => Promise<T>;

const longFactor = 6;

/**
 * A request that failed; its message is for the client. `network`: the same request may succeed
 * another time; `private`: to an address that is refused; `final`: it can only fail again.
 */
export class FetchError extends Error {
  readonly kind: 'network' | 'private' | 'final';

  constructor(message: string, kind: FetchError['kind'] = 'final') {
    super(message);
    this.kind = kind;
  }

  get isPrivate(): boolean {
    return this.kind === 'private';
  }
}

export interface FetcherOptions {
  readonly userAgent: string;
  /** Whether a connection to an address may be made. */
  readonly isAllowed: (address: string) => boolean;
  /** Longest time from the request to the end of the body. */
  readonly timeoutMs: number;
  readonly resolve: Resolve;
}

export function openFetcher(options: FetcherOptions): Fetcher {
  const { isAllowed, timeoutMs, resolve } = options;
  const agent = new Agent({
    connect: guardedConnector(resolve, isAllowed, timeoutMs),
    allowH2: false,
    headersTimeout: 0, // `timeoutMs` limits the whole exchange
    bodyTimeout: 0,
  });
  const exchange = exchangeBy(agent, options.userAgent);
  /** The head is enough: what becomes of the rest changes nothing. */
  const discard = (body: Body) => {
    const limits = { limit: maxDiscardedBytes, signal: AbortSignal.timeout(timeoutMs) };
    if (!body.destroyed) body.dump(limits).catch(() => {});
  };
  return {
    get: (url, limitOf, stopped) =>
      exchange(url, timeoutMs, stopped, async (head, encoding, body) => {
        const limit = limitOf(head);
        if (limit > 0) return { ...head, body: await readBody(body, encoding, limit) };
        discard(body);
        return { ...head, body: Buffer.alloc(0) };
      }),
    stream: (url, limit, read, stopped) =>
      exchange(url, timeoutMs * longFactor, stopped, async (head, encoding, body) => {
        const result = await read(head, decodedBody(body, encoding, limit));
        discard(body);
        return result;
      }),
    close: () => agent.destroy(),
  };
}

type Body = Dispatcher.ResponseData['body'];

function exchangeBy(agent: Agent, userAgent: string) {
  const headers = {
    'user-agent': userAgent,
    accept: 'text/html,*/*;q=0.1',
    'accept-encoding': 'gzip, br',
  };
  return async <T>(
    { origin, pathname, search }: URL,
    limitMs: number,
    stopped: AbortSignal,
    read: (head: Head, encoding: string, body: Body) => Promise<T>,
  ): Promise<T> => {
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new FetchError(`no complete response within ${limitMs / 1000} s`, 'network'));
    }, limitMs);
    const signal = AbortSignal.any([stopped, late.signal]);
    const path = pathname + search;
    try {
      const response = await agent.request({ origin, path, method: 'GET', headers, signal });
      const encoding = first(response.headers['content-encoding']) ?? '';
      return await read(headOf(response), encoding, response.body);
    } catch (error) {
      stopped.throwIfAborted();
      throw describe(error as Error);
    } finally {
      clearTimeout(timer);
    }
  };
}

function headOf({ statusCode, headers }: Dispatcher.ResponseData): Head {
  const contentType = first(headers['content-type']) ?? '';
  const location = headerText(first(headers['location']));
  const retryAfter = first(headers['retry-after']);
  return { status: statusCode, contentType, location, ...(retryAfter && { retryAfter }) };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** What is wrong, as the client sees it. A private address is not named. */
function describe(error: Error): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof PrivateAddressError) return new FetchError(error.message, 'private');
  // When several addresses were tried: the reason of the first one.
  const reason = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  // An assertion of undici's fails where a response breaks the protocol.
  if (reason instanceof AssertionError) return new FetchError('invalid HTTP response', 'network');
  return new FetchError(reason.message || reason.name, 'network');
}
