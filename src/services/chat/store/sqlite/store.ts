/** The embedded store: history in SQLite, delivery and presence within the one process. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import {
  generalRoom,
  historyLimit,
  type ChatStore,
  type Draft,
  type Follower,
  type Message,
  type RoomCount,
} from '../store.ts';

const migrations = new URL('./sql/', import.meta.url);

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openSqliteStore(options: Omit<SqliteOptions, 'migrations'>): ChatStore {
  const db = Sqlite.open({ ...options, migrations });
  const append = appendStep(db);
  const messagesAfter = db.all<Message>(`SELECT user, room, content, timestamp, seq FROM message
    WHERE room = ? AND seq > ? ORDER BY seq`);
  const lastSeq = db.get<{ seq: number }>('SELECT seq FROM room WHERE name = ?');
  // Sorted as rooms are; it ends with the process.
  db.run('CREATE TEMP TABLE open_room (name TEXT PRIMARY KEY, clients INTEGER) WITHOUT ROWID')();
  const open = db.run('INSERT OR REPLACE INTO open_room VALUES (?, ?)');
  const close = db.run('DELETE FROM open_room WHERE name = ?');
  const clientsIn = db.get<{ clients: number }>('SELECT clients FROM open_room WHERE name = ?');
  const roomsAfter = db.all<RoomCount>(`SELECT name, ifnull(clients, 0) AS clients FROM (
      SELECT name FROM room WHERE name > ?1 UNION SELECT name FROM open_room WHERE name > ?1
      UNION SELECT '${generalRoom}' WHERE '${generalRoom}' > ?1 ORDER BY name LIMIT ?2
    ) LEFT JOIN open_room USING (name) ORDER BY name`);
  const followers = new Map<string, Follower>();
  const history: ChatStore['history'] = async (room, since) =>
    messagesAfter(room, since).map((row) => ({ ...row }));
  return {
    ...lifecycleOf(db),
    async append(room, drafts) {
      const messages = await db.write(() => append(room, drafts));
      // Units of work are answered in the order of their commits, hence in the order of `seq`.
      followers.get(room)?.messages(messages);
    },
    history,
    missed: history, // nothing is lost on the way within a process
    lastSeq: async (room) => lastSeq(room)?.seq ?? 0,
    async follow(room, follower) {
      followers.set(room, follower);
    },
    async unfollow(room) {
      followers.delete(room);
    },
    async publishCounts(changed) {
      for (const [room, clients] of changed) {
        if (clients > 0) open(room, clients);
        else close(room);
      }
    },
    clientsIn: async (room) => clientsIn(room)?.clients ?? 0,
    rooms: async (after, limit) =>
      roomsAfter(after, limit).map(({ name, clients }) => ({ name, clients })),
    removeRooms: removal(db, (room) => followers.has(room) || clientsIn(room) !== undefined),
  };
}

/** As `ChatStore.removeRooms`; `isOpen` says whether a room has clients. */
function removal(db: Sqlite, isOpen: (room: string) => boolean) {
  const latest = `FROM room JOIN message ON message.room = room.name AND message.seq = room.seq`;
  const page = db.all<{ name: string; at: number }>(
    `SELECT name, timestamp AS at ${latest} WHERE name > ? ORDER BY name LIMIT 200`,
  );
  const find = db.get<{ at: number }>(`SELECT timestamp AS at ${latest} WHERE name = ?`);
  const removeMessages = db.run('DELETE FROM message WHERE room = ?');
  const removeRoom = db.run('DELETE FROM room WHERE name = ?');

  async function removeIdle(room: string, before: number): Promise<void> {
    await db.write(() => {
      if (isOpen(room) || find(room)!.at >= before) return;
      removeMessages(room);
      removeRoom(room);
    });
  }

  return async (before: number): Promise<void> => {
    for (let rooms = page(''); rooms.length > 0; rooms = page(rooms.at(-1)!.name)) {
      const idle = rooms.filter(({ name, at }) => at < before && !isOpen(name));
      await Promise.all(idle.map(({ name }) => removeIdle(name, before)));
      await nextTurn();
    }
  };
}

/** As `ChatStore.append`, within a transaction; yields the messages. */
function appendStep(db: Sqlite): (room: string, drafts: readonly Draft[]) => Message[] {
  const advance = db.get<{ seq: number }>(`INSERT INTO room VALUES (?1, ?2)
    ON CONFLICT (name) DO UPDATE SET seq = seq + ?2 RETURNING seq`);
  const insert = db.run('INSERT INTO message VALUES (?, ?, ?, ?, ?)');
  const trim = db.run('DELETE FROM message WHERE room = ? AND seq <= ?');
  return (room, drafts) => {
    const last = advance(room, drafts.length)!.seq;
    const first = last - drafts.length + 1;
    const messages = drafts.map(({ user, content, timestamp }, i) => {
      return { user, room, content, timestamp, seq: first + i };
    });
    for (const { seq, user, content, timestamp } of messages.slice(-historyLimit)) {
      insert(room, seq, user, content, timestamp);
    }
    trim(room, last - historyLimit);
    return messages;
  };
}
