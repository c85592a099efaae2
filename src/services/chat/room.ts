/** A room on this replica: its clients, and the place up to which they have its messages. */
import type { Client } from './client.ts';
import { messageFrames } from './frames.ts';
import type { ChatStore, Follower, Message } from './store.ts';

export class Room implements Follower {
  readonly name: string;
  readonly clients = new Set<Client>();
  readonly #store: ChatStore;
  /** Connections that are in the room or on their way in; without any it is forgotten. */
  holds = 0;
  /** Everybody here has all messages up to this one. */
  #seq = 0;
  #recovering = false;
  #opened: Promise<void> | undefined;

  constructor(name: string, store: ChatStore) {
    this.name = name;
    this.#store = store;
  }

  /** Resolves once messages arrive: whoever joins then misses none. */
  open(): Promise<void> {
    return (this.#opened ??= this.#open());
  }

  async #open(): Promise<void> {
    await this.#store.follow(this.name, this);
    this.#seq = Math.max(this.#seq, await this.#store.lastSeq(this.name));
  }

  /** @param since replay what is kept after this place; undefined: nothing */
  async join(client: Client, since: number | undefined): Promise<void> {
    this.clients.add(client);
    if (since !== undefined) await client.replay(() => this.#store.history(this.name, since));
  }

  messages(messages: readonly Message[]): void {
    const fresh = messages.filter(({ seq }) => seq > this.#seq);
    const first = fresh[0];
    if (first === undefined) return;
    // A gap: some were lost on the way. History has them, and these too.
    if (first.seq > this.#seq + 1) this.resumed();
    else this.#deliver(fresh);
  }

  resumed(): void {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#recover()
      .catch(() => {
        // The store is away. The next message, reconnection or check finds the gap again.
      })
      .finally(() => (this.#recovering = false));
  }

  /** Looks whether messages were missed without a later one showing it. */
  async check(): Promise<void> {
    if ((await this.#store.lastSeq(this.name)) > this.#seq) this.resumed();
  }

  async #recover(): Promise<void> {
    // What arrives during a read is perhaps not in it: read until nothing new comes.
    for (;;) {
      const missed = await this.#store.history(this.name, this.#seq);
      const fresh = missed.filter(({ seq }) => seq > this.#seq);
      if (fresh.length === 0) return;
      this.#deliver(fresh);
    }
  }

  #deliver(messages: readonly Message[]): void {
    this.#seq = messages.at(-1)!.seq;
    const frames = messageFrames(messages);
    for (const client of this.clients) client.deliver(messages, frames);
  }
}
