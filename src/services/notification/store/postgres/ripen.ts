/** What waits for an instant: digests, and notifications that come into an inbox later. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { digestText } from '../../rules/digest-text.ts';
import type { DigestItem } from '../../schemas.ts';
import { parseExtra, traceText } from '../row.ts';
import type { NotificationStore } from '../store.ts';
import { allot, inboxChannel, notify, type ClockOffset } from './accept.ts';

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
      SELECT n, user_id, channel, extra FROM notification.notification
      WHERE ${isDue} AND ${isDigest} ORDER BY due_at LIMIT ${limit}`);
    let count = delivered.length;
    for (const digest of digests) {
      count += Number(await db.transaction((tx) => collect(tx, digest, now)));
    }
    const more = Math.max(delivered.length, digests.length) === limit;
    return { more, delivered: count };
  };
}

interface Digest {
  readonly n: number;
  readonly user_id: string;
  readonly channel: string;
  readonly extra: string;
}

/** Makes a digest of what has joined it, unless another replica has. Yields whether an inbox has it. */
function collectStep(deployment: string, clockOffset: ClockOffset) {
  return async (tx: Queries, { n, user_id, channel, extra }: Digest, now: number) => {
    const { digest_key: key, ...rest } = parseExtra(extra);
    // From here on nobody joins, and who has joined is visible.
    await tx.query(sql`SELECT n FROM notification.digest
      WHERE deployment = ${deployment} AND user_id = ${user_id} AND channel = ${channel}
        AND key = ${key!} FOR UPDATE`);
    const isMine = await tx.execute(sql`SELECT n FROM notification.notification
      WHERE deployment = ${deployment} AND n = ${n} AND state = 'waiting' FOR UPDATE`);
    if (isMine === 0) return false;
    const offset = clockOffset(now);
    const joined = await tx.query(sql<DigestItem>`
      UPDATE notification.notification SET state = 'digested', due_at = ${now}::bigint + ${offset}
      WHERE deployment = ${deployment} AND digest = ${n} AND state = 'joined'
      RETURNING title, body, n AS at`);
    await tx.execute(sql`DELETE FROM notification.digest
      WHERE deployment = ${deployment} AND user_id = ${user_id} AND channel = ${channel}
        AND key = ${key!} AND n = ${n}`);
    const set = (to: ReturnType<typeof sql>) =>
      tx.execute(sql`
      UPDATE notification.notification SET ${to} WHERE deployment = ${deployment} AND n = ${n}`);
    if (joined.length === 0) {
      await set(sql`state = 'cancelled', due_at = ${now}::bigint + ${offset}`);
      return false;
    }
    const items = joined.toSorted((a, b) => a.at - b.at);
    const { title, body } = digestText(channel, items);
    const trace = [{ at: now, step: 'digest', key: key!, items: items.length }];
    const text = sql`title = ${title}, body = ${body}, extra = ${JSON.stringify({ ...rest, items })}`;
    if (channel === 'in_app') {
      const next = await allot(tx, deployment, 1, now);
      const all = traceText([...trace, { at: now, step: 'result', status: 'delivered' }]);
      await set(sql`${text}, trace = ${all}, n = ${next}, first_n = n, state = 'delivered',
        due_at = NULL`);
      await notify(tx, deployment, [user_id]);
    } else {
      await set(sql`${text}, trace = ${traceText(trace)}, state = 'pending',
        due_at = ${now}::bigint + ${offset}`);
    }
    return channel === 'in_app';
  };
}
