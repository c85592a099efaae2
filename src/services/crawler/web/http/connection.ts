/** One connection to a server: requests and their responses, one after the other. */
import type { Socket } from 'node:net';
import { framingOf, readFramed } from './framing.ts';
import { listOf, readHead, type ResponseHead } from './head.ts';
import { Input } from './input.ts';

/** How long a connection stays open that has nothing to do, at most, milliseconds. */
const maxIdleMs = 4_000;

/** How much sooner than a server closes it a connection is given up, seconds. */
const marginSeconds = 2;

export interface Response {
  readonly head: ResponseHead;
  readonly body: AsyncGenerator<Buffer>;
}

export class Connection {
  readonly #socket: Socket;
  readonly #input: Input;
  /** The body has been read to its end, and another response may follow. */
  #isFree = false;
  #idleMs = maxIdleMs;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#input = new Input(socket);
    // Errors come to the reader, if there is one.
    socket.on('error', () => {}).setNoDelay(true);
  }

  async request(text: string): Promise<Response> {
    this.#isFree = false;
    this.#socket.write(text, 'latin1');
    const head = await readHead(this.#input);
    const framing = framingOf(head);
    const isKept = framing.kind !== 'until close' && staysOpen(head);
    this.#idleMs = idleTime(head);
    return { head, body: this.#body(readFramed(this.#input, framing), isKept) };
  }

  async *#body(framed: AsyncGenerator<Buffer>, isKept: boolean): AsyncGenerator<Buffer> {
    yield* framed;
    this.#isFree = isKept;
  }

  /** Whether another request may be sent. Bytes that nobody asked for end a connection. */
  get isReusable(): boolean {
    const { destroyed, readable, readableLength } = this.#socket;
    const isQuiet = readable && readableLength === 0 && !this.#input.hasRest;
    return this.#isFree && !destroyed && isQuiet && this.#idleMs > 0;
  }

  /**
   * Waits for the next request, and ends when something comes in its place, or nothing for too long.
   *
   * @param onEnd is called when it has ended
   * @returns ends the waiting
   */
  rest(onEnd: () => void): () => void {
    const end = () => this.destroy();
    const timer = setTimeout(end, this.#idleMs).unref();
    this.#socket.once('readable', end).once('close', onEnd);
    return () => {
      clearTimeout(timer);
      this.#socket.off('readable', end).off('close', onEnd);
    };
  }

  destroy(reason?: Error): void {
    this.#socket.destroy(reason);
  }
}

/**
 * Only where the server says so. Some close without a word, and a request that is lost in between
 * cannot be sent again: it may have been read.
 */
function staysOpen(head: ResponseHead): boolean {
  const options = new Set(listOf(head, 'connection').map((option) => option.toLowerCase()));
  return options.has('keep-alive') && !options.has('close');
}

/** `Keep-Alive: timeout=5` */
function idleTime(head: ResponseHead): number {
  const seconds = /timeout=(\d+)/i.exec(listOf(head, 'keep-alive').join())?.[1];
  return seconds === undefined
    ? maxIdleMs
    : Math.min(maxIdleMs, (Number(seconds) - marginSeconds) * 1_000);
}
