/**
 * What chat asks of its store. The messages of a room carry `seq`, which grows by one; the last 100
 * are kept. A follower of a room, on any replica, gets its messages in the order of `seq`. All
 * methods throw STORE_UNAVAILABLE (503) while the store is away.
 */
import { Type, type Static } from 'typebox';
import type { Store } from '#kit/stores/store.ts';

export const Message = Type.Object({
  user: Type.String(),
  room: Type.String(),
  content: Type.String(),
  timestamp: Type.Integer({ description: 'milliseconds since the epoch' }),
  seq: Type.Integer({ description: 'grows by one a message of the room' }),
});
export type Message = Readonly<Static<typeof Message>>;

/** A message before the room has given it a `seq`. */
export type Draft = Omit<Message, 'seq' | 'room'>;

export const RoomCount = Type.Object({
  name: Type.String(),
  clients: Type.Integer({ description: 'on all replicas' }),
});
export type RoomCount = Readonly<Static<typeof RoomCount>>;

export interface Follower {
  /** New messages, in order; some may come twice. */
  messages(messages: readonly Message[]): void;
  /**
   * Messages may have been missed: they are in `history`. After an interruption this comes before
   * any other message.
   */
  resumed(): void;
}

/** Messages kept of a room. */
export const historyLimit = 100;

/** Messages that may be kept of a busy room, for replicas that missed some. */
export const busyLimit = 2_000;

/** A room that always exists. */
export const generalRoom = 'general';

/** How often a replica publishes its counts, and how long they count afterwards. */
export const presence = { heartbeatMs: 5_000, lifetimeMs: 15_000 } as const;

export interface ChatStore extends Store {
  /** Gives the drafts the next numbers of the room and stores them; resolves when durable. */
  append(room: string, drafts: readonly Draft[]): Promise<void>;
  /** Kept messages after `since`, oldest first. */
  history(room: string, since: number): Promise<Message[]>;
  /** As `history`, with what is there beyond it: up to `busyLimit` messages. */
  missed(room: string, since: number): Promise<Message[]>;
  /** `seq` of the room's latest message; 0 before the first. */
  lastSeq(room: string): Promise<number>;
  /** Delivers messages appended from now on. A room has one follower on each replica. */
  follow(room: string, follower: Follower): Promise<void>;
  unfollow(room: string): Promise<void>;
  /** Publishes how many clients this replica has in each of the named rooms. */
  publishCounts(counts: ReadonlyMap<string, number>, now: number): Promise<void>;
  /** Clients in a room, on all replicas. */
  clientsIn(room: string, now: number): Promise<number>;
  /**
   * Up to `limit` rooms that come after the name `after`, sorted by the bytes of their names: those
   * with history, those with clients, and `general`.
   */
  rooms(after: string, limit: number, now: number): Promise<RoomCount[]>;
  /**
   * Removes the rooms without clients whose latest message is older than `before`. A message that
   * comes meanwhile keeps its room, or begins it anew.
   *
   * @param before milliseconds since the epoch, as `now`
   */
  removeRooms(before: number, now: number): Promise<void>;
}
