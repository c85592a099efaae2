/**
 * Server-sent events for clients that follow something which a store holds. A stream reads on from
 * what it has come to; that something is new is only a hint to do so. So replay and live are one,
 * and a client that reads slowly has it waiting in the store, not here.
 */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How often a stream shows that it lives, and that its client does, milliseconds. */
export const keepAliveInterval = 15_000;

/** Sends what there is, part by part, each once the one before is `taken`. */
export type Feed = (stream: EventStream) => Promise<void>;

export class EventStream {
  readonly #response: ServerResponse;
  readonly #feed: Feed;
  #reading = false;
  #hinted = false;
  /** Goes on after a pause that the client needed. */
  #resume = () => {};
  /** Bytes that waited at the last sign of life; 0 when all that waited has been taken since. */
  #waiting = 0;

  constructor(response: ServerResponse, feed: Feed) {
    this.#response = response;
    this.#feed = feed;
    response
      .on('drain', () => {
        // Another part may bring as many bytes before the next sign of life.
        this.#waiting = 0;
        this.#resume();
      })
      .on('close', () => this.#resume());
  }

  /** The client has gone, or everything was sent. */
  get isOver(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Sends what there is; asked again meanwhile, it looks again. */
  async read(): Promise<void> {
    this.#hinted = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#hinted && !this.isOver) {
        this.#hinted = false;
        await this.#feed(this);
      }
    } finally {
      this.#reading = false;
    }
  }

  send(event: string, id: string, data: object): void {
    if (this.isOver) return;
    this.#response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Resolves when the client has taken what was sent, or has gone. */
  async taken(): Promise<void> {
    // An embedded store answers at once: without this, nobody else would have a turn.
    await nextTurn();
    if (!this.#response.writableNeedDrain || this.isOver) return;
    await new Promise<void>((resolve) => (this.#resume = resolve));
  }

  /** A client that has taken nothing since the last time is gone. */
  keepAlive(): void {
    const { writableLength, writableNeedDrain } = this.#response;
    const isWaiting = writableNeedDrain || this.isOver;
    const isStuck = isWaiting && this.#waiting > 0 && writableLength >= this.#waiting;
    this.#waiting = isWaiting ? writableLength : 0;
    if (isStuck) this.#response.destroy();
    else if (!isWaiting) this.#response.write(': alive\n\n');
  }

  end(): void {
    this.#response.end();
    this.#resume();
  }
}

export interface EventStreamsOptions {
  /** Streams of this replica at the same time. */
  readonly most: number;
  readonly log: Logger;
}

/** The open streams of one replica, by what they follow. */
export class EventStreams<KeyT> {
  readonly #most: number;
  readonly #log: Logger;
  readonly #byKey = new Map<KeyT, Set<EventStream>>();
  #count = 0;
  #closed = false;

  constructor({ most, log }: EventStreamsOptions) {
    this.#most = most;
    this.#log = log;
  }

  get count(): number {
    return this.#count;
  }

  get full(): boolean {
    return this.#closed || this.#count >= this.#most;
  }

  /** Takes over a response, until one side leaves; not while `full`. */
  open(key: KeyT, response: ServerResponse, feed: Feed): void {
    // Gone before it began: its `close` is over.
    if (response.destroyed) return;
    const stream = new EventStream(response, feed);
    const streams = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, streams.add(stream));
    this.#count++;
    response.on('close', () => {
      this.#count--;
      streams.delete(stream);
      if (streams.size === 0) this.#byKey.delete(key);
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

  /** What those who follow `key` read has something new. */
  arrived(key: KeyT): void {
    for (const stream of this.#byKey.get(key) ?? []) this.#read(stream);
  }

  /** Anything may have: for a while nothing was told. */
  resumed(): void {
    for (const stream of this.#all()) this.#read(stream);
  }

  #read(stream: EventStream): void {
    stream.read().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'what a stream follows could not be read');
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

  #all(): EventStream[] {
    return [...this.#byKey.values()].flatMap((streams) => [...streams]);
  }
}
