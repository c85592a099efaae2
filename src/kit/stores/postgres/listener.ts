import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier, type ClientConfig } from 'pg';

/** What a service does with notifications. */
export interface NotifyHandler {
  notified(payload: string): void;
  /** Listening begins, at first or anew: until now anything may have been missed. */
  resumed(): void;
}

/** Pauses between attempts to connect double from the first to the last, milliseconds. */
const pauses = { first: 50, last: 1_000 };

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
    this.#settings = settings;
    this.#channel = channel;
    this.#handler = handler;
  }

  /** @throws what the driver does when nobody answers now; then nothing is heard later either */
  async start(): Promise<void> {
    const client = new Client(this.#settings);
    this.#client = client;
    // What breaks a connection ends it, too.
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
    // A server that vanished would never end it.
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
    for (let pause = pauses.first; !signal.aborted; pause = Math.min(2 * pause, pauses.last)) {
      try {
        return await this.start();
      } catch {
        // Whoever asks the pool is told.
        await sleep(pause, undefined, { signal }).catch(() => {});
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

/** A server that stalls never answers a close: the connection is cut then. */
export async function endSoon(client: Client): Promise<void> {
  const cut = setTimeout(
    // With an error, or else whoever waits for it to connect would wait for ever.
    () => client.connection.stream.destroy(new Error('no answer to the close')),
    closeTimeoutMs,
  );
  await client.end();
  clearTimeout(cut);
}
