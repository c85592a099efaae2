/** Notifications that wait for an instant: digests, and those that come into an inbox later. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { deferredStep, filled, groupsOf, joinedColumns } from '../digest-rows.ts';
import { movedTo, waitingEntry, windowKeysOf, type JoinedRow } from '../digest-rows.ts';
import { parseExtra, traceText, type Row } from '../row.ts';
import type { NotificationStore } from '../notification-store.ts';
import { allot, inboxChannel, notify, type ClockOffset } from './accept.ts';
import { insertOne } from './digests.ts';

/** As `NotificationStore.ripen`. */
export function ripenStep(
  db: Postgres,
  deployment: string,
  clockOffset: ClockOffset,
): NotificationStore['ripen'] {
  const collect = collectStep(deployment, clockOffset);
  return async (limit, now) => {
    const isDue = sql`deployment = ${deployment} AND state = 'waiting'
      AND due_at <= ${now}::bigint + ${clockOffset(now)}`;
    const isDigest = sql`coalesce(extra LIKE '%"digest_key":%', false)`;
    const step = traceText([{ at: now, step: 'result', status: 'delivered' }]);
    const delivered = await db.query(sql<{ n: number }>`
      WITH due AS MATERIALIZED (
        SELECT n FROM notification.notification WHERE ${isDue} AND NOT ${isDigest}
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ), size AS MATERIALIZED (SELECT count(*) AS count FROM due), allotted AS (
        UPDATE notification.counter
        SET last = greatest(last + 1, ${now}::bigint) + (SELECT count FROM size) - 1
        WHERE deployment = ${deployment} AND (SELECT count FROM size) > 0
        RETURNING last - (SELECT count FROM size) AS before
      ), numbered AS (
        SELECT n, before + row_number() OVER (ORDER BY n) AS next FROM due, allotted
      ), moved AS (
        UPDATE notification.notification AS x SET n = next, first_n = x.n, state = 'delivered',
          due_at = NULL, trace = coalesce(trace || ',', '') || ${step}
        FROM numbered WHERE x.deployment = ${deployment} AND x.n = numbered.n
        RETURNING user_id
      ), notified AS (
        SELECT pg_notify(${inboxChannel}, ${deployment} || ' ' || user_id)
        FROM (SELECT DISTINCT user_id FROM moved) AS grown
      )
      SELECT n FROM due, (SELECT count(*) FROM notified) AS done`);
    const digests = await db.query(sql<Digest>`
      SELECT n, user_id, channel, recipient, extra FROM notification.notification
      WHERE ${isDue} AND ${isDigest} ORDER BY due_at LIMIT ${limit}`);
    let count = delivered.length;
    for (const digest of digests) {
      count += Number(await db.transaction((tx) => collect(tx, digest, now)));
    }
    const more = Math.max(delivered.length, digests.length) === limit;
    return { more, delivered: count };
  };
}

type Digest = Pick<Row, 'n' | 'user_id' | 'channel' | 'recipient'> & { readonly extra: string };

/**
 * Makes a digest of the notifications that have joined it, unless another replica has. Those that
 * wait for the end of quiet hours get one of their own. Yields whether an inbox has it.
 */
function collectStep(deployment: string, clockOffset: ClockOffset) {
  return async (tx: Queries, digest: Digest, now: number) => {
    const { n, user_id, channel } = digest;
    const key = parseExtra(digest.extra).digest_key!;
    const keys = windowKeysOf(key, digest);
    const offset = clockOffset(now);
    const at = (instant: number) => sql`${instant}::bigint + ${offset}`;
    const isWindow = sql`deployment = ${deployment} AND user_id = ${user_id}
      AND channel = ${channel} AND key = ANY(${keys}::text[])`;
    // From here on nobody joins, and all that have joined are visible.
    await tx.query(
      sql`SELECT n FROM notification.digest WHERE ${isWindow} ORDER BY key FOR UPDATE`,
    );
    const [mine] = await tx.query(sql<Pick<Digest, 'extra'>>`
      SELECT extra FROM notification.notification
      WHERE deployment = ${deployment} AND n = ${n} AND state = 'waiting' AND due_at <= ${at(now)}
      FOR UPDATE`);
    if (mine === undefined) return false;
    const extra = parseExtra(mine.extra);
    const joined = await tx.query(sql<JoinedRow>`
      SELECT ${sql.raw(joinedColumns)} FROM notification.notification
      WHERE deployment = ${deployment} AND digest = ${n} AND state = 'joined'
      ORDER BY n FOR UPDATE`);
    await tx.execute(sql`DELETE FROM notification.digest WHERE ${isWindow} AND n = ${n}`);
    const set = (to: Sql, rows: readonly { readonly n: number }[]) =>
      tx.execute(sql`UPDATE notification.notification SET ${to}
        WHERE deployment = ${deployment} AND n = ANY(${rows.map((row) => row.n)}::bigint[])`);
    const further = (steps: string | null) => sql`trace = coalesce(trace || ',', '') || ${steps}`;
    const [own, ...others] = groupsOf(extra, joined, now);
    if (own === undefined) {
      await set(sql`state = 'cancelled', due_at = ${at(now)}`, [digest]);
      return false;
    }
    for (const group of others) {
      const { draft, entry, stepTo } = movedTo(key, group, now);
      const to = await insertOne(tx, { draft, entry, now }, deployment, clockOffset);
      await set(sql`digest = ${to}, ${further(stepTo(to))}`, group.rows);
    }
    if (own.deliverAt !== undefined) {
      const entry = waitingEntry(key, own.deliverAt, deferredStep(own.deliverAt, now));
      const later = sql`due_at = ${at(own.deliverAt)}, extra = ${entry.extra}`;
      await set(sql`${later}, ${further(entry.trace)}`, [digest]);
      return false;
    }
    await set(sql`state = 'digested', due_at = ${at(now)}`, own.rows);
    const { title, body, recipient, extra: rest, step } = filled(extra, own.rows, now);
    const content = sql`title = ${title}, body = ${body}, recipient = ${recipient}, extra = ${rest}`;
    if (channel === 'in_app') {
      const next = await allot(tx, deployment, 1, now);
      const steps = traceText([step, { at: now, step: 'result', status: 'delivered' }]);
      const there = sql`n = ${next}, first_n = n, state = 'delivered', due_at = NULL`;
      await set(sql`${content}, ${further(steps)}, ${there}`, [digest]);
      await notify(tx, deployment, [user_id]);
      return true;
    }
    const due = sql`state = 'pending', due_at = ${at(now)}`;
    await set(sql`${content}, ${further(traceText([step]))}, ${due}`, [digest]);
    return false;
  };
}
