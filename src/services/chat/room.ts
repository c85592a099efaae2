/** A room on this replica: its clients, and up to which message they have its messages. */
import type { Logger } from 'pino';
import { TimeSlice } from '#kit/time-slice.ts';
import { Refusal } from '#kit/web/problem.ts';
import type { Client } from './client.ts';
import { messageFrames } from './frames.ts';
import type { ChatStore, Follower, Message } from './store/store.ts';

/** With more deliveries waiting, all go at once: else messages would come in faster than they leave. */
const maxWaiting = 100;

export class Room implements Follower {
  readonly name: string;
  readonly clients = new Set<Client>();
  readonly #store: ChatStore;
  readonly #log: Logger;
  /** Connections in the room or on their way in. Without any the hub removes the room. */
  connections = 0;
  /** All clients have all messages up to this `seq`. */
  #seq = 0;
  /** The message of that `seq`, if it came through here. */
  #last: Message | undefined;
  /** Recoveries asked for since the one under way began; 0 when none is under way. */
  #recoveries = 0;
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
    this.#seq = Math.max(this.#seq, await this.#store.lastSeq(this.name));
  }

  /** @param since replays what is kept after this `seq`; undefined: nothing */
  async join(client: Client, since: number | undefined): Promise<void> {
    this.clients.add(client);
    if (since !== undefined) await client.replay(since, () => this.#store.history(this.name, 0));
  }

  messages(messages: readonly Message[]): void {
    const fresh = messages.filter(({ seq }) => seq > this.#seq);
    const first = fresh[0];
    // After a gap, messages were lost on the way: history has them, and these as well. If none is
    // new, they came twice, or the store has lost messages and gives their `seq` to new ones.
    if (first === undefined || first.seq > this.#seq + 1) this.resumed();
    else this.#deliver(fresh);
  }

  resumed(): void {
    this.#recoveries++;
    if (this.#recoveries > 1) return; // the recovery under way reads history once more
    this.#recoverAll().catch((error: unknown) => {
      // While the store is away: the next message, reconnection or check finds the gap again.
      if (error instanceof Refusal && error.status === 503) return;
      this.#log.error({ err: error, room: this.name }, 'missed messages could not be recovered');
    });
  }

  /** Recovers, and once more if it was asked for meanwhile. */
  async #recoverAll(): Promise<void> {
    try {
      for (let done = 0; done < this.#recoveries;) {
        done = this.#recoveries;
        await this.#recover();
      }
    } finally {
      this.#recoveries = 0; // synchronously after the last comparison: nothing can come between
    }
  }

  /**
   * Recovers messages that were missed without a later one showing it.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  async check(): Promise<void> {
    if ((await this.#store.lastSeq(this.name)) !== this.#seq) this.resumed();
  }

  async #recover(): Promise<void> {
    // A message that arrives during a read may be missing in it: read until nothing new comes.
    for (;;) {
      const kept = await this.#store.history(this.name, this.#seq - 1);
      if (!this.#continues(kept)) {
        this.#seq = 0;
        this.#last = undefined;
        this.#forEach((client) => client.restart());
        continue;
      }
      const fresh = kept.filter(({ seq }) => seq > this.#seq);
      if (fresh.length === 0) return;
      this.#deliver(fresh);
    }
  }

  /** Whether history goes on from the last message here; not if a failover lost that message. */
  #continues(kept: readonly Message[]): boolean {
    const [first] = kept;
    if (first === undefined) return this.#seq === 0;
    if (first.seq > this.#seq || this.#last === undefined) return true;
    const { user, content, timestamp } = this.#last;
    return first.user === user && first.content === content && first.timestamp === timestamp;
  }

  #deliver(messages: readonly Message[]): void {
    this.#last = messages.at(-1)!;
    this.#seq = this.#last.seq;
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
