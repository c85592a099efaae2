/** One request: the head of its answer, and as much of the body as is wanted. */
import { AssertionError } from 'node:assert';
import { Agent, type Dispatcher } from 'undici';
import { guardedConnector, PrivateAddressError, type Resolve } from '#kit/web/addresses.ts';
import { headerText } from './charset.ts';
import { readBody } from './body.ts';

/** How much of an unwanted body is read, so that the connection can be kept. */
const maxDiscardedBytes = 64 * 1024;

export interface Head {
  readonly status: number;
  readonly contentType: string;
  /** The `Location` header, decoded as UTF-8 when it is valid UTF-8. */
  readonly location: string | undefined;
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
  close(): Promise<void>;
}

/** A request that failed; its message is for the client. */
export class FetchError extends Error {
  readonly isPrivate: boolean;

  constructor(message: string, isPrivate = false) {
    super(message);
    this.isPrivate = isPrivate;
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

export function openFetcher({ userAgent, isAllowed, timeoutMs, resolve }: FetcherOptions): Fetcher {
  const agent = new Agent({
    connect: guardedConnector(resolve, isAllowed, timeoutMs),
    allowH2: false,
    headersTimeout: 0, // `timeoutMs` limits the whole exchange
    bodyTimeout: 0,
  });
  const sent = {
    'user-agent': userAgent,
    accept: 'text/html,*/*;q=0.1',
    'accept-encoding': 'gzip, br',
  };
  return {
    async get({ origin, pathname, search }, limitOf, stopped) {
      const late = new AbortController();
      const timer = setTimeout(() => {
        late.abort(new FetchError(`no complete response within ${timeoutMs / 1000} s`));
      }, timeoutMs);
      const signal = AbortSignal.any([stopped, late.signal]);
      const path = pathname + search;
      try {
        const response = await agent.request({
          origin,
          path,
          method: 'GET',
          headers: sent,
          signal,
        });
        const { headers, body } = response;
        const head = headOf(response);
        const limit = limitOf(head);
        if (limit > 0) {
          const encoding = first(headers['content-encoding']) ?? '';
          return { ...head, body: await readBody(body, encoding, limit) };
        }
        // The head is enough: what becomes of the body changes nothing.
        const options = { limit: maxDiscardedBytes, signal: AbortSignal.timeout(timeoutMs) };
        body.dump(options).catch(() => {});
        return { ...head, body: Buffer.alloc(0) };
      } catch (error) {
        stopped.throwIfAborted();
        throw describe(error as Error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.destroy(),
  };
}

function headOf({ statusCode, headers }: Dispatcher.ResponseData): Head {
  const contentType = first(headers['content-type']) ?? '';
  return { status: statusCode, contentType, location: headerText(first(headers['location'])) };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** What is wrong, as the client sees it. A private address is not named. */
function describe(error: Error): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof PrivateAddressError) return new FetchError(error.message, true);
  // When several addresses were tried: the reason of the first one.
  const reason = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  // An assertion of undici's fails where a response breaks the protocol.
  if (reason instanceof AssertionError) return new FetchError('invalid HTTP response');
  return new FetchError(reason.message || reason.name);
}
