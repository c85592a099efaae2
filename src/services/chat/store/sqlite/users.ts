/** The users of each room: rows that end with the process. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Signal } from '../message.ts';
import type { Follower, PresenceStore, UserCount } from '../chat-store.ts';

type SqliteUsers = Pick<PresenceStore, 'publishUsers' | 'publishedUsers' | 'users'>;

export function sqliteUsers(db: Sqlite, followers: ReadonlyMap<string, Follower>): SqliteUsers {
  db.run(`CREATE TEMP TABLE present (
    room TEXT, user TEXT, connections INTEGER, PRIMARY KEY (room, user)) WITHOUT ROWID`)();
  const find = db.get('SELECT 1 FROM present WHERE room = ? AND user = ?');
  const put = db.run('INSERT OR REPLACE INTO present VALUES (?, ?, ?)');
  const remove = db.run('DELETE FROM present WHERE room = ? AND user = ?');
  const all = db.all<{ user: string }>('SELECT user FROM present WHERE room = ?');
  const page = db.all<UserCount>(`SELECT user, connections FROM present
    WHERE room = ? AND user > ? ORDER BY user LIMIT ?`);

  return {
    async publishUsers(room, connections) {
      const signals: Signal[] = [];
      for (const [user, count] of connections) {
        const was = find(room, user) !== undefined;
        if (count > 0) put(room, user, count);
        else remove(room, user);
        if (was === count > 0) continue;
        signals.push({ event: { type: was ? 'left' : 'joined', room, user } });
      }
      if (signals.length > 0) followers.get(room)?.signals(signals);
    },
    publishedUsers: async (room) => all(room).map(({ user }) => user),
    users: async (room, after, limit) =>
      page(room, after, limit).map(({ user, connections }) => ({ user, connections })),
  };
}
