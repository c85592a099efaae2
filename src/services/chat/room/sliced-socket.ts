/**
 * A connection whose input is handed on in small pieces. One read may bring ten thousand frames, and
 * one turn of the event loop may read from every connection: handled at once, they would hold up
 * everybody else. So connections with input take turns, in slices of time that all of them share,
 * and are not read from in the meantime.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TimeSlice } from '#kit/base/time-slice.ts';

/** How much is handed on at a time, bytes: up to 85 of the smallest frames. */
const pieceBytes = 512;

/** Connections whose input waits, in the order of their turns. */
const waiting: SlicedSocket[] = [];
let isHandingOn = false;
/** Turns belong to no request, whichever connection began them. */
const outside = AsyncLocalStorage.snapshot();

async function handOnAll(): Promise<void> {
  isHandingOn = true;
  const slice = new TimeSlice();
  try {
    while (waiting.length > 0) {
      if (slice.isOver) await slice.next();
      waiting.shift()?.handOn();
    }
  } finally {
    isHandingOn = false;
  }
}

export class SlicedSocket extends Duplex {
  readonly #raw: Socket;
  #input: Buffer;
  #isWaiting = false;
  #isWanted = false;

  /** @param head what was read of it already */
  constructor(raw: Socket, head: Buffer) {
    // With one piece that its reader does not want, it hands on nothing more.
    super({ readableHighWaterMark: 1 });
    this.#raw = raw;
    this.#input = head;
    // The timeout is meant for idle requests, and would end a connection on which nobody sends.
    raw.setTimeout(0);
    raw.setNoDelay();
    raw.on('data', (bytes: Buffer) => this.#take(bytes));
    raw.on('end', () => this.push(null));
    raw.on('close', () => this.destroy());
    if (head.length > 0) raw.pause();
  }

  #take(bytes: Buffer): void {
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    this.#wait();
    if (this.#input.length > 0) this.#raw.pause();
  }

  #wait(): void {
    if (this.#isWaiting || !this.#isWanted || this.#input.length === 0) return;
    this.#isWaiting = true;
    waiting.push(this);
    if (!isHandingOn) void outside(handOnAll);
  }

  /** Hands on one piece. */
  handOn(): void {
    this.#isWaiting = false;
    if (this.destroyed) return;
    const piece = this.#input.subarray(0, pieceBytes);
    this.#input = this.#input.subarray(pieceBytes);
    this.#isWanted = this.push(piece);
    if (this.#input.length > 0) this.#wait();
    else if (this.#raw.isPaused()) this.#raw.resume();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#wait();
  }

  override _write(bytes: Buffer, _encoding: string, written: (error?: Error | null) => void): void {
    this.#raw.write(bytes, written);
  }

  /** In one write: the chat writes whole frames to the connection itself, and none may come between. */
  override _writev(
    parts: readonly { readonly chunk: Buffer }[],
    written: (error?: Error | null) => void,
  ): void {
    this.#raw.write(Buffer.concat(parts.map(({ chunk }) => chunk)), written);
  }

  override _final(ended: () => void): void {
    this.#raw.end(ended);
  }

  override _destroy(error: Error | null, destroyed: (error: Error | null) => void): void {
    this.#raw.destroy();
    destroyed(error);
  }
}
