/** The shared store: any number of replicas on one PostgreSQL. */
import { openPostgres, type Postgres, type Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import {
  columns,
  outcomeColumns,
  parseTrace,
  toClaimed,
  toNotification,
  traceText,
  type Row,
} from '../row.ts';
import type { NotificationStore } from '../notification-store.ts';
import { acceptSteps, inboxChannel, type ClockOffset } from './accept.ts';
import { batchSteps } from './batches.ts';
import { inboxSteps } from './inboxes.ts';
import { joinSteps } from './digests.ts';
import { forgetStep } from './forget.ts';
import { joinStep } from './join.ts';
import { preferenceSteps } from './preferences.ts';
import { expireStep, removeStep } from './remove.ts';
import { ripenStep } from './ripen.ts';

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
  async function byId<T = Row>(from: Pick<Queries, 'query'>, id: number, more = '') {
    const [row] = await from.query(sql<T>`
      SELECT ${sql.raw(columns + more)} FROM notification.notification
      WHERE deployment = ${deployment} AND (n = ${id} AND first_n IS NULL OR first_n = ${id})`);
    return row;
  }
  const find = (from: Pick<Queries, 'query'>, id: number) => byId(from, id);
  const join = joinSteps(deployment, clockOffset);
  return {
    ...lifecycleOf(db),
    ...preferenceSteps(db, deployment),
    ...inboxSteps(db, deployment, find),
    ...batchSteps(db, deployment, clockOffset, join),
    ...outboxSteps(db, deployment, clockOffset),
    ...acceptSteps(db, deployment, clockOffset),
    join: joinStep(db, deployment, clockOffset, join),
    ripen: ripenStep(db, deployment, clockOffset),
    remove: removeStep(db, deployment, clockOffset, find),
    expire: expireStep(db, deployment),
    forget: forgetStep(db, deployment, clockOffset),
    async find(id) {
      const row = await find(db, id);
      return row && toNotification(row);
    },
    async trace(id) {
      const row = await byId<Row & { trace: string | null }>(db, id, ', trace');
      return row && { notification: toNotification(row), steps: parseTrace(row.trace) };
    },
    async last() {
      const [row] = await db.query(sql<{ last: number }>`
        SELECT last FROM notification.counter WHERE deployment = ${deployment}`);
      return row?.last ?? 0;
    },
    async watch(changes) {
      await db.listenTo(inboxChannel, deployment, {
        notified: (userId) => changes.changed(userId),
        resumed: () => changes.resumed(),
      });
    },
  };
}

function outboxSteps(
  db: Postgres,
  deployment: string,
  clockOffset: ClockOffset,
): Pick<NotificationStore, 'claim' | 'settle' | 'pending'> {
  return {
    async claim(limit, claimedUntil, now) {
      const offset = clockOffset(now);
      const rows = await db.query(sql<Row & { trace: string | null }>`
        UPDATE notification.notification
        SET attempts = attempts + 1, due_at = ${claimedUntil}::bigint + ${offset}
        WHERE deployment = ${deployment} AND n = ANY(ARRAY(
          SELECT n FROM notification.notification
          WHERE deployment = ${deployment} AND state = 'pending'
            AND due_at <= ${now}::bigint + ${offset}
          ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING ${sql.raw(columns)}, trace`);
      return rows.map(toClaimed);
    },

    async settle(n, attempts, outcome, now, trace = []) {
      const [state, error, dueAt] = outcomeColumns(outcome, now);
      const steps = traceText(trace);
      const count = await db.execute(sql`
        UPDATE notification.notification
        SET state = ${state}, error = ${error}, due_at = ${dueAt}::bigint + ${clockOffset(now)},
          trace = coalesce(trace || ',' || ${steps}::text, ${steps}::text, trace)
        WHERE deployment = ${deployment} AND n = ${n} AND attempts = ${attempts}
          AND state = 'pending'`);
      return count === 1;
    },

    async pending(horizonMs, now) {
      const [row] = await db.query(sql<{ count: number }>`
        SELECT (SELECT count(*) FROM notification.notification
            WHERE deployment = ${deployment} AND state = 'pending' AND error IS NULL
              AND due_at <= ${now + horizonMs}::bigint + ${clockOffset(now)})
          + (SELECT count(*) FROM notification.notification
            WHERE deployment = ${deployment} AND state = 'pending' AND error IS NOT NULL) AS count`);
      return row!.count;
    },
  };
}
