/**
 * The data of timelines in memory, read from PostgreSQL. Reads that come together share a query.
 * Accounts are looked up one by one, by subqueries: a join may be planned as a walk through all of them.
 */
import { batch } from '#kit/stores/batch.ts';
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { shownPost, type Post } from '../post.ts';
import { changesMax, type Asked, type Changes, type FeedReads } from '../timelines.ts';

/** How long a read waits for the query under way, milliseconds. */
const timeoutMs = 1;
/** Reads of one query. */
const maxSize = 128;

/** Only for timelines that are unknown or not up to date. */
interface ChangesRow {
  /** Position in the list of those who asked, from 1. */
  readonly position: number;
  readonly is_known: boolean;
  readonly last: number;
  readonly is_anew: boolean | null;
  /** Null: none. */
  readonly delivered: number[] | null;
  readonly deleted: number[] | null;
}

interface PostRow extends Pick<Post, 'id' | 'user_id' | 'content' | 'created_at'> {
  readonly seq: number;
  /** Null: the row has nothing more. */
  readonly more:
    | readonly [
        extra: string | null,
        reactions: Readonly<Record<string, number>> | null,
        comments: number | null,
      ]
    | null;
}

/** @param slow for full reads of timelines, of many followees and for many readers at once */
export function postgresReads(
  db: Pick<Queries, 'query'>,
  slow: Pick<Queries, 'query'>,
  deployment: string,
  timelineMax: number,
): FeedReads {
  async function changes(asked: readonly Asked[]): Promise<(Changes | undefined)[]> {
    const isAnew = asked.some(({ upTo }) => upTo === undefined);
    const rows = await (isAnew ? slow : db).query(sql<ChangesRow>`
      SELECT position::int, reader.n IS NOT NULL AS is_known, last, is_anew, delivered, deleted
      FROM news_feed.last_change(${deployment}) AS last
      JOIN unnest(${asked.map(({ user }) => user)}::text[],
          ${asked.map(({ upTo = -1 }) => upTo)}::bigint[],
          ${asked.map(({ depth }) => depth)}::int[])
        WITH ORDINALITY AS asked (id, up_to, depth, position) ON up_to < last
      LEFT JOIN LATERAL (
        SELECT n, followees, quiet, changed FROM news_feed.account
        WHERE deployment = ${deployment} AND account.id = asked.id LIMIT 1
      ) AS reader ON true
      LEFT JOIN LATERAL news_feed.changes(${deployment}, reader.n, reader.followees,
        reader.quiet, reader.changed, last, up_to, depth, ${timelineMax}::int,
        ${changesMax}::int) ON true`);
    const found = new Map(rows.map((row) => [row.position, row]));
    return asked.map(({ upTo }, i) => {
      const row = found.get(i + 1);
      // A timeline that is up to date has no row.
      if (row === undefined) return { upTo: upTo!, isAnew: false, delivered: [], deleted: [] };
      if (!row.is_known) return undefined;
      const { last, is_anew, delivered, deleted } = row;
      return {
        upTo: last,
        isAnew: is_anew === true,
        delivered: delivered ?? [],
        deleted: deleted ?? [],
      };
    });
  }

  async function posts(lists: readonly (readonly number[])[]): Promise<Post[][]> {
    const rows = await db.query(sql<PostRow>`
      SELECT seq, id, (SELECT account.id FROM news_feed.account WHERE n = author) AS user_id,
        content, created_at, CASE WHEN has_more THEN (
          SELECT json_build_array(extra, reactions, comments) FROM (SELECT extra) AS own
          LEFT JOIN news_feed.talk ON talk.deployment = ${deployment} AND talk.post = seq
        ) END AS more
      FROM news_feed.post
      WHERE deployment = ${deployment} AND seq = ANY(${[...new Set(lists.flat())]})
        AND content IS NOT NULL`);
    const found = new Map(
      rows.map(({ seq, more, ...post }) => {
        if (more === null) return [seq, post];
        const [extra, reactions, comments] = more;
        return [seq, shownPost(post, extra, reactions ?? {}, comments ?? 0)];
      }),
    );
    return lists.map((numbers) => numbers.flatMap((number) => found.get(number) ?? []));
  }

  return {
    changes: batch(changes, { timeoutMs, maxSize }),
    posts: batch(posts),
    async postsOf(user, before, count) {
      const rows = await db.query(sql<{ readonly list: number[] | null }>`
        SELECT (SELECT json_agg(seq) FROM (
          SELECT seq FROM news_feed.post
          WHERE author = writer.n AND seq < ${before} AND removed IS NULL
          ORDER BY seq DESC LIMIT ${count}
        ) AS newest) AS list
        FROM news_feed.account AS writer
        WHERE deployment = ${deployment} AND writer.id = ${user}`);
      return rows.length === 0 ? undefined : (rows[0]!.list ?? []);
    },
  };
}
