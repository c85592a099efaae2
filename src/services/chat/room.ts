/**
 * A room on this replica: its clients, and which of its messages they have been sent. One place counts:
 * the `seq` of the message sent last. Messages that come next are sent at once; after anything else the
 * room reads history, and what comes meanwhile waits.
 */
import type { Logger } from 'pino';
import { TimeSlice } from '#kit/time-slice.ts';
import { Refusal } from '#kit/web/problem.ts';
import type { Client } from './client.ts';
import { messageFrames } from './frames.ts';
import { Sent } from './sent.ts';
import type { ChatStore, Follower, Message } from './store/store.ts';

/** With more deliveries waiting, all go at once: else messages would come in faster than they leave. */
const maxWaiting = 100;
/** How many messages wait while history cannot be read; the oldest go. */
const maxHeld = 1_000;

export class Room implements Follower {
  readonly name: string;
  readonly clients = new Set<Client>();
  readonly #store: ChatStore;
  readonly #log: Logger;
  /** Connections in the room or on their way in. Without any the hub removes the room. */
  connections = 0;
  readonly #sent = new Sent();
  /** Messages that wait for what comes before them; undefined when nothing is missing. */
  #held: Message[] | undefined;
  /** The recovery under way. */
  #recovery: Promise<void> | undefined;
  /** Messages may have been missed since its last read of history began. */
  #mustReadAgain = false;
  #opened: Promise<void> | undefined;
  /** What the clients of the time are still to get, in order. */
  readonly #deliveries: { clients: Client[]; send: (client: Client) => void }[] = [];
  /** Resolves when the clients have been sent what came here. */
  delivered: Promise<void> = Promise.resolve();

  constructor(name: string, store: ChatStore, log: Logger) {
    this.name = name;
    this.#store = store;
    this.#log = log;
  }

  /**
   * Resolves when messages arrive here, so that a client that joins then misses none.
   *
   * @throws Refusal STORE_UNAVAILABLE; it may be opened again
   */
  open(): Promise<void> {
    return (this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    }));
  }

  async #open(): Promise<void> {
    await this.#store.follow(this.name, this);
    await this.#recover();
  }

  /** @param since replays what is kept after this `seq`; undefined: nothing */
  async join(client: Client, since: number | undefined): Promise<void> {
    this.clients.add(client);
    if (since !== undefined) await client.replay(since, () => this.#store.history(this.name, 0));
  }

  messages(messages: readonly Message[]): void {
    if (this.#held === undefined) {
      if (this.#sent.areNext(messages)) return this.#deliver(messages);
      if (messages.every((message) => this.#sent.has(message))) return; // they came twice
    }
    // Messages were lost on the way, or the store has lost some and gives their `seq` to new ones.
    this.#held ??= [];
    this.#held.push(...messages);
    if (this.#recovery === undefined) this.resumed();
  }

  resumed(): void {
    const isUnderWay = this.#recovery !== undefined;
    const recovered = this.#recover();
    if (isUnderWay) return;
    recovered.catch((error: unknown) => {
      // While the store is away: the next message, reconnection or check tries again.
      if (error instanceof Refusal && error.status === 503) return;
      this.#log.error({ err: error, room: this.name }, 'missed messages could not be recovered');
    });
  }

  /**
   * Recovers messages that were missed without a later one showing it, or could not be read before.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  async check(): Promise<void> {
    const { seq } = this.#sent;
    const last = await this.#store.lastSeq(this.name);
    if (this.#held !== undefined || last < seq || last > this.#sent.seq) this.resumed();
  }

  /** Delivers what history has beyond the room's place, then what came meanwhile. */
  #recover(): Promise<void> {
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
        this.#send(this.#held.length === 0 ? [...missed, ...later] : missed);
      } while (this.#held.length > 0 || this.#mustReadAgain);
      this.#held = undefined;
    } finally {
      this.#recovery = undefined; // synchronously after the last comparison: nothing can come between
    }
  }

  /** History from the room's place on; all of it when the store has lost the message of that place. */
  async #kept(): Promise<Message[]> {
    const { seq } = this.#sent;
    const kept = await this.#store.missed(this.name, seq - 1);
    const [first] = kept;
    const agrees = first === undefined ? seq === 0 : first.seq > seq || this.#sent.has(first);
    return agrees ? kept : this.#store.missed(this.name, 0);
  }

  /**
   * What is to be sent now that `kept` has been read; the room's place is after it.
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
        { room: this.name, seq: parting },
        'the store has lost messages after this one',
      );
      this.#sent.goBack(parting);
      this.#forEach((client) => client.goBack(parting));
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

  #deliver(messages: readonly Message[]): void {
    this.#sent.add(messages);
    this.#send(messages);
  }

  #send(messages: readonly Message[]): void {
    if (messages.length === 0 || this.clients.size === 0) return;
    const frames = messageFrames(messages);
    this.#forEach((client) => client.deliver(messages, frames));
  }

  #forEach(send: (client: Client) => void): void {
    this.#deliveries.push({ clients: [...this.clients], send });
    if (this.#deliveries.length === 1) this.delivered = this.#sendAll();
  }

  /** Sends in slices of time: a room may have thousands of clients. */
  async #sendAll(): Promise<void> {
    const slice = new TimeSlice();
    for (let next; (next = this.#deliveries[0]) !== undefined; this.#deliveries.shift()) {
      for (const client of next.clients) {
        if (slice.isOver && this.#deliveries.length < maxWaiting) await slice.next();
        next.send(client);
      }
    }
  }
}
