/** One connection: what waits to be sent to it, and whether it still lives. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { messageFrames } from './frames.ts';
import type { Message } from './store.ts';

/** Past either of these a client is too slow and is removed. */
const queueLimit = { messages: 256, bytes: 1024 * 1024 } as const;

/** Close codes (RFC 6455, section 7.4.1, and the IANA registry). */
export const closeCodes = { goingAway: 1001, tryAgainLater: 1013 } as const;

/** How long a client may take to answer a close, milliseconds. */
const closeTimeout = 5_000;

export class Client {
  readonly user: string;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  /** Messages of each write that the kernel has not taken yet. */
  readonly #writes: number[] = [];
  #queued = 0;
  #missedPongs = 0;
  /** Messages that arrived during the replay of history, which comes first. */
  #held: Message[] | undefined;
  /** History may run ahead of what the room delivers: up to this place the client has all. */
  #replayed = 0;
  readonly #onSlow: () => void;

  /** @param onSlow called once when the client is removed because its queue is full */
  constructor(user: string, ws: WebSocket, socket: Duplex, onSlow: () => void) {
    this.user = user;
    this.#ws = ws;
    this.#socket = socket;
    this.#onSlow = onSlow;
    ws.on('pong', () => (this.#missedPongs = 0));
  }

  get open(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Sends messages; `frames` are the same, built once for the whole room. */
  deliver(messages: readonly Message[], frames: Buffer): void {
    if (this.#held) this.#held.push(...messages);
    else if (messages[0]!.seq > this.#replayed) this.#write(frames, messages.length);
    else this.#send(messages);
  }

  /** Sends what `history` yields, then what came meanwhile, each message once. */
  async replay(since: number, history: () => Promise<Message[]>): Promise<void> {
    this.#replayed = since;
    const held: Message[] = (this.#held = []);
    try {
      this.#send(await history());
      this.#held = undefined;
      this.#send(held);
    } catch (error) {
      this.close(closeCodes.tryAgainLater, 'history cannot be read');
      throw error;
    }
  }

  /** The store has lost its end: places that were taken before are given out anew. */
  restart(): void {
    this.#replayed = 0;
  }

  /** Sends a ping; ends the connection when the last two had no answer. */
  ping(): void {
    if (this.#missedPongs >= 2) return this.terminate();
    this.#missedPongs++;
    if (this.open) this.#ws.ping();
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
    // Nobody answers a close who does not even read.
    setTimeout(() => this.terminate(), closeTimeout).unref();
  }

  /** Sends those of the messages that no replay has sent. */
  #send(messages: readonly Message[]): void {
    const fresh = messages.filter(({ seq }) => seq > this.#replayed);
    if (fresh.length === 0) return;
    this.#replayed = fresh.at(-1)!.seq;
    this.#write(messageFrames(fresh), fresh.length);
  }

  /** Ends the connection without a word. */
  terminate(): void {
    this.#ws.terminate();
  }

  #write(frames: Buffer, messages: number): void {
    if (!this.open) return;
    const waiting = this.#queued > 0;
    const tooMany = this.#queued + messages > queueLimit.messages;
    const tooMuch = this.#socket.writableLength + frames.length > queueLimit.bytes;
    if (waiting && (tooMany || tooMuch)) {
      this.#onSlow();
      return this.close(closeCodes.tryAgainLater, 'too slow');
    }
    this.#queued += messages;
    this.#writes.push(messages);
    this.#socket.write(frames, this.#written);
  }

  readonly #written = (): void => {
    this.#queued -= this.#writes.shift() ?? 0;
  };
}
