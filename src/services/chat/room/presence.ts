/**
 * Publishes the users of rooms: how many clients a room has, and how many connections each user has.
 * Numbers are published as they are, not as differences, so that any of them may be repeated.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '#kit/host/service.ts';
import type { ChatStore } from '../store/chat-store.ts';
import type { Room } from './room.ts';

/** Rooms that are restored at once. */
const portion = 50;

interface PresenceOptions {
  readonly store: ChatStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** The open rooms of this replica. */
  readonly rooms: ReadonlyMap<string, Room>;
}

export class Presence {
  readonly #options: PresenceOptions;
  /** Users whose connections changed, by room. */
  #changed = new Map<string, Set<string>>();
  /** Rooms of which the store may not have what is published, or not deliver what others say. */
  #doubtful = new Set<string>();
  /** Resolves when what was under way is done: one after the other, so that the last number wins. */
  #done: Promise<unknown> = Promise.resolve();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Resolves when the changes until now are published, or cannot be. */
  get published(): Promise<unknown> {
    return this.#done;
  }

  /** The connections of a user to a room have changed; all changes of a turn go together. */
  changed(room: string, user: string): void {
    if (this.#changed.size === 0) this.#inTurn(() => this.#publishChanged());
    const users = this.#changed.get(room);
    if (users) users.add(user);
    else this.#changed.set(room, new Set([user]));
  }

  /** Publishes a room again, and closes users banned in the meantime: signals were missed. */
  restore(room: string): void {
    if (this.#doubtful.size === 0) this.#inTurn(() => this.#restoreDoubtful());
    this.#doubtful.add(room);
  }

  /**
   * Shows that this replica lives, and publishes again what may be lost.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  heartbeat(): Promise<void> {
    const { store, clock, rooms } = this.#options;
    const beat = this.#done.then(async () => {
      if (await store.heartbeat(clock())) this.#doubt(rooms.keys());
      await this.#publishCounts(new Set(rooms.keys()).union(this.#doubtful));
      await this.#restoreDoubtful();
    });
    this.#done = beat.catch(() => {}); // the caller's
    return beat;
  }

  /** Runs work in the next turn of the event loop, after what is under way. */
  #inTurn(work: () => Promise<void>): void {
    const done = this.#done;
    const run = async () => {
      await nextTurn();
      await done;
      await work();
    };
    this.#done = run().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'who is in the rooms could not be published');
    });
  }

  async #publishChanged(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Map();
    const { store, rooms } = this.#options;
    const isOpen = (name: string) => (rooms.get(name)?.clients.size ?? 0) > 0;
    const [open, empty] = [new Set<string>(), new Set<string>()];
    for (const name of changed.keys()) (isOpen(name) ? open : empty).add(name);
    try {
      // While this replica has users in a room, its count is there: should it die, others look for
      // the users there.
      if (open.size > 0) await this.#publishCounts(open);
      await all([...changed], ([name, users]) =>
        store.publishUsers(name, this.#connections(name, users)),
      );
      if (empty.size > 0) await this.#publishCounts(empty);
    } catch (error) {
      this.#doubt(changed.keys()); // the next heartbeat publishes them
      throw error;
    }
  }

  /** @throws Refusal STORE_UNAVAILABLE; the rest is tried again with the next heartbeat */
  async #restoreDoubtful(): Promise<void> {
    while (this.#doubtful.size > 0) {
      const names = [...this.#doubtful].slice(0, portion);
      // First, so that a room that is interrupted once more is restored once more.
      for (const name of names) this.#doubtful.delete(name);
      await all(names, (name) => this.#restore(name)).catch((error: unknown) => {
        this.#doubt(names);
        throw error;
      });
    }
  }

  async #restore(name: string): Promise<void> {
    const { store, clock, rooms } = this.#options;
    const room = rooms.get(name);
    for (const user of room ? await store.banned(name, clock()) : []) {
      room!.kicked(user, undefined);
    }
    // As above; and a replica that others have given up publishes under another id then.
    if (room !== undefined && room.clients.size > 0) await this.#publishCounts([name]);
    const published = await store.publishedUsers(name);
    const users = new Set(published).union(new Set(rooms.get(name)?.users));
    if (users.size > 0) await store.publishUsers(name, this.#connections(name, users));
  }

  #doubt(rooms: Iterable<string>): void {
    for (const name of rooms) this.#doubtful.add(name);
  }

  #connections(name: string, users: Iterable<string>): Map<string, number> {
    const room = this.#options.rooms.get(name);
    return new Map(Array.from(users, (user) => [user, room?.connectionsOf(user) ?? 0]));
  }

  #publishCounts(names: Iterable<string>): Promise<void> {
    const { store, clock, rooms } = this.#options;
    const counts = Array.from(names, (name) => [name, rooms.get(name)?.clients.size ?? 0] as const);
    return store.publishCounts(new Map(counts), clock());
  }
}

/** Resolves when work is done for all; rejects when it has failed for one, but not before the end. */
async function all<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(list.map(work));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
}
