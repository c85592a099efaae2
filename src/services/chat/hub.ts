/**
 * The rooms of this replica. Messages that arrive in one turn of the event loop are appended
 * together, room by room. They come back from the store to everybody, the sender included: a client
 * that sees its own message knows that it is stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '#kit/host/service.ts';
import { type Client, closeCodes } from './client.ts';
import { Room } from './room.ts';
import type { ChatStore, Draft } from './store/store.ts';

interface Entry {
  readonly client: Client;
  readonly draft: Draft;
}

export class Hub {
  readonly #store: ChatStore;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #rooms = new Map<string, Room>();
  /** Rooms are followed and unfollowed one after the other, so that the last request wins. */
  #following: Promise<unknown> = Promise.resolve();
  /** Resolves when the messages of earlier turns are stored, or their senders are closed. */
  #appended: Promise<unknown> = Promise.resolve();
  /** Messages of this turn. */
  #incoming = new Map<Room, Entry[]>();
  /** Rooms whose count of clients changed in this turn. */
  #changed = new Set<string>();
  /** Rooms whose count could not be published. */
  #unpublished = new Set<string>();

  constructor(store: ChatStore, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  get clients(): Client[] {
    return [...this.#rooms.values()].flatMap((room) => [...room.clients]);
  }

  /**
   * The room, ready to be joined. Every call that succeeds must be followed by one of `leave`.
   *
   * @throws Refusal STORE_UNAVAILABLE; then the room was not entered
   */
  async enter(name: string): Promise<Room> {
    const room = this.#rooms.get(name) ?? new Room(name, this.#store, this.#log);
    this.#rooms.set(name, room);
    room.connections++;
    const opened = this.#following.then(() => room.open());
    this.#following = opened.catch(() => {}); // a failure here must not fail the next one
    try {
      await opened;
    } catch (error) {
      this.leave(room);
      throw error;
    }
    return room;
  }

  /** @throws Refusal STORE_UNAVAILABLE when history cannot be replayed; the client is closed then */
  async join(room: Room, client: Client, since: number | undefined): Promise<void> {
    const joined = room.join(client, since);
    this.#countChanged(room.name);
    await joined;
  }

  /** @param client undefined when it never joined */
  leave(room: Room, client?: Client): void {
    if (client) {
      // A slow client has left already when its connection closes.
      if (!room.clients.delete(client)) return;
      this.#countChanged(room.name);
    }
    room.connections--;
    if (room.connections === 0) {
      this.#following = this.#following.then(() => this.#removeEmpty(room));
    }
  }

  async #removeEmpty(room: Room): Promise<void> {
    if (room.connections > 0 || this.#rooms.get(room.name) !== room) return;
    this.#rooms.delete(room.name);
    try {
      await this.#store.unfollow(room.name);
    } catch (error) {
      this.#log.warn({ err: error, room: room.name }, 'a room could not be unfollowed');
    }
  }

  /** A client sends a message. */
  post(room: Room, client: Client, content: string): void {
    if (this.#incoming.size === 0) setImmediate(() => this.#append());
    const draft = { user: client.user, content, timestamp: this.#clock() };
    const entries = this.#incoming.get(room);
    if (entries) entries.push({ client, draft });
    else this.#incoming.set(room, [{ client, draft }]);
  }

  #append(): void {
    const incoming = this.#incoming;
    this.#incoming = new Map();
    for (const [room, entries] of incoming) {
      const drafts = entries.map(({ draft }) => draft);
      const appended = this.#store.append(room.name, drafts).catch((error: unknown) => {
        this.#log.error({ err: error, room: room.name }, 'messages could not be stored');
        // The messages reached nobody. Closing the connections tells their senders.
        const senders = new Set(entries.map(({ client }) => client));
        for (const sender of senders) sender.close(closeCodes.tryAgainLater, 'message not stored');
      });
      this.#appended = Promise.all([this.#appended, appended]);
    }
  }

  /** Publishes the counts that changed in this turn together. */
  #countChanged(room: string): void {
    if (this.#changed.size === 0) setImmediate(() => void this.#publishChanged());
    this.#changed.add(room);
  }

  async #publishChanged(): Promise<void> {
    const rooms = this.#changed;
    this.#changed = new Set();
    try {
      await this.#publishCounts(rooms);
    } catch (error) {
      this.#unpublished = this.#unpublished.union(rooms); // the next heartbeat publishes them
      this.#log.warn({ err: error }, 'counts of clients could not be published');
    }
  }

  #publishCounts(rooms: Iterable<string>): Promise<void> {
    const counts = [...rooms].map(
      (name) => [name, this.#rooms.get(name)?.clients.size ?? 0] as const,
    );
    return this.#store.publishCounts(new Map(counts), this.#clock());
  }

  /**
   * Shows that this replica lives, and looks for messages that were missed unnoticed. To be called
   * every `presence.heartbeatMs`.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  async heartbeat(): Promise<void> {
    const unpublished = this.#unpublished;
    await this.#publishCounts(new Set(this.#rooms.keys()).union(unpublished));
    this.#unpublished = this.#unpublished.difference(unpublished);
    for (const room of this.#rooms.values()) await room.check();
  }

  /** Pings all clients; to be called every 30 seconds. */
  ping(): void {
    for (const client of this.clients) client.ping();
  }

  /**
   * Closes all connections, after what has arrived on them is stored and sent; terminates those that
   * have not answered in time.
   */
  async close(timeoutMs: number): Promise<void> {
    if (this.#incoming.size > 0) this.#append();
    await this.#appended;
    await Promise.all([...this.#rooms.values()].map((room) => room.delivered));
    const clients = this.clients;
    for (const client of clients) client.close(closeCodes.goingAway, 'the server is stopping');
    const deadline = performance.now() + timeoutMs;
    while (this.clients.length > 0 && performance.now() < deadline) await sleep(10);
    for (const client of clients) client.terminate();
  }
}
