/**
 * What chat asks of its store. A room's messages carry `seq`, which grows by one; the last 100
 * are kept. Whoever follows a room, on whatever replica, gets its messages in that one order.
 */

export interface Message {
  readonly user: string;
  readonly room: string;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly seq: number;
}

/** A message before it has its place in the room. */
export type Draft = Omit<Message, 'seq' | 'room'>;

export interface Follower {
  /** New messages, in order; some may come twice, and after `resumed` some may be missing. */
  messages(messages: readonly Message[]): void;
  /** The connection was gone for a while: see what came meanwhile in `history`. */
  resumed(): void;
}

export interface RoomCount {
  readonly name: string;
  /** Clients on all replicas. */
  readonly clients: number;
}

/** Messages kept of a room. */
export const historyLimit = 100;

/** A room that always exists. */
export const generalRoom = 'general';

/** How often a replica says that it lives, and for how long its counts are believed, milliseconds. */
export const presence = { heartbeat: 5_000, lifetime: 15_000 } as const;

export interface ChatStore {
  /** Gives the drafts the next places of the room and keeps them; resolves when durable. */
  append(room: string, drafts: readonly Draft[]): Promise<void>;
  /** Kept messages after `since`, oldest first. */
  history(room: string, since: number): Promise<Message[]>;
  /** The place of the room's latest message; 0 before the first. */
  lastSeq(room: string): Promise<number>;
  /** Delivers messages appended from now on. One follower a room. */
  follow(room: string, follower: Follower): Promise<void>;
  unfollow(room: string): Promise<void>;
  /** Says how many clients this replica has in each of the named rooms. */
  announce(counts: ReadonlyMap<string, number>, now: number): Promise<void>;
  /** `general`, and all rooms with history or clients, by name. */
  rooms(now: number): Promise<RoomCount[]>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Rooms by name, with the counts of all replicas added up. */
export function sumRooms(
  withHistory: Iterable<string>,
  counts: Iterable<readonly [room: string, clients: number]>,
): RoomCount[] {
  const clients = new Map<string, number>([[generalRoom, 0]]);
  for (const name of withHistory) clients.set(name, 0);
  for (const [name, n] of counts) {
    if (n > 0) clients.set(name, (clients.get(name) ?? 0) + n);
  }
  return [...clients]
    .map(([name, n]) => ({ name, clients: n }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
