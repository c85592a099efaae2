/**
 * The rooms of this replica. Messages that arrive in one turn of the event loop are appended
 * together, room by room. They come back from the store to everybody, the sender included: a client
 * that sees its own message knows that it is stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '#kit/host/service.ts';
import type { Draft, EphemeralType, Event } from '../store/message.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { type Client, closeCodes } from './client.ts';
import { Ephemerals } from './ephemerals.ts';
import { Presence } from './presence.ts';
import { type Arrival, Room } from './room.ts';

/** Most messages of a room that are appended in one turn; the others go with the next. */
const maxAppended = 1_000;

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
  readonly #presence: Presence;
  readonly #ephemerals: Ephemerals;

  constructor(store: ChatStore, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#presence = new Presence({ store, clock, log, rooms: this.#rooms });
    this.#ephemerals = new Ephemerals(store, log);
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
    const room = this.#rooms.get(name) ?? this.#newRoom(name);
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

  #newRoom(name: string): Room {
    return new Room(name, this.#store, this.#log, () => this.#presence.restore(name));
  }

  /**
   * Reads whether a user is banned from a room that was entered. The caller looks at it when the
   * user joins, and removes it from `room.arrivals`: a kick that comes in between changes it.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  async arrive(room: Room, user: string): Promise<Arrival> {
    const arrival: Arrival = { user, bannedUntil: undefined };
    room.arrivals.add(arrival);
    try {
      const bannedUntil = await this.#store.bannedUntil(room.name, user);
      arrival.bannedUntil ??= bannedUntil;
      return arrival;
    } catch (error) {
      room.arrivals.delete(arrival);
      throw error;
    }
  }

  /** @throws Refusal STORE_UNAVAILABLE when history cannot be replayed; the client is closed then */
  async join(room: Room, client: Client, since: number | undefined): Promise<void> {
    const joined = room.join(client, since);
    this.#presence.changed(room.name, client.user);
    await joined;
  }

  /**
   * @param client undefined when it never joined
   * @returns whether a client was there until now
   */
  leave(room: Room, client?: Client): boolean {
    if (client) {
      if (!room.leave(client)) return false;
      this.#presence.changed(room.name, client.user);
    }
    room.connections--;
    if (room.connections === 0) {
      this.#following = this.#following.then(() => this.#removeEmpty(room));
    }
    return client !== undefined;
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
    client.posted();
    if (this.#incoming.size === 0) setImmediate(() => this.#append());
    const draft = { user: client.user, content, timestamp: this.#clock() };
    const entries = this.#incoming.get(room);
    if (entries) entries.push({ client, draft });
    else this.#incoming.set(room, [{ client, draft }]);
  }

  /**
   * Passes on a frame of a client that is not kept.
   *
   * @param said `room` and `user` in it are replaced
   * @returns false when it was dropped, since too much of it waits
   */
  relay(room: Room, client: Client, type: EphemeralType, said: object): boolean {
    const event: Event = { ...said, type, room: room.name, user: client.user };
    return this.#ephemerals.pass(room.name, { event, from: client.id });
  }

  #append(): void {
    const incoming = this.#incoming;
    this.#incoming = new Map();
    for (const [room, entries] of incoming) {
      const later = entries.splice(maxAppended);
      if (later.length > 0) this.#incoming.set(room, later);
      const drafts = entries.map(({ draft }) => draft);
      const appended = this.#store.append(room.name, drafts).then(
        ({ leftOut }) => {
          // A ban that this replica has not heard of.
          if (leftOut > 0) this.#presence.restore(room.name);
          for (const { client } of entries) client.stored();
        },
        (error: unknown) => {
          this.#log.error({ err: error, room: room.name }, 'messages could not be stored');
          // The messages reached nobody. Closing the connections tells their senders.
          const senders = new Set(entries.map(({ client }) => client));
          for (const sender of senders)
            sender.close(closeCodes.tryAgainLater, 'message not stored');
          for (const { client } of entries) client.stored();
        },
      );
      this.#appended = Promise.all([this.#appended, appended]);
    }
    if (this.#incoming.size > 0) setImmediate(() => this.#append());
  }

  /**
   * Shows that this replica lives, and looks for messages that were missed unnoticed. Call it
   * every `presence.heartbeatMs`.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  async heartbeat(): Promise<void> {
    await this.#presence.heartbeat();
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
    while (this.#incoming.size > 0) this.#append();
    await this.#appended;
    await Promise.all([...this.#rooms.values()].map((room) => room.delivered));
    const clients = this.clients;
    for (const client of clients) client.close(closeCodes.goingAway, 'the server is stopping');
    const deadline = performance.now() + timeoutMs;
    while (this.clients.length > 0 && performance.now() < deadline) await sleep(10);
    for (const client of clients) client.terminate();
    await this.#presence.published;
  }
}
