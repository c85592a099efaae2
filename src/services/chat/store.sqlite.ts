/** The embedded store: history in SQLite, delivery and presence within the process. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import {
  historyLimit,
  sumRooms,
  type ChatStore,
  type Draft,
  type Follower,
  type Message,
  type RoomCount,
} from './store.ts';

/** What the stores on one database share in memory: who follows, and who has how many clients. */
export class ChatMemory {
  readonly followers = new Map<string, Set<Follower>>();
  readonly counts = new Set<Map<string, number>>();
}

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
  return new Sqlite({ ...options, migrations: [schema] });
}

/** @param memory shared by all stores on this database */
export function sqliteStore(db: Sqlite, memory: ChatMemory): ChatStore {
  return new SqliteChat(db, memory);
}

class SqliteChat implements ChatStore {
  readonly #db: Sqlite;
  readonly #memory: ChatMemory;
  readonly #own = new Map<string, Follower>();
  readonly #counts = new Map<string, number>();
  readonly #advance;
  readonly #insert;
  readonly #trim;
  readonly #after;
  readonly #seq;
  readonly #names;

  constructor(db: Sqlite, memory: ChatMemory) {
    this.#db = db;
    this.#memory = memory;
    memory.counts.add(this.#counts);
    this.#advance = db.get<{ seq: number }>(
      `INSERT INTO room VALUES (?1, ?2)
       ON CONFLICT (name) DO UPDATE SET seq = seq + ?2 RETURNING seq`,
    );
    this.#insert = db.run('INSERT INTO message VALUES (?, ?, ?, ?, ?)');
    this.#trim = db.run('DELETE FROM message WHERE room = ? AND seq <= ?');
    this.#after = db.all<Message>(
      'SELECT user, room, content, timestamp, seq FROM message WHERE room = ? AND seq > ? ORDER BY seq',
    );
    this.#seq = db.get<{ seq: number }>('SELECT seq FROM room WHERE name = ?');
    this.#names = db.all<{ name: string }>('SELECT name FROM room');
  }

  async append(room: string, drafts: readonly Draft[]): Promise<void> {
    const messages = await this.#db.write(() => this.#append(room, drafts));
    // Batches are answered in the order of their commits, hence rooms in the order of `seq`.
    for (const follower of this.#memory.followers.get(room) ?? []) follower.messages(messages);
  }

  #append(room: string, drafts: readonly Draft[]): Message[] {
    const last = this.#advance(room, drafts.length)!.seq;
    const first = last - drafts.length + 1;
    const messages = drafts.map(({ user, content, timestamp }, i) => {
      return { user, room, content, timestamp, seq: first + i };
    });
    for (const { seq, user, content, timestamp } of messages.slice(-historyLimit)) {
      this.#insert(room, seq, user, content, timestamp);
    }
    this.#trim(room, last - historyLimit);
    return messages;
  }

  async history(room: string, since: number): Promise<Message[]> {
    return this.#after(room, since).map((row) => ({ ...row }));
  }

  async lastSeq(room: string): Promise<number> {
    return this.#seq(room)?.seq ?? 0;
  }

  async follow(room: string, follower: Follower): Promise<void> {
    const followers = this.#memory.followers.get(room) ?? new Set();
    this.#memory.followers.set(room, followers.add(follower));
    this.#own.set(room, follower);
  }

  async unfollow(room: string): Promise<void> {
    const followers = this.#memory.followers.get(room);
    followers?.delete(this.#own.get(room)!);
    if (followers?.size === 0) this.#memory.followers.delete(room);
    this.#own.delete(room);
  }

  async announce(counts: ReadonlyMap<string, number>): Promise<void> {
    for (const [room, clients] of counts) {
      if (clients > 0) this.#counts.set(room, clients);
      else this.#counts.delete(room);
    }
  }

  async rooms(): Promise<RoomCount[]> {
    const names = this.#names().map(({ name }) => name);
    return sumRooms(
      names,
      [...this.#memory.counts].flatMap((counts) => [...counts]),
    );
  }

  async ready(): Promise<void> {
    this.#seq('');
  }

  /** Takes leave; the database stays open for whoever opened it. */
  async close(): Promise<void> {
    this.#memory.counts.delete(this.#counts);
  }
}
