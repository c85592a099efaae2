/** One connection: what waits to be sent, and whether the other side still answers. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { messageFrames } from './frames.ts';
import type { Message } from './store/store.ts';

/** A client with more than either waiting is too slow, and is removed. */
const maxQueue = { messages: 256, bytes: 1024 * 1024 } as const;

/** Close codes (RFC 6455, section 7.4.1, and the IANA registry; from 4000 on our own). */
export const closeCodes = { goingAway: 1001, tryAgainLater: 1013, tokenExpired: 4001 } as const;

/** How long a client may take to answer a close frame. */
const closeTimeoutMs = 5_000;

export class Client {
  readonly user: string;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  /** How many messages each write carries that the kernel has not taken yet. */
  readonly #writes: number[] = [];
  /** Sum of `#writes`. */
  #queued = 0;
  #missedPongs = 0;
  /** Messages that arrived during a replay: history goes first. */
  #held: Message[] | undefined;
  /** The client has all messages up to this `seq`: history may be ahead of what the room delivers. */
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

  /** Sends messages. `frames` are the same messages, built once for the whole room. */
  deliver(messages: readonly Message[], frames: Buffer): void {
    if (this.#held) this.#held.push(...messages);
    else if (messages[0]!.seq > this.#replayed) this.#write(frames, messages.length);
    else this.#send(messages);
  }

  /**
   * Sends what of `history` comes after `since`, then what came meanwhile, each message once.
   *
   * @param history yields all kept messages
   * @throws what `history` throws; then the connection is closed
   */
  async replay(since: number, history: () => Promise<Message[]>): Promise<void> {
    this.#replayed = since;
    const held: Message[] = (this.#held = []);
    try {
      const kept = await history();
      // A room may have begun anew, with smaller numbers than the client has seen.
      this.#replayed = Math.min(this.#replayed, kept.at(-1)?.seq ?? 0);
      this.#send(kept);
      this.#held = undefined;
      this.#send(held);
    } catch (error) {
      this.close(closeCodes.tryAgainLater, 'history cannot be read');
      throw error;
    }
  }

  /** The store has lost what it had after `seq`: messages with these numbers are new ones. */
  goBack(seq: number): void {
    this.#replayed = Math.min(this.#replayed, seq);
    // History that is being read may hold what is lost: the client must ask again.
    if (this.#held) this.close(closeCodes.tryAgainLater, 'history cannot be read');
  }

  /** Sends a ping, or terminates the connection when the last two pings had no answer. */
  ping(): void {
    if (this.#missedPongs >= 2) return this.terminate();
    this.#missedPongs++;
    if (this.open) this.#ws.ping();
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
    // A client that is not reading will not answer a close frame: terminate the socket then.
    setTimeout(() => this.terminate(), closeTimeoutMs).unref();
  }

  /** Sends the messages that the client has not got yet. */
  #send(messages: readonly Message[]): void {
    const fresh = messages.filter(({ seq }) => seq > this.#replayed);
    if (fresh.length === 0) return;
    this.#replayed = fresh.at(-1)!.seq;
    this.#write(messageFrames(fresh), fresh.length);
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#ws.terminate();
  }

  #write(frames: Buffer, messages: number): void {
    if (!this.open) return;
    // `#queued` counts what the kernel took in this turn as well: much at once after a recovery.
    const waiting = this.#socket.writableLength > 0;
    const tooMany = this.#queued + messages > maxQueue.messages;
    const tooMuch = this.#socket.writableLength + frames.length > maxQueue.bytes;
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
