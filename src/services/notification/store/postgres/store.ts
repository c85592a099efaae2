/** The shared store: any number of replicas on one PostgreSQL. */
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { columns, outcomeColumns, takePage, toNotification, type Row } from '../row.ts';
import { forgetLimit, maxPageBytes, type NotificationStore, type Page } from '../store.ts';
import { acceptStep, inboxChannel, type ClockOffset } from './accept.ts';

/** Claims and pauses last by the clock of the database: those of replicas may differ. */
export const toDatabaseClock: ClockOffset = (now) =>
  sql`((extract(epoch FROM now()) * 1000)::bigint - ${now}::bigint)`;

/**
 * @param deployment which notifications: several deployments may share a database
 * @param clockOffset tests have claims last by their own clock
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(
  url: string,
  deployment: string,
  clockOffset = toDatabaseClock,
): Promise<NotificationStore> {
  const db = await openPostgres(url, 'notification', new URL('./sql/', import.meta.url));
  return postgresStore(db, deployment, clockOffset);
}

function postgresStore(
  db: Postgres,
  deployment: string,
  clockOffset: ClockOffset,
): NotificationStore {
  /** Sums up the sizes first: bodies that do not fit are not read. */
  async function page(userId: string, limit: number, range: Sql, order: Sql): Promise<Page> {
    const rows = await db.query(sql<Row>`
      WITH sized AS MATERIALIZED (
        SELECT n, octet_length(body) AS size FROM notification.notification
        WHERE deployment = ${deployment} AND channel = 'in_app' AND user_id = ${userId}
          AND ${range}
        ORDER BY ${order} LIMIT ${limit}
      ), summed AS (SELECT n, sum(size) OVER (ORDER BY ${order}) - size AS before FROM sized)
      SELECT ${sql.raw(columns)} FROM notification.notification
      WHERE deployment = ${deployment}
        AND n IN (SELECT n FROM summed WHERE before < ${maxPageBytes})
      ORDER BY ${order}`);
    return takePage(rows.map(toNotification), limit);
  }

  return {
    ...lifecycleOf(db),
    accept: acceptStep(db, deployment, clockOffset),
    async claim(limit, claimedUntil, now) {
      const offset = clockOffset(now);
      const rows = await db.query(sql<Row>`
        UPDATE notification.notification
        SET attempts = attempts + 1, due_at = ${claimedUntil}::bigint + ${offset}
        WHERE deployment = ${deployment} AND n = ANY(ARRAY(
          SELECT n FROM notification.notification
          WHERE deployment = ${deployment} AND state = 'pending'
            AND due_at <= ${now}::bigint + ${offset}
          ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING ${sql.raw(columns)}`);
      return rows.map(toNotification);
    },

    async settle(n, attempts, outcome, now) {
      const [state, error, dueAt] = outcomeColumns(outcome);
      const count = await db.execute(sql`
        UPDATE notification.notification
        SET state = ${state}, error = ${error}, due_at = ${dueAt}::bigint + ${clockOffset(now)}
        WHERE deployment = ${deployment} AND n = ${n} AND attempts = ${attempts}
          AND state = 'pending'`);
      return count === 1;
    },

    async find(n) {
      const [row] = await db.query(sql<Row>`
        SELECT ${sql.raw(columns)} FROM notification.notification
        WHERE deployment = ${deployment} AND n = ${n}`);
      return row && toNotification(row);
    },

    async inbox(userId, before, limit) {
      return page(userId, limit, sql`n < ${before}`, sql`n DESC`);
    },

    async since(userId, after, limit) {
      return page(userId, limit, sql`n > ${after}`, sql`n`);
    },

    async last() {
      const [row] = await db.query(sql<{ last: number }>`
        SELECT last FROM notification.counter WHERE deployment = ${deployment}`);
      return row?.last ?? 0;
    },

    async pending() {
      const [row] = await db.query(sql<{ count: number }>`
        SELECT count(*) FROM notification.notification
        WHERE deployment = ${deployment} AND state = 'pending'`);
      return row!.count;
    },

    /** Replicas may call this at once: each skips the rows that another one is deleting. */
    async forget(now) {
      const keys = await db.execute(sql`
        DELETE FROM notification.idempotency_key WHERE deployment = ${deployment} AND key = ANY(ARRAY(
          SELECT key FROM notification.idempotency_key
          WHERE deployment = ${deployment} AND expires_at <= ${now}
          ORDER BY expires_at LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED))`);
      // A key lives for 24 hours from its request on, and its notification has no smaller number than
      // the instant of that request. So numbers of 24 hours before the next expiry have no key left.
      const sent = await db.execute(sql`
        DELETE FROM notification.notification WHERE deployment = ${deployment} AND n = ANY(ARRAY(
          SELECT n FROM notification.notification
          WHERE deployment = ${deployment} AND channel <> 'in_app' AND state <> 'pending'
            AND n <= least(${now}::bigint, (SELECT min(expires_at) - 1
              FROM notification.idempotency_key WHERE deployment = ${deployment}))
              - ${keyLifetimeMs}::bigint
          LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED))`);
      return [keys, sent].includes(forgetLimit);
    },

    async watch(changes) {
      await db.listenTo(inboxChannel, deployment, {
        notified: (userId) => changes.changed(userId),
        resumed: () => changes.resumed(),
      });
    },
  };
}
