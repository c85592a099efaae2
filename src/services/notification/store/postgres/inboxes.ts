/** Inboxes: their notifications, which of them were read, and how many there are. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { foldFrom, type InboxStore } from '../inboxes.ts';
import { columns, takePage, toNotification, type Row } from '../row.ts';
import { maxPageBytes, type Page } from '../notification-store.ts';
import { inboxChannel } from './accept.ts';

const unread = sql`state = 'delivered' AND read_at IS NULL`;
const alreadyRead = sql`state = 'delivered' AND read_at IS NOT NULL`;

type Find = (db: Pick<Queries, 'query'>, id: number) => Promise<Row | undefined>;

/** @param find the row with a number in its id */
export function inboxSteps(
  db: Postgres,
  deployment: string,
  find: Find,
): Pick<InboxStore, 'inbox' | 'since' | 'count' | 'mark' | 'markAll'> {
  const page = pageReader(db, deployment);
  const bell = inboxOf(deployment);
  const mark = markStep(db, deployment, find);
  return {
    inbox: (userId, before, limit, unreadOnly = false) => {
      const from = sql`n < coalesce((SELECT n FROM notification.notification
        WHERE deployment = ${deployment} AND first_n = ${before}), ${before})`;
      const inboxes = unreadOnly ? [unread] : [unread, alreadyRead];
      return page(userId, limit, from, sql`n DESC`, inboxes);
    },
    since: (userId, after, limit) =>
      page(userId, limit, sql`n > ${after}`, sql`n`, [unread, alreadyRead]),
    async count(userId) {
      for (;;) {
        const counts = await bell.look(db, userId);
        if (counts !== undefined) return counts;
        await db.transaction((tx) => bell.fold(tx, userId));
      }
    },
    mark,
    // From where the portion before it has ended: the index still has what that has changed.
    markAll: (userId, { after, last }, limit, readAt) =>
      db.transaction(async (tx) => {
        const upto = await bell.lock(tx, userId);
        const rows = await tx.query(sql<{ n: number }>`
          UPDATE notification.notification SET read_at = ${readAt}
          WHERE deployment = ${deployment} AND ${unread} AND n = ANY(ARRAY(
            SELECT n FROM notification.notification
            WHERE deployment = ${deployment} AND ${unread} AND user_id = ${userId}
              AND n > ${after} AND n <= ${last}
            ORDER BY n LIMIT ${limit}))
          RETURNING n`);
        const summedUp = rows.filter(({ n }) => n <= upto).length;
        if (rows.length > 0) await bell.change(tx, userId, -summedUp, 0);
        return rows.map(({ n }) => n);
      }),
  };
}

function pageReader(db: Postgres, deployment: string) {
  /** Sums up the sizes first: bodies that do not fit are not read. */
  return async (
    userId: string,
    limit: number,
    range: Sql,
    order: Sql,
    inboxes: readonly Sql[],
  ): Promise<Page> => {
    // A digest stores its text twice.
    const parts = inboxes.map(
      (inbox) => sql`(SELECT n,
          octet_length(body) * CASE WHEN extra LIKE '%"items":[%' THEN 2 ELSE 1 END AS size
        FROM notification.notification
        WHERE deployment = ${deployment} AND ${inbox} AND user_id = ${userId} AND ${range}
        ORDER BY ${order} LIMIT ${limit})`,
    );
    const [one, other] = parts;
    const rows = await db.query(sql<Row>`
      WITH sized AS MATERIALIZED (
        SELECT n, size FROM (${one!} ${other ? sql`UNION ALL ${other}` : sql``}) AS either
        ORDER BY ${order} LIMIT ${limit}
      ), summed AS (SELECT n, sum(size) OVER (ORDER BY ${order}) - size AS before FROM sized)
      SELECT ${sql.raw(columns)} FROM notification.notification
      WHERE deployment = ${deployment}
        AND n IN (SELECT n FROM summed WHERE before < ${maxPageBytes})
      ORDER BY ${order}`);
    return takePage(rows.map(toNotification), limit);
  };
}

/**
 * The table `bell`. A transaction that changes a row that may be summed up first locks the user's
 * row.
 */
