/**
 * Tracks which messages of a room its clients have been sent. Only one position counts: the `seq`
 * of the message sent last. Messages that directly follow it are sent at once; after any other,
 * history is read, and the messages that arrive during the read wait.
 */
import type { Logger } from 'pino';
import { Refusal } from '#kit/web/problem.ts';
import type { Message } from '../store/message.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { Sent } from './sent.ts';

/** How many messages wait while history cannot be read; the oldest go. */
const maxHeld = 1_000;

/** The way to the clients, each time in one write. */
interface Outlet {
  send(messages: readonly Message[]): void;
  /** The store has lost what it had after `seq`. */
  goBack(seq: number): void;
}

export class Recovery {
  readonly #room: string;
  readonly #store: ChatStore;
  readonly #log: Logger;
  readonly #outlet: Outlet;
  readonly #sent = new Sent();
  /** Messages that wait for what comes before them; undefined when nothing is missing. */
  #held: Message[] | undefined;
  /** Work to be done after the messages that wait. */
  #later: (() => void)[] = [];
  /** The recovery under way. */
  #recovery: Promise<void> | undefined;
  /** Messages may have been missed since its last read of history began. */
  #mustReadAgain = false;

  constructor(room: string, store: ChatStore, log: Logger, outlet: Outlet) {
    this.#room = room;
    this.#store = store;
    this.#log = log;
    this.#outlet = outlet;
  }

  messages(messages: readonly Message[]): void {
    if (this.#held === undefined) {
      if (this.#sent.areNext(messages)) {
        this.#sent.add(messages);
        return this.#outlet.send(messages);
      }
      if (messages.every((message) => this.#sent.has(message))) return; // they came twice
    }
    // Messages were lost on the way, or the store has lost some and gives their `seq` to new ones.
    this.#held ??= [];
    for (const message of messages) this.#held.push(message);
    if (this.#recovery === undefined) this.readAgain();
  }

  /** Does something after the messages that have come: at once unless some wait. */
  afterMessages(work: () => void): void {
    if (this.#held === undefined) return work();
    this.#later = [...this.#later, work].slice(-maxHeld);
  }

  /** Messages may have been missed. */
  readAgain(): void {
    const isUnderWay = this.#recovery !== undefined;
    const recovered = this.recover();
    if (isUnderWay) return;
    recovered.catch((error: unknown) => {
      // While the store is away: the next message, reconnection or check tries again.
      if (error instanceof Refusal && error.status === 503) return;
      this.#log.error({ err: error, room: this.#room }, 'missed messages could not be recovered');
    });
  }

  /**
   * Recovers messages that were missed without a later one showing it, or could not be read before.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  async check(): Promise<void> {
    const { seq } = this.#sent;
    const last = await this.#store.lastSeq(this.#room);
    if (this.#held !== undefined || last < seq || last > this.#sent.seq) this.readAgain();
  }

  /**
   * Delivers the history after the room's position, then the messages that arrived during the read.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  recover(): Promise<void> {
    this.#held ??= [];
    this.#mustReadAgain = true;
    return (this.#recovery ??= this.#readMissed());
  }

  async #readMissed(): Promise<void> {
    try {
      do {
        const earlier = this.#held!;
        // From here on messages wait: the place stays as it is until history can be held against it.
        this.#held = [];
        this.#mustReadAgain = false;
        const kept = await this.#kept().catch((error: unknown) => {
          this.#held = [...earlier, ...this.#held!].slice(-maxHeld);
          throw error;
        });
        const missed = this.#missed(kept, earlier);
        const later = this.#held.filter((message) => !this.#sent.has(message));
        this.#held = this.#sent.areNext(later) ? [] : later;
        if (this.#held.length === 0) this.#sent.add(later);
        // In one write, since a client with too many of them waiting is removed.
        this.#outlet.send(this.#held.length === 0 ? [...missed, ...later] : missed);
      } while (this.#held.length > 0 || this.#mustReadAgain);
      this.#held = undefined;
      for (const work of this.#later.splice(0)) work();
    } finally {
      this.#recovery = undefined; // synchronously after the last comparison: nothing can come between
    }
  }

  /** History from the room's place on; all of it when the store has lost the message of that place. */
  async #kept(): Promise<Message[]> {
    const { seq } = this.#sent;
    const kept = await this.#store.missed(this.#room, seq - 1);
    const [first] = kept;
    const agrees = first === undefined ? seq === 0 : first.seq > seq || this.#sent.has(first);
    return agrees ? kept : this.#store.missed(this.#room, 0);
  }

  /**
   * Finds the messages to send now that `kept` has been read, and moves the room's position after it.
   *
   * @param earlier messages that came before that
   */
  #missed(kept: readonly Message[], earlier: readonly Message[]): Message[] {
    const place = this.#sent.seq;
    const first = kept[0]?.seq ?? 0;
    const common = kept.findLast((message) => this.#sent.has(message));
    // Where what was sent and what is kept part: below the place when the store has lost messages.
    const parting = common?.seq ?? Math.min(place, Math.max(0, first - 1));
    if (parting < place) {
      this.#log.warn(
        { room: this.#room, seq: parting },
        'the store has lost messages after this one',
      );
      this.#sent.goBack(parting);
      this.#outlet.goBack(parting);
    }
    const missed: Message[] = [];
    // The store may have dropped some of the earlier ones since they came.
    for (const message of [...earlier.filter(({ seq }) => seq < first), ...kept]) {
      if (message.seq <= this.#sent.seq) continue;
      this.#sent.add([message]);
      missed.push(message);
    }
    return missed;
  }
}
