/**
 * Fills the stores of bench/news-feed.ts: every user follows the same number of authors, every
 * author has the same number of followers and posts. All of it is written as the services would
 * have left it, in bulk.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { sql, type Sql } from '../../src/kit/stores/sql.ts';
import { openDatabase as openPostgres } from '../../src/services/news-feed/store/postgres/postgres-news-feed-store.ts';
import { openDatabase as openSqlite } from '../../src/services/news-feed/store/sqlite/sqlite-news-feed-store.ts';

export interface Sizes {
  /** Named u0, u1, …; the first of them are the authors. */
  readonly users: number;
  readonly authors: number;
  /** Authors that each user follows. */
  readonly following: number;
  readonly postsPerAuthor: number;
}

export function sizesFor(users: number, entries: number): Sizes {
  const [following, followers] = [20, 1_000];
  const authors = Math.max(following + 1, Math.round((users * following) / followers));
  return { users, authors, following, postsPerAuthor: Math.ceil(entries / following) };
}

export const text =
  'What a day: the kettle sang, the cat replied, and nobody wrote it down until now.';
const firstSecond = Date.UTC(2026, 0, 1) / 1_000;

export async function fillSqlite(folder: string, sizes: Sizes): Promise<void> {
  const file = join(folder, 'news-feed.db');
  await openSqlite({ file }).close();
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; BEGIN');
  const numbers = (count: string) => `WITH RECURSIVE n(i) AS
    (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})`;
  const { users, authors, following, postsPerAuthor } = sizes;
  const step = Math.floor(authors / following);
  const endOfTime = Number.MAX_SAFE_INTEGER;
  db.exec(`
    INSERT INTO account (n, id, followees, created_at)
      ${numbers(String(users))} SELECT i + 1, 'u' || i, ${following + 1}, 0 FROM n;
    INSERT INTO post (author, id, nth, content, created_at)
      ${numbers(String(authors * postsPerAuthor))}
      SELECT i % ${authors} + 1, 'u' || (i % ${authors}) || '_' ||
        strftime('%Y%m%d%H%M%S', ${firstSecond} + i / ${authors}, 'unixepoch'), 1, '${text}',
        1000 * (${firstSecond} + i / ${authors}) FROM n;
    INSERT INTO follow (follower, followee, since, until)
      ${numbers(String(users))} SELECT i + 1, i + 1, 0, ${endOfTime} FROM n;
    INSERT OR IGNORE INTO follow (follower, followee, since, until)
      ${numbers(String(users * following))}
      SELECT i / ${following} + 1,
        (i / ${following} + i % ${following} * ${step} + 1) % ${authors} + 1, 0, ${endOfTime} FROM n;
    COMMIT`);
  db.close();
}

export async function fillPostgres(url: string, deployment: string, sizes: Sizes): Promise<void> {
  await (await openPostgres(url)).close();
  const { users, authors, following, postsPerAuthor } = sizes;
  const step = Math.floor(authors / following);
  const client = new Client(url);
  await client.connect();
  const run = (statement: Sql) => client.query({ text: statement.text, values: statement.values });
  await run(sql`BEGIN`);
  await run(sql`SET LOCAL synchronous_commit = off`);
  await run(sql`INSERT INTO news_feed.account (deployment, id, followees, created_at)
      SELECT ${deployment}, 'u' || i, ${following + 1}::int, 0
      FROM generate_series(0, ${users - 1}::int) AS i ORDER BY i`);
  await run(sql`CREATE TEMPORARY TABLE numbered ON COMMIT DROP AS
      SELECT n, substr(id, 2)::int AS i FROM news_feed.account WHERE deployment = ${deployment}`);
  await run(sql`CREATE UNIQUE INDEX ON numbered (i)`);
  await run(
    sql`INSERT INTO news_feed.follow (follower, followee, since) SELECT n, n, 0 FROM numbered`,
  );
  await run(sql`INSERT INTO news_feed.follow (follower, followee, since)
      SELECT reader.n, writer.n, 0
      FROM numbered AS reader CROSS JOIN generate_series(0, ${following - 1}::int) AS j
      JOIN numbered AS writer ON writer.i = (reader.i + j * ${step}::int + 1) % ${authors}::int
      ON CONFLICT DO NOTHING`);
  await run(sql`INSERT INTO news_feed.post
      (seq, deployment, author, id, nth, content, created_at)
      SELECT row_number() OVER (ORDER BY round, i), ${deployment}, n, 'u' || i || '_' ||
        to_char(to_timestamp(${firstSecond}::int + round) AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISS'),
        1, ${text}, 1000 * (${firstSecond}::bigint + round)
      FROM numbered CROSS JOIN generate_series(0, ${postsPerAuthor - 1}::int) AS round
      WHERE i < ${authors}`);
  await run(sql`COMMIT`);
  await run(sql`VACUUM ANALYZE news_feed.post, news_feed.follow, news_feed.account`);
  await client.end();
}
