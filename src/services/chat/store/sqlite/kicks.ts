/** Bans: rows. Connections are those of the one process. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Follower, KickStore } from '../chat-store.ts';

export class Bans {
  /** Whether there may be any, so that messages do not have to ask where nobody was ever banned. */
  mayExist: boolean;
  /** Whether a user is banned from a room at an instant. */
  readonly has: (room: string, user: string, at: number) => boolean;

  constructor(db: Sqlite) {
    this.mayExist = db.get('SELECT 1 FROM ban LIMIT 1')() !== undefined;
    const find = db.get('SELECT 1 FROM ban WHERE room = ? AND user = ? AND until > ?');
    this.has = (room, user, at) => find(room, user, at) !== undefined;
  }
}

export function sqliteKicks(
  db: Sqlite,
  followers: ReadonlyMap<string, Follower>,
  bans: Bans,
): KickStore {
  const put = db.run('INSERT OR REPLACE INTO ban VALUES (?, ?, ?)');
  // A part of those that are over: more than come, and not enough to hold up others.
  const clear = db.run(`DELETE FROM ban WHERE (room, user) IN (
    SELECT room, user FROM ban WHERE until <= ? LIMIT 100)`);
  const find = db.get<{ until: number }>('SELECT until FROM ban WHERE room = ? AND user = ?');
  const all = db.all<{ user: string }>('SELECT user FROM ban WHERE room = ? AND until > ?');

  return {
    async kick(room, { user, bannedUntil, now }) {
      if (bannedUntil !== undefined) {
        bans.mayExist = true;
        await db.write(() => {
          clear(now);
          put(room, user, bannedUntil);
        });
      }
      const closed = followers.get(room)?.kicked(user, bannedUntil) ?? 0;
      if (closed > 0) {
        await nextTurn();
        await db.write(() => {}); // what the user has said in this turn is stored before
      }
      return closed;
    },
    bannedUntil: async (room, user) => find(room, user)?.until,
    banned: async (room, now) => all(room, now).map(({ user }) => user),
  };
}
