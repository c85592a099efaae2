/** Reading videos, and what a search reads. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import type { VideoIndex } from '../../text-search/newest-first.ts';
import type { VideoRecord } from '../store.ts';

export const columns = sql`n, title, description, to_json(tags) AS tags,
  created_at AS "createdAt", uploaded_at AS "uploadedAt", duration_secs AS "durationSecs",
  view_count AS "viewCount"`;

/**
 * Newest first.
 *
 * @param numbers yields their n; an array, so that both tables are looked up by key, whatever the
 *   statistics say
 */
export function findVideos(db: Queries, deployment: string, numbers: Sql): Promise<VideoRecord[]> {
  return db.query(sql<VideoRecord>`
    SELECT ${columns} FROM unnest(ARRAY(${numbers})) AS wanted (n)
    JOIN video_catalog.video USING (n) JOIN video_catalog.views USING (deployment, n)
    WHERE deployment = ${deployment} ORDER BY n DESC`);
}

export function videoIndex(db: Postgres, deployment: string): VideoIndex {
  return {
    async newest() {
      const [row] = await db.query(sql<{ n: number }>`
        SELECT n FROM video_catalog.newest WHERE deployment = ${deployment}`);
      return row?.n ?? 0;
    },

    compare: (query, from, { before, count }) =>
      findVideos(
        db,
        deployment,
        sql`
        SELECT n FROM video_catalog.video
        WHERE deployment = ${deployment} AND n < ${before} AND n >= ${from}
          AND strpos(searched, ${query}) > 0
        ORDER BY n DESC LIMIT ${count}`,
      ),

    // Many long texts may have all the grams of a query and not match.
    lookUp: (query, grams, era, { before, count }) =>
      findVideos(
        db.within(),
        deployment,
        sql`SELECT video_catalog.look_up(
          ${deployment}, ${query}, ${grams}::text[], ${era}, ${before}, ${count})`,
      ),
  };
}
