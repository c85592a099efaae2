import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier, type ClientConfig } from 'pg';
import { answerTimeoutMs } from '../availability.ts';

/** What a service does with notifications. */
export interface NotifyHandler {
  notified(payload: string): void;
  /** Listening has begun, or begun again: notifications until now may have been missed. */
  resumed(): void;
}

/** Pauses between attempts to connect: each is twice as long as the one before, up to `last`. */
const pausesMs = { first: 50, last: 1_000 };

/** How often to ask whether the server is still there, milliseconds. */
const pingEveryMs = 15_000;

/** A connection that listens to a channel, and is replaced when it breaks. */
export class Listener {
  readonly #settings: ClientConfig;
  readonly #channel: string;
  readonly #handler: NotifyHandler;
  readonly #closing = new AbortController();
  #client: Client | undefined;

  constructor(settings: ClientConfig, channel: string, handler: NotifyHandler) {
    this.#settings = { ...settings, query_timeout: answerTimeoutMs };
    this.#channel = channel;
    this.#handler = handler;
  }

  /** @throws the driver's error when the server does not answer; then no further attempt is made */
  async start(): Promise<void> {
    const client = new Client(this.#settings);
    this.#client = client;
    // An error that breaks the connection is followed by `end`.
    client.on('error', () => {});
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ payload = '' }) => this.#handler.notified(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${escapeIdentifier(this.#channel)}`);
      this.#handler.resumed();
    } catch (error) {
      await client.end();
      throw error;
    }
    // Without pings, a server that vanished would never be noticed.
    const ping = setInterval(() => {
      client.query('SELECT 1').catch(() => client.end());
    }, pingEveryMs);
    void ended.then(() => {
      clearInterval(ping);
      return this.#startAgain();
    });
  }

  async #startAgain(): Promise<void> {
    const { signal } = this.#closing;
    for (let ms = pausesMs.first; !signal.aborted; ms = Math.min(2 * ms, pausesMs.last)) {
      try {
        return await this.start();
      } catch {
        // No need to report it: queries of the pool fail as well.
        await sleep(ms, undefined, { signal }).catch(() => {});
      }
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#client) await endSoon(this.#client);
  }
}

/** How long the server may take to close a connection that we end, milliseconds. */
const closeTimeoutMs = 500;

/**
 * Ends a connection on the spot. What waits for an answer on it fails; without an error, a connect
 * that is still under way would never settle.
 */
export function cut(client: Pick<Client, 'connection'>, reason: string): void {
  client.connection.stream.destroy(new Error(reason));
}

/** Closes a connection; cuts it the socket when the server stalls and does not answer. */
export async function endSoon(client: Client): Promise<void> {
  const timeout = setTimeout(() => cut(client, 'no answer to the close'), closeTimeoutMs);
  await client.end();
  clearTimeout(timeout);
}
