/** The embedded store: history in SQLite, delivery and presence within the one process. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { historyLimit, type ChatStore, type Draft, type Follower, type Message } from '../store.ts';

const migrations = new URL('./sql/', import.meta.url);

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openSqliteStore(options: Omit<SqliteOptions, 'migrations'>): ChatStore {
  const db = Sqlite.open({ ...options, migrations });
  const append = appendStep(db);
  const messagesAfter = db.all<Message>(`SELECT user, room, content, timestamp, seq FROM message
    WHERE room = ? AND seq > ? ORDER BY seq`);
  const lastSeq = db.get<{ seq: number }>('SELECT seq FROM room WHERE name = ?');
  const namesAfter = db.all<{ name: string }>(
    'SELECT name FROM room WHERE name > ? ORDER BY name LIMIT ?',
  );
  const followers = new Map<string, Follower>();
  const counts = new Map<string, number>();
  return {
    ...lifecycleOf(db),
    async append(room, drafts) {
      const messages = await db.write(() => append(room, drafts));
      // Units of work are answered in the order of their commits, hence in the order of `seq`.
      followers.get(room)?.messages(messages);
    },
    history: async (room, since) => messagesAfter(room, since).map((row) => ({ ...row })),
    lastSeq: async (room) => lastSeq(room)?.seq ?? 0,
    async follow(room, follower) {
      followers.set(room, follower);
    },
    async unfollow(room) {
      followers.delete(room);
    },
    async publishCounts(changed) {
      for (const [room, clients] of changed) {
        if (clients > 0) counts.set(room, clients);
        else counts.delete(room);
      }
    },
    clientCounts: async () => new Map(counts),
    roomNames: async (after, limit) => namesAfter(after, limit).map(({ name }) => name),
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
