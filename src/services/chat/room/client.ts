/** One connection: the frames that wait to be sent, and whether the other side still answers. */
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Kept, Message } from '../store/message.ts';
import { messageFrames, textFrame } from './frames.ts';
import { Held } from './held.ts';

/** A client with more than either waiting is too slow, and is removed. */
const maxQueue = { messages: 256, bytes: 1024 * 1024 } as const;

/** With this part of it waiting, a client is sent nothing ephemeral. */
const pressure = 1 / 4;

/** While this many of its messages are not stored yet, nothing more is read from a client. */
const maxUnstored = 256;

/** Messages that a replay reads at a time. */
const replayPortion = 100;

/** Close codes (RFC 6455, section 7.4.1, and the IANA registry; from 4000 on our own). */
export const closeCodes = {
  goingAway: 1001,
  policyViolation: 1008,
  tryAgainLater: 1013,
  tokenExpired: 4001,
  kicked: 4003,
} as const;

/** How long a client may take to answer a close frame. */
const closeTimeoutMs = 5_000;

export interface ClientOptions {
  readonly user: string;
  readonly room: string;
  /** Whether it asked for events. */
  readonly events: boolean;
  /** Called once when the client is removed before its connection closes. */
  readonly onRemoved: () => void;
}

type ReadHistory = (since: number, limit: number) => Promise<Kept>;

export class Client {
  readonly user: string;
  readonly events: boolean;
  readonly #room: string;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  #id: string | undefined;
  /** How many messages each write carries that the kernel has not taken yet. */
  readonly #writes: number[] = [];
  /** Sum of `#writes`. */
  #queued = 0;
  #missedPongs = 0;
  #unstored = 0;
  #held: Held | undefined;
  /** The client has all messages up to this `seq`: history may be ahead of what the room delivers. */
  #replayed = 0;
  readonly #onRemoved: () => void;

  constructor(ws: WebSocket, socket: Duplex, { user, room, events, onRemoved }: ClientOptions) {
    this.user = user;
    this.events = events;
    this.#room = room;
    this.#ws = ws;
    this.#socket = socket;
    this.#onRemoved = onRemoved;
    ws.on('pong', () => (this.#missedPongs = 0));
  }

  get open(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Tells it apart from all others of its room; drawn when it is needed. */
  get id(): string {
    return (this.#id ??= randomUUID());
  }

  /** Sends messages. `frames` are the same messages, built once for the whole room. */
  deliver(messages: readonly Message[], frames: Buffer): void {
    if (this.#held) this.#held.add(messages);
    else if (messages[0]!.seq > this.#replayed) this.#write(frames, messages.length);
    else this.#send(messages);
  }

  /** The client has sent a message: see `stored`. */
  posted(): void {
    this.#unstored++;
    if (this.#unstored === maxUnstored) this.#ws.pause();
  }

  /** A message of the client is stored, or never will be. */
  stored(): void {
    if (this.#unstored === maxUnstored) this.#ws.resume();
    this.#unstored--;
  }

  /** Sends events; a replay goes first. */
  signal(frames: Buffer, events: number): void {
    if (this.#held === undefined) return this.#write(frames, events);
    this.#held.signals.push({ frames, events });
    if (this.#held.signals.length > maxQueue.messages) this.#removeAsSlow();
  }

  /** Sends an event that may be left out: it is during a replay, and with a quarter of what may wait. */
  signalIfIdle(frame: Buffer): void {
    if (this.#held === undefined && !this.#isUnderPressure) this.#write(frame, 1);
  }

  get #isUnderPressure(): boolean {
    const waiting = this.#socket.writableLength;
    const isMuch = waiting > maxQueue.bytes * pressure;
    return waiting > 0 && (isMuch || this.#queued > maxQueue.messages * pressure);
  }

  /**
   * Sends the messages of `history` after `since`, then those that arrived during the read, each
   * once.
   *
   * @throws what `history` throws; then the connection is closed
   */
  async replay(since: number, history: ReadHistory): Promise<void> {
    this.#replayed = since;
    const held = (this.#held = new Held());
    try {
      while (await this.#replayPortion(held, history)) await this.#taken();
      this.#held = undefined;
      this.#send(held.messages);
      for (const { frames, events } of held.signals) this.#write(frames, events);
    } catch (error) {
      this.close(closeCodes.tryAgainLater, 'history cannot be read');
      throw error;
    } finally {
      this.#held = undefined;
    }
  }

  /** Tells whether there may be more. */
  async #replayPortion(held: Held, history: ReadHistory): Promise<boolean> {
    held.isIncomplete = false;
    const { first, last, messages } = await history(this.#replayed, replayPortion);
    // A room may have started over, with smaller numbers than the client has seen.
    this.#replayed = Math.min(this.#replayed, last);
    if (this.events && this.#replayed + 1 < first) {
      const missing = { from: this.#replayed + 1, to: first - 1 };
      this.#write(textFrame(JSON.stringify({ type: 'gap', room: this.#room, ...missing })), 1);
    }
    this.#send(messages);
    held.forget(this.#replayed);
    return this.open && (messages.length === replayPortion || held.isIncomplete);
  }

  /** Resolves when the kernel has taken what was written, or the connection is closed. */
  #taken(): Promise<void> {
    if (!this.open) return Promise.resolve();
    return new Promise((resolve) => this.#socket.write('', () => resolve()));
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

  /** Takes the client out of its room at once, and closes its connection. */
  remove(code: number, reason: string): void {
    this.#onRemoved();
    this.close(code, reason);
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
    if (waiting && (tooMany || tooMuch)) return this.#removeAsSlow();
    this.#queued += messages;
    this.#writes.push(messages);
    this.#socket.write(frames, this.#written);
  }

  #removeAsSlow(): void {
    this.remove(closeCodes.tryAgainLater, 'too slow');
  }

  readonly #written = (): void => {
    this.#queued -= this.#writes.shift() ?? 0;
  };
}
