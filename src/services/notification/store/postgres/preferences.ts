/** The preferences of users. */
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { parsePreferences } from '../row.ts';
import type { NotificationStore } from '../notification-store.ts';

export function preferenceSteps(
  db: Postgres,
  deployment: string,
): Pick<NotificationStore, 'preferences' | 'putPreferences'> {
  return {
    async preferences(userIds) {
      const rows = await db.query(sql<{ user_id: string; document: string }>`
        SELECT user_id, document FROM notification.preference
        WHERE deployment = ${deployment} AND user_id = ANY(${userIds}::text[])`);
      return new Map(rows.map(({ user_id, document }) => [user_id, parsePreferences(document)]));
    },
    async putPreferences(userId, preferences) {
      await db.execute(sql`
        INSERT INTO notification.preference (deployment, user_id, document)
        VALUES (${deployment}, ${userId}, ${JSON.stringify(preferences)})
        ON CONFLICT (deployment, user_id) DO UPDATE SET document = excluded.document`);
    },
  };
}
