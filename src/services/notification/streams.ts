/**
 * Inboxes streamed as server-sent events. A stream reads its user's inbox from the number it has
 * come to; that something arrived is only a hint to read on. So replay and live are one, and a
 * client that reads slowly has it waiting in the store, not here.
 */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { idOf, view, type Notification } from './notification.ts';
import type { NotificationStore, Watcher } from './store.ts';

/** Streams of one replica. */
const maxStreams = 10_000;

/** Notifications that wait in memory for a client at most. */
const pageSize = 16;

/** How often a stream shows that it lives, and that its client does, milliseconds. */
export const keepAliveInterval = 15_000;

class Stream {
  readonly #store: NotificationStore;
  readonly #userId: string;
  readonly #response: ServerResponse;
  #after: number;
  #reading = false;
  #hinted = false;
  /** Goes on after a pause that the client needed. */
  #resume = () => {};
  /** Bytes that waited at the last sign of life; 0 when all that waited has been taken since. */
  #waiting = 0;

  constructor(store: NotificationStore, userId: string, after: number, response: ServerResponse) {
    this.#store = store;
    this.#userId = userId;
    this.#after = after;
    this.#response = response;
    response
      .on('drain', () => {
        // Another page may bring as many bytes before the next sign of life.
        this.#waiting = 0;
        this.#resume();
      })
      .on('close', () => this.#resume());
  }

  /** Sends what there is; asked again meanwhile, it looks again. */
  async read(): Promise<void> {
    this.#hinted = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#hinted && !this.#response.destroyed) {
        this.#hinted = false;
        const page = await this.#store.since(this.#userId, this.#after, pageSize);
        for (const notification of page.notifications) this.#show(notification);
        if (page.more) {
          this.#hinted = true;
          // The embedded store answers at once: without this, nobody else would have a turn.
          await nextTurn();
        }
        await this.#taken();
      }
    } finally {
      this.#reading = false;
    }
  }

  #show(notification: Notification): void {
    const { n } = notification;
    const data = JSON.stringify(view(notification));
    this.#response.write(`id: ${idOf(n)}\nevent: notification\ndata: ${data}\n\n`);
    this.#after = n;
  }

  /** Resolves when the client has taken what was written, or has gone. */
  async #taken(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.#response.destroyed) return;
    await new Promise<void>((resolve) => (this.#resume = resolve));
  }

  /** A client that has taken nothing since the last time is gone. */
  keepAlive(): void {
    const { writableLength, writableNeedDrain } = this.#response;
    const isStuck = writableNeedDrain && this.#waiting > 0 && writableLength >= this.#waiting;
    this.#waiting = writableNeedDrain ? writableLength : 0;
    if (isStuck) this.#response.destroy();
    else if (!writableNeedDrain) this.#response.write(': alive\n\n');
  }

  end(): void {
    this.#response.end();
  }
}

export class Streams implements Watcher {
  readonly #store: NotificationStore;
  readonly #log: Logger;
  readonly #byUser = new Map<string, Set<Stream>>();
  #count = 0;
  #closed = false;

  constructor(store: NotificationStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  get count(): number {
    return this.#count;
  }

  get full(): boolean {
    return this.#closed || this.#count >= maxStreams;
  }

  /**
   * Takes over a response, until one side leaves; not while `full`.
   *
   * @param after the number after which it begins
   */
  open(userId: string, after: number, response: ServerResponse): void {
    // Gone before it began: its `close` is over.
    if (response.destroyed) return;
    const stream = new Stream(this.#store, userId, after, response);
    const streams = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, streams.add(stream));
    this.#count++;
    response.on('close', () => {
      this.#count--;
      streams.delete(stream);
      if (streams.size === 0) this.#byUser.delete(userId);
    });
    response.on('error', () => {}); // `close` follows
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(': open\n\n');
    this.#read(stream);
  }

  arrived(userId: string): void {
    for (const stream of this.#byUser.get(userId) ?? []) this.#read(stream);
  }

  resumed(): void {
    for (const stream of this.#all()) this.#read(stream);
  }

  #read(stream: Stream): void {
    stream.read().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'an inbox could not be read');
      // The client comes back, and says what it has.
      stream.end();
    });
  }

  keepAlive(): void {
    for (const stream of this.#all()) stream.keepAlive();
  }

  /** Ends all streams; no new one is opened. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#all()) stream.end();
  }

  #all(): Stream[] {
    return [...this.#byUser.values()].flatMap((streams) => [...streams]);
  }
}
