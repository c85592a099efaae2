/**
 * The rooms of this replica. Messages that arrive in one turn of the event loop are appended
 * together, room by room, and come back from the store to everybody, the sender included: what a
 * client sees of its own message is the proof that it was kept.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '#kit/service.ts';
import { type Client, closeCodes } from './client.ts';
import { Room } from './room.ts';
import type { ChatStore, Draft } from './store.ts';

export class Hub {
  readonly #store: ChatStore;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #rooms = new Map<string, Room>();
  /** Subscriptions change one after the other, so that a room's last state wins. */
  #changes: Promise<unknown> = Promise.resolve();
  #said = new Map<Room, { client: Client; draft: Draft }[]>();
  #moved = new Set<string>();
  /** Rooms whose counts could not be told. */
  #untold = new Set<string>();

  constructor(store: ChatStore, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  get clients(): Client[] {
    return [...this.#rooms.values()].flatMap((room) => [...room.clients]);
  }

  /** The room, ready to be joined. Every room that was entered is left again, by `leave`. */
  async enter(name: string): Promise<Room> {
    const room = this.#rooms.get(name) ?? new Room(name, this.#store);
    this.#rooms.set(name, room);
    room.holds++;
    const opened = this.#changes.then(() => room.open());
    this.#changes = opened.catch(() => {});
    try {
      await opened;
    } catch (error) {
      this.leave(room);
      throw error;
    }
    return room;
  }

  async join(room: Room, client: Client, since: number | undefined): Promise<void> {
    const joined = room.join(client, since);
    this.#announce(room.name);
    await joined;
  }

  /** @param client undefined when it never joined */
  leave(room: Room, client?: Client): void {
    if (client) {
      // A slow client leaves first, and its connection closes later.
      if (!room.clients.delete(client)) return;
      this.#announce(room.name);
    }
    room.holds--;
    if (room.holds === 0) this.#changes = this.#changes.then(() => this.#forget(room));
  }

  async #forget(room: Room): Promise<void> {
    if (room.holds > 0 || this.#rooms.get(room.name) !== room) return;
    this.#rooms.delete(room.name);
    try {
      await this.#store.unfollow(room.name);
    } catch (error) {
      this.#log.warn({ err: error }, 'a room could not be unfollowed');
    }
  }

  say(room: Room, client: Client, content: string): void {
    if (this.#said.size === 0) setImmediate(() => this.#append());
    const draft = { user: client.user, content, timestamp: this.#clock() };
    const drafts = this.#said.get(room);
    if (drafts) drafts.push({ client, draft });
    else this.#said.set(room, [{ client, draft }]);
  }

  #append(): void {
    const said = this.#said;
    this.#said = new Map();
    for (const [room, entries] of said) {
      const drafts = entries.map(({ draft }) => draft);
      this.#store.append(room.name, drafts).catch((error: unknown) => {
        this.#log.error({ err: error }, 'messages could not be kept');
        // Nobody saw them. Their senders learn it by losing the connection.
        const senders = new Set(entries.map(({ client }) => client));
        for (const sender of senders) sender.close(closeCodes.tryAgainLater, 'not kept');
      });
    }
  }

  /** Tells the store the counts that changed in this turn. */
  #announce(room: string): void {
    if (this.#moved.size === 0) {
      setImmediate(() => {
        const rooms = this.#moved;
        this.#moved = new Set();
        this.#tell(rooms).catch((error: unknown) => {
          this.#untold = this.#untold.union(rooms); // the next heartbeat tells them
          this.#log.warn({ err: error }, 'counts could not be told');
        });
      });
    }
    this.#moved.add(room);
  }

  #tell(rooms: Iterable<string>): Promise<void> {
    const counts = [...rooms].map(
      (name) => [name, this.#rooms.get(name)?.clients.size ?? 0] as const,
    );
    return this.#store.announce(new Map(counts), this.#clock());
  }

  /** Tells that this replica lives, and looks for messages that were missed unnoticed. */
  async heartbeat(): Promise<void> {
    const untold = this.#untold;
    await this.#tell(new Set(this.#rooms.keys()).union(untold));
    this.#untold = this.#untold.difference(untold);
    for (const room of this.#rooms.values()) await room.check();
  }

  /** Pings everybody; to be called every 30 seconds. */
  ping(): void {
    for (const client of this.clients) client.ping();
  }

  /** Ends all connections; those that have not answered after `patience` milliseconds are cut. */
  async close(patience: number): Promise<void> {
    const clients = this.clients;
    for (const client of clients) client.close(closeCodes.goingAway, 'the server is stopping');
    const limit = performance.now() + patience;
    while (this.clients.length > 0 && performance.now() < limit) await sleep(10);
    for (const client of clients) client.terminate();
  }
}
