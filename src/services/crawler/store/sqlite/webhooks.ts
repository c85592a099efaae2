/** Webhooks that are to be sent. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { jobColumns, toDue, type JobRow } from '../rows.ts';
import type { WebhookOutbox } from '../webhooks.ts';

export function webhooks(db: Sqlite): WebhookOutbox {
  const isDue = db.get('SELECT n FROM job WHERE webhook_due <= ? LIMIT 1');
  const take = db.all<JobRow & { attempt: number }>(`
    UPDATE job SET webhook_due = ?2, webhook_attempts = webhook_attempts + 1
    WHERE n IN (SELECT n FROM job WHERE webhook_due <= ?1 ORDER BY webhook_due LIMIT ?3)
    RETURNING ${jobColumns}, webhook_attempts AS attempt`);
  const settle = db.run(`
    UPDATE job SET webhook_status = ?3, webhook_due = ?4
    WHERE n = ?1 AND webhook_attempts = ?2 AND webhook_due IS NOT NULL`);
  const forget = db.run('DELETE FROM job WHERE n = ? AND removed = 2 AND webhook_due IS NULL');
  return {
    takeWebhooks: async (now, until, limit) => {
      // A look costs no commit.
      if (isDue(now) === undefined) return [];
      return (await db.write(() => take(now, until, limit))).map(toDue);
    },
    settleWebhook: async (n, attempt, status, dueAgain) => {
      await db.write(() => {
        settle(n, attempt, status, dueAgain);
        forget(n);
      });
    },
  };
}