export function inboxOf(deployment: string) {
  const rest = (inbox: Sql, userId: string, after: Sql, limit: Sql) => sql`
    SELECT count(*) FROM (SELECT FROM notification.notification
      WHERE deployment = ${deployment} AND ${inbox} AND user_id = ${userId} AND n > ${after}
      ${limit}) AS few`;
  return {
    /** @returns undefined when there is too much to be summed up */
    async look(db: Queries, userId: string) {
      const some = sql`LIMIT ${foldFrom + 1}`;
      const [row] = await db.query(sql<Record<'unread' | 'total' | 'new' | 'more', number>>`
        WITH known AS MATERIALIZED (SELECT coalesce(max(upto), 0) AS upto,
          coalesce(max(unread), 0) AS unread, coalesce(max(total), 0) AS total
          FROM notification.bell WHERE deployment = ${deployment} AND user_id = ${userId})
        SELECT unread, total, (${rest(unread, userId, sql`known.upto`, some)}) AS new,
          (${rest(alreadyRead, userId, sql`known.upto`, some)}) AS more FROM known`);
      const { new: isNew, more, ...known } = row!;
      if (isNew > foldFrom || more > foldFrom) return undefined;
      return { unread: known.unread + isNew, total: known.total + isNew + more };
    },
    /** @returns up to which number it is summed up */
    async lock(tx: Queries, userId: string): Promise<number> {
      const [row] = await tx.query(sql<{ upto: number }>`
        INSERT INTO notification.bell AS b (deployment, user_id, upto, unread, total)
        VALUES (${deployment}, ${userId}, 0, 0, 0)
        ON CONFLICT (deployment, user_id) DO UPDATE SET upto = b.upto RETURNING upto`);
      return row!.upto;
    },
    /** A statement of its own after the lock: it sees all that was changed under it. */
    async fold(tx: Queries, userId: string): Promise<void> {
      const upto = sql`${await this.lock(tx, userId)}::bigint`;
      const all = sql``;
      await tx.execute(sql`
        UPDATE notification.bell SET
          unread = unread + (${rest(unread, userId, upto, all)}),
          total = total + (${rest(unread, userId, upto, all)})
            + (${rest(alreadyRead, userId, upto, all)}),
          upto = greatest(upto, (SELECT max(n) FROM notification.notification
            WHERE deployment = ${deployment} AND ${unread} AND user_id = ${userId}),
            (SELECT max(n) FROM notification.notification
            WHERE deployment = ${deployment} AND ${alreadyRead} AND user_id = ${userId}))
        WHERE deployment = ${deployment} AND user_id = ${userId}`);
    },
    /** Changes the sums, and tells every replica that the inbox has changed. */
    async change(tx: Queries, userId: string, isUnread: number, isThere: number): Promise<void> {
      await tx.execute(sql`
        WITH changed AS (UPDATE notification.bell
          SET unread = unread + ${isUnread}, total = total + ${isThere}
          WHERE deployment = ${deployment} AND user_id = ${userId})
        SELECT pg_notify(${inboxChannel}, ${deployment} || ' ' || ${userId}::text)`);
    },
  };
}

function markStep(db: Postgres, deployment: string, find: Find): InboxStore['mark'] {
  const bell = inboxOf(deployment);
  return async (id, readAt) => {
    const row = await find(db, id);
    if (row?.state !== 'delivered') return undefined;
    const marked = await db.transaction(async (tx) => {
      const upto = await bell.lock(tx, row.user_id);
      const wasOther = readAt === null ? alreadyRead : unread;
      const [changed] = await tx.query(sql<Row>`
        UPDATE notification.notification SET read_at = ${readAt}
        WHERE deployment = ${deployment} AND n = ${row.n} AND ${wasOther}
        RETURNING ${sql.raw(columns)}`);
      if (changed === undefined) return undefined;
      const isSummedUp = row.n <= upto;
      await bell.change(tx, row.user_id, isSummedUp ? (readAt === null ? 1 : -1) : 0, 0);
      return changed;
    });
    const now = marked ?? (await find(db, id));
    return now?.state === 'delivered' ? toNotification(now) : undefined;
  };
}
