/**
 * Offers streamed to drivers as server-sent events. What changed is only a hint, whose driver's
 * open offers are read again: a hint too many does no harm, and after a gap everything is read.
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '#kit/service.ts';
import type { Dispatch } from './dispatch.ts';
import { openOffers, type Offer } from './offers.ts';
import type { Watcher } from './store.ts';
import { offerView } from './views.ts';

/** Streams of one replica; and bytes that may wait for a client before it is dropped. */
const limits = { streams: 10_000, waiting: 64 * 1024 } as const;

/** How often an idle stream shows that it lives, milliseconds. */
export const keepAliveInterval = 15_000;

class Stream {
  readonly driverId: string;
  readonly #response: ServerResponse;
  /** What the client believes to be open, by offer. */
  readonly #sent = new Map<string, Offer>();

  constructor(driverId: string, response: ServerResponse) {
    this.driverId = driverId;
    this.#response = response;
  }

  /** Tells the difference to what was told before. */
  show(offers: readonly Offer[]): void {
    const open = new Map(offers.map((offer) => [keyOf(offer), offer]));
    for (const [key, offer] of this.#sent) {
      if (open.has(key)) continue;
      this.#sent.delete(key);
      this.#event('withdrawn', offer);
    }
    for (const [key, offer] of open) {
      if (this.#sent.has(key)) continue;
      this.#sent.set(key, offer);
      this.#event('offer', offer);
    }
  }

  #event(event: 'offer' | 'withdrawn', offer: Offer): void {
    this.write(`event: ${event}\ndata: ${JSON.stringify(offerView(offer))}\n\n`);
  }

  write(text: string): void {
    this.#response.write(text);
    // It reads too slowly; a new connection starts with what is open then.
    if (this.#response.writableLength > limits.waiting) this.#response.destroy();
  }

  end(): void {
    this.#response.end();
  }
}

export class Streams implements Watcher {
  readonly #dispatch: Dispatch;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #byDriver = new Map<string, Set<Stream>>();
  /** Drivers whose offers are being read; true when a hint came meanwhile. */
  readonly #reading = new Map<string, boolean>();
  #count = 0;
  #closed = false;

  constructor(dispatch: Dispatch, clock: Clock, log: Logger) {
    this.#dispatch = dispatch;
    this.#clock = clock;
    this.#log = log;
  }

  get count(): number {
    return this.#count;
  }

  get full(): boolean {
    return this.#closed || this.#count >= limits.streams;
  }

  /** Takes over a response: headers, the open offers, then every change until one side leaves. */
  open(driverId: string, response: ServerResponse): void {
    // Gone before it began: its `close` is over.
    if (response.destroyed) return;
    const stream = new Stream(driverId, response);
    const streams = this.#byDriver.get(driverId) ?? new Set();
    this.#byDriver.set(driverId, streams.add(stream));
    this.#count++;
    response.on('close', () => {
      this.#count--;
      streams.delete(stream);
      if (streams.size === 0 && this.#byDriver.get(driverId) === streams) {
        this.#byDriver.delete(driverId);
      }
    });
    response.on('error', () => {}); // `close` follows
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    stream.write(': open\n\n');
    this.changed(driverId);
  }

  changed(driverId: string): void {
    if (!this.#byDriver.has(driverId)) return;
    const isReading = this.#reading.has(driverId);
    this.#reading.set(driverId, true);
    if (!isReading) void this.#read(driverId);
  }

  resumed(): void {
    for (const driverId of this.#byDriver.keys()) this.changed(driverId);
  }

  async #read(driverId: string): Promise<void> {
    while (this.#reading.get(driverId)) {
      this.#reading.set(driverId, false);
      try {
        const offers = await openOffers(this.#dispatch, driverId, this.#clock());
        for (const stream of this.#byDriver.get(driverId) ?? []) stream.show(offers);
      } catch (error) {
        this.#log.warn({ err: error }, 'open offers could not be read');
        // The client comes back, and is told then.
        for (const stream of this.#byDriver.get(driverId) ?? []) stream.end();
      }
    }
    this.#reading.delete(driverId);
  }

  keepAlive(): void {
    for (const stream of this.#all()) stream.write(': alive\n\n');
  }

  /** Ends all streams; no new one is opened. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#all()) stream.end();
  }

  #all(): Stream[] {
    return [...this.#byDriver.values()].flatMap((streams) => [...streams]);
  }
}

const keyOf = ({ assignment }: Offer) => `${assignment.assignmentId} ${assignment.offeredAt}`;
