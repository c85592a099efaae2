/** The embedded store: history and bans in SQLite, delivery and presence within the one process. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import {
  defaultHistory,
  generalRoom,
  type ChatStore,
  type Follower,
  type RoomCount,
} from '../chat-store.ts';
import { Bans, sqliteKicks } from './kicks.ts';
import { removal, sqliteMessages } from './messages.ts';
import { sqliteUsers } from './users.ts';

const migrations = new URL('./sql/', import.meta.url);

interface SqliteChatOptions extends Omit<SqliteOptions, 'migrations'> {
  /** Messages kept of a room. */
  readonly history?: number;
}

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openSqliteStore({
  history = defaultHistory,
  ...options
}: SqliteChatOptions): ChatStore {
  const db = Sqlite.open({ ...options, migrations });
  const followers = new Map<string, Follower>();
  const bans = new Bans(db);
  // Sorted as rooms are; it ends with the process.
  db.run('CREATE TEMP TABLE open_room (name TEXT PRIMARY KEY, clients INTEGER) WITHOUT ROWID')();
  const open = db.run('INSERT OR REPLACE INTO open_room VALUES (?, ?)');
  const close = db.run('DELETE FROM open_room WHERE name = ?');
  const clientsIn = db.get<{ clients: number }>('SELECT clients FROM open_room WHERE name = ?');
  const roomsAfter = db.all<RoomCount>(`SELECT name, ifnull(clients, 0) AS clients FROM (
      SELECT name FROM room WHERE name > ?1 UNION SELECT name FROM open_room WHERE name > ?1
      UNION SELECT '${generalRoom}' WHERE '${generalRoom}' > ?1 ORDER BY name LIMIT ?2
    ) LEFT JOIN open_room USING (name) ORDER BY name`);
  return {
    ...lifecycleOf(db),
    ...sqliteMessages(db, followers, bans, history),
    ...sqliteUsers(db, followers),
    ...sqliteKicks(db, followers, bans),
    async follow(room, follower) {
      followers.set(room, follower);
    },
    async unfollow(room) {
      followers.delete(room);
    },
    async publish(room, signals) {
      followers.get(room)?.signals(signals);
    },
    heartbeat: async () => false,
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
