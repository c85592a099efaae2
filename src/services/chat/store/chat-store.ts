/**
 * The store of chat. The messages of a room carry `seq`, which grows by one; the latest are
 * kept (`CHAT_HISTORY`). A follower of a room, on any replica, gets its messages in the order of
 * `seq`. All methods throw STORE_UNAVAILABLE (503) while the store is away.
 */
import { Type, type Static } from 'typebox';
import type { Store } from '#kit/stores/store.ts';
import type { Draft, Kept, Message, Signal } from './message.ts';

export const RoomCount = Type.Object({
  name: Type.String({ description: 'the room' }),
  clients: Type.Integer({ description: 'open connections on all replicas' }),
});
export type RoomCount = Readonly<Static<typeof RoomCount>>;

export const UserCount = Type.Object({
  user: Type.String({ description: 'name of the user' }),
  connections: Type.Integer({ description: 'open connections on all replicas' }),
});
export type UserCount = Readonly<Static<typeof UserCount>>;

export interface Follower {
  /** New messages, in order; some may come twice. */
  messages(messages: readonly Message[]): void;
  /** Deletions come after the messages that they are about. */
  signals(signals: readonly Signal[]): void;
  /**
   * Closes the connections of a user.
   *
   * @param bannedUntil end of the ban, milliseconds since the epoch; undefined: nothing new of bans
   * @returns how many there were
   */
  kicked(user: string, bannedUntil: number | undefined): number;
  /**
   * Messages may have been missed: they are in `history`. Signals may have been, too, and what this
   * replica has published may be lost. After an interruption this comes before any other message.
   */
  resumed(): void;
}

interface Kick {
  readonly user: string;
  /** Undefined: a ban that is in force stays as it is. */
  readonly bannedUntil: number | undefined;
  readonly now: number;
}

/** Messages kept of a room unless `CHAT_HISTORY` says more. */
export const defaultHistory = 100;

/** Messages that may be kept of a busy room, for replicas that missed some. */
export const busyLimit = 2_000;

/** A room that always exists. */
export const generalRoom = 'general';

/** How often a replica shows that it lives, and how long what it has published counts afterwards. */
export const presence = { heartbeatMs: 5_000, lifetimeMs: 15_000 } as const;

export interface Appended {
  /** `seq` of the room's latest message. */
  readonly seq: number;
  /** How many drafts were left out. */
  readonly leftOut: number;
}

interface MessageStore {
  /**
   * Gives the drafts the next numbers of the room and stores them; resolves when durable. Those of
   * users who are banned are left out, as of the same moment.
   *
   * @param by operators may send in the name of anybody
   */
  append(room: string, drafts: readonly Draft[], by?: 'operator'): Promise<Appended>;
  /** The oldest `limit` of the kept messages after `since`, as of one moment. */
  history(room: string, since: number, limit: number): Promise<Kept>;
  /** The latest `limit` of the kept messages before `before`. */
  latest(room: string, before: number, limit: number): Promise<Message[]>;
  /**
   * Reads for a replica that missed messages those after `since`. At least the latest 100 are there,
   * up to `busyLimit`.
   */
  missed(room: string, since: number): Promise<Message[]>;
  /** `seq` of the room's latest message; 0 before the first. */
  lastSeq(room: string): Promise<number>;
  /**
   * Takes away the content of a kept message, and signals that to the followers, once.
   *
   * @returns the message as it is now; undefined when it is not kept
   */
  deleteMessage(room: string, seq: number): Promise<Message | undefined>;
  /** Delivers messages appended from now on. A room has one follower on each replica. */
  follow(room: string, follower: Follower): Promise<void>;
  unfollow(room: string): Promise<void>;
  /** Brings signals to the followers, unless one cannot be reached. */
  publish(room: string, signals: readonly Signal[]): Promise<void>;
}

export interface PresenceStore {
  /**
   * Shows that this replica lives. Takes back the numbers of replicas that no longer do.
   *
   * @returns whether what this replica has published was taken back: then it must publish it again
   */
  heartbeat(now: number): Promise<boolean>;
  /** Publishes how many clients this replica has in each of the named rooms. */
  publishCounts(counts: ReadonlyMap<string, number>, now: number): Promise<void>;
  /** Clients in a room, on all replicas. */
  clientsIn(room: string, now: number): Promise<number>;
  /**
   * Publishes how many connections each of the named users has to the room on this replica, whose
   * count for the room is published. Signals the users who have come, and those gone from all
   * replicas.
   */
  publishUsers(room: string, connections: ReadonlyMap<string, number>): Promise<void>;
  /** The users of whom this replica has published connections to the room. */
  publishedUsers(room: string): Promise<string[]>;
  /** Up to `limit` users in the room that come after the name `after`, sorted by their bytes. */
  users(room: string, after: string, limit: number, now: number): Promise<UserCount[]>;
}

interface RoomStore {
  /**
   * Up to `limit` rooms that come after the name `after`, sorted by the bytes of their names: those
   * with history, those with clients, and `general`.
   */
  rooms(after: string, limit: number, now: number): Promise<RoomCount[]>;
  /**
   * Removes the rooms without clients whose latest message is older than `before`. A message that
   * arrives during the removal keeps its room, or starts it over. Bans stay.
   *
   * @param before milliseconds since the epoch, as `now`
   */
  removeRooms(before: number, now: number): Promise<void>;
}

export interface KickStore {
  /**
   * Notes a ban, and has the followers on all replicas close the connections of a user.
   *
   * @returns how many were closed, when all that can be reached have done it
   */
  kick(room: string, kick: Kick): Promise<number>;
  /** The end of a user's ban, which may be over; undefined: there is none. */
  bannedUntil(room: string, user: string): Promise<number | undefined>;
  /** The users who are banned. */
  banned(room: string, now: number): Promise<string[]>;
}

export interface ChatStore extends Store, MessageStore, PresenceStore, RoomStore, KickStore {}
