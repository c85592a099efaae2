/** One request: the head of its answer, and as much of the body as is wanted. */
import { guardedConnector, PrivateAddressError, type Resolve } from '#kit/web/addresses.ts';
import { decodedBody, readBody } from './body.ts';
import { headerText } from './charset.ts';
import { HttpClient } from './http/client.ts';
import type { ResponseHead } from './http/head.ts';
import { mediaTypeOf } from './media-type.ts';

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

type ReadBody<T> = (head: Head, body: AsyncIterable<Buffer>) => Promise<T>;

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

interface FetcherOptions {
  readonly userAgent: string;
  /** Whether a connection to an address may be made. */
  readonly isAllowed: (address: string) => boolean;
  /** Longest time from the request to the end of the body. */
  readonly timeoutMs: number;
  readonly resolve: Resolve;
}

export function openFetcher(options: FetcherOptions): Fetcher {
  const { isAllowed, timeoutMs, resolve } = options;
  const client = new HttpClient(guardedConnector(resolve, isAllowed, timeoutMs), timeoutMs);
  const exchange = exchangeBy(client, options.userAgent);
  return {
    get: (url, limitOf, stopped) =>
      exchange(url, timeoutMs, stopped, async (head, encoding, body) => {
        const limit = limitOf(head);
        return { ...head, body: limit > 0 ? await readBody(body, encoding, limit) : none };
      }),
    stream: (url, limit, read, stopped) =>
      exchange(url, timeoutMs * longFactor, stopped, (head, encoding, body) =>
        read(head, decodedBody(body, encoding, limit)),
      ),
    close: async () => client.close(),
  };
}

const none = Buffer.alloc(0);

function exchangeBy(client: HttpClient, userAgent: string) {
  const headers = {
    'User-Agent': userAgent,
    Accept: 'text/html,*/*;q=0.1',
    'Accept-Encoding': 'gzip, br',
  };
  return async <T>(
    url: URL,
    limitMs: number,
    stopped: AbortSignal,
    read: (head: Head, encoding: string, body: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> => {
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new FetchError(`no complete response within ${limitMs / 1000} s`, 'network'));
    }, limitMs);
    const signal = AbortSignal.any([stopped, late.signal]);
    try {
      return await client.get(url, headers, signal, ({ head, body }) => {
        const encoding = head.headers.get('content-encoding')?.join() ?? '';
        return read(headOf(head), encoding, body);
      });
    } catch (error) {
      stopped.throwIfAborted();
      throw describe(error as Error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** @throws Error when it is not clear where a redirect leads */
function headOf({ status, headers }: ResponseHead): Head {
  const locations = new Set(headers.get('location'));
  if (locations.size > 1) throw new Error('invalid HTTP response: several locations');
  const [location] = locations;
  const [retryAfter] = headers.get('retry-after') ?? [];
  return {
    status,
    contentType: mediaTypeOf(headers.get('content-type') ?? []),
    // An empty one leads nowhere.
    location: headerText(location || undefined),
    ...(retryAfter && { retryAfter }),
  };
}

/** Describes an error to the client. A private address is not named. */
function describe(error: Error): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof PrivateAddressError) return new FetchError(error.message, 'private');
  // When several addresses were tried: the reason of the first one.
  const reason = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  return new FetchError(reason.message || reason.name, 'network');
}
