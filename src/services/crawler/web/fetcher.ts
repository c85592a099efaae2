/** One request: its answer's head, and its body fed to a sink as it arrives, up to a limit. */
import { AssertionError } from 'node:assert';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { guardedConnector, PrivateAddressError, type Resolve } from '#kit/web/addresses.ts';
import { headerText } from './charset.ts';
import { decompressor } from './decompress.ts';

/** How much of an unwanted body is read, so that the connection can be kept. */
const maxDiscardedBytes = 64 * 1024;

export interface Head {
  readonly status: number;
  readonly contentType: string;
  /** The `Location` header, decoded as UTF-8 when it is valid UTF-8. */
  readonly location: string | undefined;
}

export interface Sink {
  /** Limit of what is read, both of the body as sent and of the decompressed body. */
  readonly maxBytes: number;
  write(bytes: Buffer): void;
  end(): void;
}

export interface Fetcher {
  /**
   * @param choose yields the sink for the body, or undefined to discard the body
   * @throws FetchError, or the reason of the signal
   */
  get(url: URL, choose: (head: Head) => Sink | undefined, signal: AbortSignal): Promise<Head>;
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
  const headers = {
    'user-agent': userAgent,
    accept: 'text/html,*/*;q=0.1',
    'accept-encoding': 'gzip, br',
  };
  return {
    get: (url, choose, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const exchange = new Exchange(choose, resolve, reject, timeoutMs, signal);
        const path = url.pathname + url.search;
        agent.dispatch({ origin: url.origin, path, method: 'GET', headers }, exchange);
      }),
    close: () => agent.destroy(),
  };
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #choose: (head: Head) => Sink | undefined;
  readonly #resolve: (head: Head) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = () => this.#fail(this.#signal.reason);
  #controller: Dispatcher.DispatchController | undefined;
  #head: Head | undefined;
  #sink: Sink | undefined;
  #decompressor: ReturnType<typeof decompressor>;
  #received = 0;
  #isBodyOver = false; // the decompressor may still hold a part of it
  #isOver = false;

  constructor(
    choose: (head: Head) => Sink | undefined,
    resolve: (head: Head) => void,
    reject: (reason: unknown) => void,
    timeoutMs: number,
    signal: AbortSignal,
  ) {
    this.#choose = choose;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
    const late = () =>
      this.#fail(new FetchError(`no complete response within ${timeoutMs / 1000} s`));
    this.#timer = setTimeout(late, timeoutMs);
    signal.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The exchange ended while it waited for a connection.
    if (this.#isOver) controller.abort(new Error('aborted'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200 || this.#isOver) return;
    const contentType = first(headers['content-type']) ?? '';
    this.#head = { status, contentType, location: headerText(first(headers.location)) };
    this.#sink = this.#choose(this.#head);
    if (this.#sink === undefined) {
      // The head is enough; the timer goes on for the body that is thrown away.
      this.#resolve(this.#head);
      return;
    }
    try {
      const { maxBytes } = this.#sink;
      this.#decompressor = decompressor(first(headers['content-encoding']) ?? '', maxBytes, {
        data: (bytes) => this.#sink!.write(bytes),
        end: () => this.#succeed(),
        error: (error) => this.#fail(new FetchError(error.message)),
      });
    } catch (error) {
      this.#fail(new FetchError((error as Error).message));
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver || this.#isBodyOver) return;
    const room = (this.#sink?.maxBytes ?? maxDiscardedBytes) - this.#received;
    this.#received += chunk.length;
    if (this.#sink === undefined) {
      if (chunk.length > room) this.#finish();
      return;
    }
    (this.#decompressor ?? this.#sink).write(chunk.subarray(0, room));
    if (chunk.length >= room) this.#endBody();
  }

  onResponseEnd(): void {
    if (this.#isOver || this.#isBodyOver) return;
    if (this.#sink === undefined) this.#finish();
    else this.#endBody();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#isOver && !this.#isBodyOver) this.#fail(describe(error));
  }

  #endBody(): void {
    this.#isBodyOver = true;
    if (this.#decompressor === undefined) this.#succeed();
    else this.#decompressor.end();
  }

  #succeed(): void {
    if (this.#isOver) return;
    this.#sink!.end();
    this.#finish();
    this.#resolve(this.#head!);
  }

  #fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reject(reason); // of no effect once the head was enough
  }

  /** Ends the exchange; a body that is not at its end takes the connection with it. */
  #finish(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#decompressor?.destroy();
    if (this.#controller?.aborted === false) this.#controller.abort(new Error('enough'));
  }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** What is wrong, as the client sees it. A private address is not named. */
function describe(error: Error): FetchError {
  if (error instanceof PrivateAddressError) return new FetchError(error.message, true);
  // When several addresses were tried: the reason of the first one.
  const reason = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  // An assertion of undici's fails where a response breaks the protocol.
  if (reason instanceof AssertionError) return new FetchError('invalid HTTP response');
  return new FetchError(reason.message || reason.name);
}
