/** HTTP/1.1 requests without a body, over connections that are used again. */
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { Connection, type Response } from './connection.ts';

/** How much of an unwanted body is read, so that the connection can be kept. */
const maxDiscardedBytes = 64 * 1024;

interface Resting {
  readonly connection: Connection;
  readonly wake: () => void;
}

export class HttpClient {
  readonly #connect: buildConnector.connector;
  /** How long the rest of an unwanted body may take, milliseconds. */
  readonly #discardMs: number;
  readonly #resting = new Map<string, Resting[]>();
  readonly #open = new Set<Connection>();

  constructor(connect: buildConnector.connector, discardMs: number) {
    this.#connect = connect;
    this.#discardMs = discardMs;
  }

  /**
   * Sends a GET.
   *
   * @param read turns the response into the result; the rest of the body that it leaves is dropped
   * @throws what `read` throws, the reason of the signal, or an Error of the connection
   */
  async get<T>(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const connection = (await this.#takeResting(url.origin)) ?? (await this.#dial(url, signal));
    const abort = () => connection.destroy(signal.reason);
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      const response = await connection.request(requestText(url, headers));
      const result = await read(response);
      void this.#discard(url.origin, connection, response.body);
      return result;
    } catch (error) {
      connection.destroy();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  close(): void {
    for (const connection of this.#open) connection.destroy();
  }

  async #dial(url: URL, signal: AbortSignal): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp);
    const { protocol, host, hostname, port } = url;
    const bare = hostname.replace(/^\[|\]$/g, '');
    this.#connect({ protocol, host, hostname: bare, port }, (error, socket) => {
      if (error !== null) return reject(error);
      const connection = this.#opened(socket);
      if (signal.aborted) connection.destroy();
      else resolve(connection);
    });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  #opened(socket: Socket): Connection {
    const connection = new Connection(socket);
    this.#open.add(connection);
    socket.once('close', () => this.#open.delete(connection));
    return connection;
  }

  /** The head is enough: the fate of the rest changes nothing. */
  async #discard(origin: string, connection: Connection, body: AsyncGenerator<Buffer>) {
    const timer = setTimeout(() => connection.destroy(), this.#discardMs).unref();
    try {
      let left = maxDiscardedBytes;
      for await (const { length } of body) if ((left -= length) < 0) break;
    } catch {
      connection.destroy();
    } finally {
      clearTimeout(timer);
    }
    if (connection.isReusable) this.#rest(origin, connection);
    else connection.destroy();
  }

  #rest(origin: string, connection: Connection): void {
    const resting = this.#resting.get(origin) ?? [];
    this.#resting.set(origin, resting);
    const wake = connection.rest(() => this.#forget(origin, connection));
    resting.push({ connection, wake });
  }

  async #takeResting(origin: string): Promise<Connection | undefined> {
    for (;;) {
      const last = this.#resting.get(origin)?.at(-1);
      if (last === undefined) return undefined;
      this.#forget(origin, last.connection);
      // Its server may have closed it, which only the next turn of the event loop tells.
      await setImmediate();
      last.wake();
      if (last.connection.isReusable) return last.connection;
    }
  }

  #forget(origin: string, connection: Connection): void {
    const others = (this.#resting.get(origin) ?? []).filter((one) => one.connection !== connection);
    if (others.length === 0) this.#resting.delete(origin);
    else this.#resting.set(origin, others);
  }
}

/** A URL in its WHATWG form holds nothing that could end a line. */
function requestText(
  { host, pathname, search }: URL,
  headers: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\n${lines.join('')}\r\n`;
}
