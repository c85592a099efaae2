/** The preferences of users. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Preferences } from '../../rules/preference-schemas.ts';
import { parsePreferences } from '../row.ts';
import type { NotificationStore } from '../notification-store.ts';

type Port = Pick<NotificationStore, 'preferences' | 'putPreferences'>;

/** @returns the port, and what looks up one user's within a transaction */
export function preferenceSteps(
  db: Sqlite,
): Port & { readonly of: (userId: string) => Preferences | undefined } {
  const find = db.get<{ document: string }>('SELECT document FROM preference WHERE user_id = ?');
  const put = db.run('REPLACE INTO preference VALUES (?, ?)');
  const any = db.get<{ found: number }>('SELECT EXISTS (SELECT 1 FROM preference) AS found');
  // Where nobody has any, no draft pays for a look. It stays true if the write is rolled back.
  let areThereAny = any()!.found === 1;
  const of = (userId: string) => {
    const found = areThereAny ? find(userId) : undefined;
    return found && parsePreferences(found.document);
  };
  return {
    of,
    async preferences(userIds) {
      const found = userIds.map((userId) => [userId, of(userId)] as const);
      return new Map(found.flatMap(([userId, own]) => (own ? [[userId, own]] : [])));
    },
    async putPreferences(userId, preferences) {
      areThereAny = true;
      await db.write(() => put(userId, JSON.stringify(preferences)));
    },
  };
}
