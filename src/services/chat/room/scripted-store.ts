/** A store for tests, which answers on request. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { storeUnavailable } from '#kit/web/problem.ts';
import type { Message } from '../store/message.ts';
import { defaultHistory, type ChatStore, type Follower } from '../store/chat-store.ts';

/** A room's history and channel. A read is answered when the test says so, as it was when it was made. */
export class ScriptedStore {
  #log: Message[] = [];
  #follower: Follower | undefined;
  /** No two messages have one instant. */
  #now = 0;
  /** After an interruption, publications succeed but reach nobody. */
  #isInterrupted = false;
  readonly #reads: {
    readonly since: number;
    kept?: Message[];
    readonly reply: PromiseWithResolvers<Message[]>;
  }[] = [];

  get port(): ChatStore {
    const port: Partial<ChatStore> = {
      follow: async (_room, follower) => void (this.#follower = follower),
      lastSeq: async () => this.#log.at(-1)?.seq ?? 0,
      missed: (_room, since) => {
        const reply = Promise.withResolvers<Message[]>();
        this.#reads.push({ since, reply });
        return reply.promise;
      },
    };
    return port as ChatStore;
  }

  /** By their instants. */
  kept(): number[] {
    return this.#log.slice(-defaultHistory).map(({ timestamp }) => timestamp);
  }

  say(...contents: string[]): void {
    const last = this.#log.at(-1)?.seq ?? 0;
    const messages = contents.map((content, i) => {
      return { user: 'ann', room: 'tea', content, timestamp: ++this.#now, seq: last + 1 + i };
    });
    this.#log.push(...messages);
    if (!this.#isInterrupted && messages.length > 0) this.#follower?.messages(messages);
  }

  /** @param seq or how far the message is from the latest */
  delete(seq: number, from?: 'from the latest'): void {
    const place = from === undefined ? seq - 1 : this.#log.length - 1 - seq;
    const message = this.#log[place];
    if (message === undefined) return;
    // A copy, so that earlier reads stay as they were.
    this.#log = this.#log.with(place, { ...message, content: '', deleted: true });
    const event = { type: 'deleted', room: 'tea', seq: message.seq } as const;
    if (!this.#isInterrupted) this.#follower?.signals([{ event }]);
  }

  lose(n: number): void {
    this.#log = this.#log.slice(0, -n);
  }

  interrupt(): void {
    this.#isInterrupted = true;
  }

  resume(): void {
    this.#isInterrupted = false;
    this.#follower?.resumed();
  }

  /** The reads that are under way see history as it is now. */
  read(): void {
    for (const one of this.#reads) {
      one.kept ??= this.#log.slice(-defaultHistory).filter(({ seq }) => seq > one.since);
    }
  }

  async answer(): Promise<void> {
    this.read();
    const one = this.#reads.shift();
    one?.reply.resolve(one.kept ?? []);
    await nextTurn();
  }

  async answerAll(): Promise<void> {
    await nextTurn();
    while (this.#reads.length > 0) await this.answer();
  }

  async fail(): Promise<void> {
    this.#reads.shift()?.reply.reject(storeUnavailable());
    await nextTurn();
  }
}
