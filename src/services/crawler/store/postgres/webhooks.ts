/** Webhooks that are to be sent, by any replica. */
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { jobColumns, toDue, type JobRow } from '../rows.ts';
import type { WebhookOutbox } from '../webhooks.ts';

const columns = sql.raw(jobColumns);

export function webhooks(db: Postgres, deployment: string): WebhookOutbox {
  return {
    async takeWebhooks(now, until, limit) {
      const rows = await db.query(sql<JobRow & { attempt: number }>`
        UPDATE crawler.job SET webhook_due = ${until}::bigint, webhook_attempts = webhook_attempts + 1
        WHERE deployment = ${deployment} AND n = ANY(ARRAY(
          SELECT n FROM crawler.job
          WHERE deployment = ${deployment} AND webhook_due <= ${now}::bigint
          ORDER BY webhook_due LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING ${columns}, webhook_attempts AS attempt`);
      return rows.map(toDue);
    },

    async settleWebhook(n, attempt, status, dueAgain) {
      await db.execute(sql`
        UPDATE crawler.job SET webhook_status = ${status}, webhook_due = ${dueAgain}::bigint
        WHERE deployment = ${deployment} AND n = ${n} AND webhook_attempts = ${attempt}
          AND webhook_due IS NOT NULL`);
      if (dueAgain !== null) return;
      await db.execute(sql`
        DELETE FROM crawler.job
        WHERE deployment = ${deployment} AND n = ${n} AND removed = 2 AND webhook_due IS NULL`);
    },
  };
}
