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
  /** The message of that place, if it came by here. */
  #last: Message | undefined;
  /** Asked for since the recovery that is under way began; 0: none is. */
  #recoveries = 0;
  #opened: Promise<void> | undefined;

  constructor(name: string, store: ChatStore) {
    this.name = name;
    this.#store = store;
  }

  /** Resolves once messages arrive: whoever joins then misses none. */
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

  /** @param since replay what is kept after this place; undefined: nothing */
  async join(client: Client, since: number | undefined): Promise<void> {
    this.clients.add(client);
    if (since !== undefined)
      await client.replay(since, () => this.#store.history(this.name, since));
  }

  messages(messages: readonly Message[]): void {
    const fresh = messages.filter(({ seq }) => seq > this.#seq);
    const first = fresh[0];
    // A gap: some were lost on the way. History has them, and these too. Nothing new at all:
    // they came twice, or the store has lost its end and gives the same places anew.
    if (first === undefined || first.seq > this.#seq + 1) this.resumed();
    else this.#deliver(fresh);
  }

  resumed(): void {
    this.#recoveries++;
    if (this.#recoveries > 1) return; // the one under way looks once more
    this.#recoverAll().catch(() => {
      // The store is away. The next message, reconnection or check finds the gap again.
    });
  }

  /** Recovers until nobody has asked for it meanwhile. */
  async #recoverAll(): Promise<void> {
    try {
      for (let done = 0; done < this.#recoveries;) {
        done = this.#recoveries;
        await this.#recover();
      }
    } finally {
      this.#recoveries = 0; // in the same breath as the last look
    }
  }

  /** Looks whether messages were missed without a later one showing it. */
  async check(): Promise<void> {
    if ((await this.#store.lastSeq(this.name)) !== this.#seq) this.resumed();
  }

  async #recover(): Promise<void> {
    // What arrives during a read is perhaps not in it: read until nothing new comes.
    for (;;) {
      const kept = await this.#store.history(this.name, this.#seq - 1);
      if (!this.#continues(kept)) {
        this.#seq = 0;
        this.#last = undefined;
        for (const client of this.clients) client.restart();
        continue;
      }
      const fresh = kept.filter(({ seq }) => seq > this.#seq);
      if (fresh.length === 0) return;
      this.#deliver(fresh);
    }
  }

  /** Whether history goes on from the last message here, or had its end lost in a failover. */
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
    for (const client of this.clients) client.deliver(messages, frames);
  }
}
