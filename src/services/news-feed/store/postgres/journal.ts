/** Posts delivered to users after a number, read from PostgreSQL. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { journalWindow, type JournalReads } from '../journal.ts';

/** Readers of one query. */
const readersAtOnce = 500;

/** @param slow for readers who are far behind */
export function postgresJournal(db: Queries, slow: Queries, deployment: string): JournalReads {
  async function last(): Promise<number> {
    const [row] = await db.query(sql<{ last: number }>`
      SELECT news_feed.last_change(${deployment}) AS last`);
    return row!.last;
  }

  async function receiversAmong(users: readonly string[], after: number): Promise<string[]> {
    const rows = await db.query(sql<{ user: string }>`
      WITH writers AS MATERIALIZED (
        SELECT DISTINCT author FROM news_feed.post WHERE deployment = ${deployment} AND seq > ${after}
      )
      SELECT who AS user FROM unnest(${users}::text[]) AS who
      JOIN news_feed.account ON deployment = ${deployment} AND account.id = who
      WHERE EXISTS (SELECT FROM writers JOIN news_feed.follow
        ON follower = account.n AND followee = author AND until > ${after})`);
    return rows.map(({ user }) => user);
  }

  return {
    last,

    async deliveredAfter(user, after, limit) {
      const present = await last();
      const from = Math.min(after, present);
      const [row] = await (present - from > journalWindow ? slow : db).query(sql<{
        numbers: number[] | null;
        upTo: number;
        last: number;
      }>`
        SELECT numbers, up_to AS "upTo", last
        FROM news_feed.last_change(${deployment}) AS last,
        (SELECT n FROM news_feed.account WHERE deployment = ${deployment} AND id = ${user}) AS reader,
        LATERAL news_feed.delivered_after(${deployment}, n, ${from}, last, ${limit}::integer,
          ${journalWindow}::integer)`);
      if (row === undefined) return undefined;
      return { numbers: row.numbers ?? [], upTo: row.upTo, more: row.upTo < row.last };
    },

    async receivers(users, after) {
      if ((await last()) - after > journalWindow) return users;
      const found: string[] = [];
      for (let i = 0; i < users.length; i += readersAtOnce) {
        found.push(...(await receiversAmong(users.slice(i, i + readersAtOnce), after)));
      }
      return found;
    },
  };
}
