/**
 * Server-sent events for clients that follow something in a store. A change is only a hint: each
 * stream then reads from the store what comes after the events that it has sent. So replay and live
 * delivery are the same code, and what a slow client has yet to take waits in the store.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { callerOf } from './identity/caller.ts';
import { atExpiry } from './identity/expiry.ts';
import { common } from './problem.ts';
import { headersOf } from './raw-answer.ts';
import { addressOf } from './safety/client-key.ts';
import type { OpenStreams } from './safety/open-streams.ts';

/** How often a stream sends a comment, and checks that its client still reads, milliseconds. */
export const keepAliveInterval = 15_000;

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** Sends what there is in parts, each after the one before is `taken`. */
export type Feed = (stream: EventStream) => Promise<void>;

/** How a store reports, on every replica, that what is followed has changed. */
export interface Changes<KeyT> {
  /** What this key stands for may have changed. */
  changed(key: KeyT): void;
  /** Anything may have changed: for a while changes were not reported. */
  resumed(): void;
}

export class EventStream {
  /** Runs work on behalf of the request that opened the stream, whoever changed what it follows. */
  readonly onBehalf = AsyncLocalStorage.snapshot();
  readonly #response: ServerResponse;
  readonly #feed: Feed;
  #isReading = false;
  #isMidEvent = false;
  #mustReadAgain = false;
  /** Ends the wait of `taken`. */
  #resume = () => {};
  /** Bytes that waited at the last `keepAlive`; 0 if the client has taken all of them since. */
  #waitingBytes = 0;

  constructor(response: ServerResponse, feed: Feed) {
    this.#response = response;
    this.#feed = feed;
    response
      .on('drain', () => {
        // Another part may bring as many bytes before the next `keepAlive`.
        this.#waitingBytes = 0;
        this.#resume();
      })
      .on('close', () => this.#resume());
  }

  /** The client has gone, or everything was sent. */
  get isOver(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Sends what there is. A call while it reads makes it read once more. */
  async read(): Promise<void> {
    this.#mustReadAgain = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#mustReadAgain && !this.isOver) {
        this.#mustReadAgain = false;
        await this.#feed(this);
      }
    } finally {
      this.#isReading = false;
    }
  }

  /** @param id what the client sends as `Last-Event-ID` when it comes back */
  send(event: string, data: object, id?: string): void {
    if (this.isOver) return;
    const idLine = id === undefined ? '' : `id: ${id}\n`;
    this.#response.write(`${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /**
   * Tells the client where the stream is, without an event: what it sends as `Last-Event-ID` if the
   * connection is lost before the first one.
   */
  sendPlace(id: string): void {
    if (!this.isOver) this.#response.write(`id: ${id}\n\n`);
  }

  /**
   * As `send`, for an event that is long: its JSON is made, and taken by the client, part by part.
   *
   * @param parts of the text; it has no line breaks
   */
  async sendParts(event: string, parts: Iterable<string>): Promise<void> {
    if (this.isOver) return;
    this.#isMidEvent = true;
    this.#response.write(`event: ${event}\ndata: `);
    for (const part of parts) {
      this.#response.write(part);
      await this.taken();
      if (this.isOver) return;
    }
    this.#response.write('\n\n');
    this.#isMidEvent = false;
  }

  /** Resolves when the client has taken what was sent, or has gone. */
  async taken(): Promise<void> {
    // An embedded store answers at once: without this, nobody else would have a turn.
    await nextTurn();
    if (!this.#response.writableNeedDrain || this.isOver) return;
    await new Promise<void>((resolve) => (this.#resume = resolve));
  }

  /** Sends a comment, or cuts off a client that has taken nothing since the last call. */
  keepAlive(): void {
    const { writableLength, writableNeedDrain } = this.#response;
    const isWaiting = writableNeedDrain || this.isOver;
    const isStuck = isWaiting && this.#waitingBytes > 0 && writableLength >= this.#waitingBytes;
    this.#waitingBytes = isWaiting ? writableLength : 0;
    if (isStuck) this.#response.destroy();
    else if (!isWaiting && !this.#isMidEvent) this.#response.write(': alive\n\n');
  }

  /** The caller's token is not good any longer: the client comes back with another one. */
  expire(): void {
    // What it has of an event that is cut off, it drops.
    if (!this.#isMidEvent) this.send('expired', {});
    this.end();
  }

  end(): void {
    this.#response.end();
    this.#resume();
  }
}

interface EventStreamsOptions {
  /** Most streams of this replica at the same time. */
  readonly max: number;
  readonly log: Logger;
  /** Those of the process, which are counted together; undefined: any number of one caller. */
  readonly open?: OpenStreams | undefined;
  /** The present instant, milliseconds since the epoch. */
  readonly clock?: () => number;
}

/** The open streams of one replica, by what they follow. */
export class EventStreams<KeyT> implements Changes<KeyT> {
  readonly #max: number;
  readonly #log: Logger;
  readonly #open: OpenStreams | undefined;
  readonly #clock: () => number;
  readonly #byKey = new Map<KeyT, Set<EventStream>>();
  #count = 0;
  #closed = false;

  constructor({ max, log, open, clock = Date.now }: EventStreamsOptions) {
    this.#max = max;
    this.#log = log;
    this.#open = open;
    this.#clock = clock;
  }

  get count(): number {
    return this.#count;
  }

  /** What is followed. */
  keys(): Iterable<KeyT> {
    return this.#byKey.keys();
  }

  /**
   * Answers a request with a stream, until one side leaves or the caller's token ends.
   *
   * @throws Refusal 503 TOO_MANY_STREAMS, 429 TOO_MANY_STREAMS_OF_USER, TOO_MANY_STREAMS_OF_ADDRESS
   */
  answer(reply: FastifyReply, key: KeyT, feed: Feed): void {
    if (this.#closed || this.#count >= this.#max) {
      throw common.TOO_MANY_STREAMS();
    }
    if (reply.request.method === 'HEAD') return void reply.headers(streamHeaders).send();
    const response = reply.raw;
    // The client left before the stream began, so `close` will never be emitted.
    if (response.destroyed) return void reply.hijack();
    const caller = callerOf(reply.request);
    const leave = this.#open?.open(caller, addressOf(reply.request));
    reply.hijack();
    const stream = new EventStream(response, feed);
    const streams = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, streams.add(stream));
    this.#count++;
    const callOff = atExpiry(caller, this.#clock, () => stream.expire());
    response.on('close', () => {
      callOff();
      leave?.();
      this.#count--;
      streams.delete(stream);
      if (streams.size === 0 && this.#byKey.get(key) === streams) this.#byKey.delete(key);
    });
    response.on('error', () => {}); // `close` follows
    response.writeHead(200, { ...headersOf(reply), ...streamHeaders });
    response.write(': open\n\n');
    this.#read(stream);
  }

  /** Whether a stream is open that follows this. */
  has(key: KeyT): boolean {
    return this.#byKey.has(key);
  }

  /** How many streams are open that follow this. */
  countOf(key: KeyT): number {
    return this.#byKey.get(key)?.size ?? 0;
  }

  changed(key: KeyT): void {
    for (const stream of this.#byKey.get(key) ?? []) this.#read(stream);
  }

  resumed(): void {
    for (const stream of this.#all()) this.#read(stream);
  }

  #read(stream: EventStream): void {
    const failed = (error: unknown) => {
      this.#log.warn({ err: error }, 'what a stream follows could not be read');
      // The client connects again, and says what it has.
      stream.end();
    };
    void stream.onBehalf(() => stream.read().catch(failed));
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
