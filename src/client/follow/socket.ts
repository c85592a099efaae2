/** A WebSocket as a queue of what it brings. */

/** What is used of a WebSocket; that of the platform has it, and so has the package `ws`. */
export interface WebSocketLike {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void;
}

export type WebSocketClass = new (url: string) => WebSocketLike;

/** What waits for a slow reader. Then the connection is closed: the room keeps the rest. */
const maxQueue = 1_000;

export class Socket {
  readonly #socket: WebSocketLike;
  readonly #queue: string[] = [];
  #isClosed = false;
  #wake = () => {};
  /** Why it was closed: 1006 when the connection broke. */
  closeCode = 1006;
  /** Whether the handshake succeeded. */
  readonly opened: Promise<boolean>;

  constructor(socket: WebSocketLike) {
    this.#socket = socket;
    this.opened = new Promise((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('close', ({ code }) => {
        if (!this.#isClosed) this.closeCode = code;
        resolve(false);
        this.#end();
      });
    });
    socket.addEventListener('error', () => {}); // `close` follows
    socket.addEventListener('message', ({ data }) => {
      if (this.#isClosed) return;
      this.#queue.push(String(data));
      if (this.#queue.length >= maxQueue) this.close();
      this.#wake();
    });
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  /** What has come is still read. */
  close(): void {
    this.#end();
    this.#socket.close();
  }

  #end(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Undefined when nothing will come any more. */
  async next(): Promise<string | undefined> {
    while (this.#queue.length === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#queue.shift();
  }
}
