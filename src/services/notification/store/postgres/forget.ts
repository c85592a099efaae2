/** Forgets notifications that nobody can ask for any more. */
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { isOver } from '../row.ts';
import { forgetLimit } from '../notification-store.ts';
import type { ClockOffset } from './accept.ts';

/**
 * The first number that a key may lead to. A key lives for 24 hours from its request on, and its
 * notification has no smaller number than the instant of that request. So numbers of 24 hours before
 * the next expiry have no key left.
 */
export function keptFrom(deployment: string, now: number): Sql {
  return sql`(least(${now}::bigint, (SELECT min(expires_at) - 1
              FROM notification.idempotency_key WHERE deployment = ${deployment}))
              - ${keyLifetimeMs - 1}::bigint)`;
}

/** As `NotificationStore.forget`. Replicas may call this at once: each skips what another is deleting. */
export function forgetStep(db: Postgres, deployment: string, clockOffset: ClockOffset) {
  return async (now: number): Promise<boolean> => {
    const keys = await db.execute(sql`
      DELETE FROM notification.idempotency_key WHERE deployment = ${deployment} AND key = ANY(ARRAY(
        SELECT key FROM notification.idempotency_key
        WHERE deployment = ${deployment} AND expires_at <= ${now}
        ORDER BY expires_at LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED))`);
    const kept = keptFrom(deployment, now);
    const over = await db.execute(sql`
      DELETE FROM notification.notification WHERE deployment = ${deployment} AND n = ANY(ARRAY(
        SELECT n FROM notification.notification
        WHERE deployment = ${deployment} AND ${sql.raw(isOver)}
          AND due_at < ${kept} + ${clockOffset(now)} AND n < ${kept}
        ORDER BY due_at LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED))`);
    const batches = await db.execute(sql`
      DELETE FROM notification.batch WHERE deployment = ${deployment} AND n = ANY(ARRAY(
        SELECT n FROM notification.batch WHERE deployment = ${deployment} AND is_over
          AND n < ${kept}
        ORDER BY n LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED))`);
    return [keys, over, batches].includes(forgetLimit);
  };
}
