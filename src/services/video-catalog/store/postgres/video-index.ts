/** Reading videos, and what a search reads. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import type { RankedIndex, Walked } from '../../text-search/most-viewed.ts';
import type { Terms, VideoIndex } from '../../text-search/newest-first.ts';
import type { PagePosition, Selection, VideoRecord } from '../video-catalog-store.ts';

export const columns = sql`n, title, description, to_json(tags) AS tags, details,
  created_at AS "createdAt", uploaded_at AS "uploadedAt", duration_secs AS "durationSecs",
  view_count AS "viewCount"`;

/** The terms of a video, beside its era; null when it has too many. */
export const termsOf = (terms: Terms | undefined): string[] | null =>
  terms === undefined ? null : [...terms.grams, ...terms.tags.map((tag) => `tag:${tag}`)];

const selected = ({ query, tag, created: { after, until } }: Selection) =>
  sql`${query}::text, ${tag ?? null}::text, ${after}::bigint, ${until}::bigint`;

export const isSelected = (selection: Selection) =>
  sql`video_catalog.is_selected(video, ${selected(selection)})`;

/**
 * Newest first.
 *
 * @param numbers yields their n; an array, so that both tables are looked up by key, whatever the
 *   statistics say
 */
export type Find<T> = (db: Queries, deployment: string, numbers: Sql) => Promise<T[]>;

export const findVideos: Find<VideoRecord> = (db, deployment, numbers) =>
  db.query(sql<VideoRecord>`
    SELECT ${columns} FROM unnest(ARRAY(${numbers})) AS wanted (n)
    JOIN video_catalog.video USING (n) JOIN video_catalog.views USING (deployment, n)
    WHERE deployment = ${deployment} ORDER BY n DESC`);

const findPlaces: Find<PagePosition> = (db, deployment, numbers) =>
  db.query(sql<PagePosition>`
    SELECT n, view_count AS "viewCount" FROM unnest(ARRAY(${numbers})) AS wanted (n)
    JOIN video_catalog.views USING (n) WHERE deployment = ${deployment} ORDER BY n DESC`);

export function videoIndex<T>(db: Postgres, deployment: string, find: Find<T>): VideoIndex<T> {
  return {
    async newest() {
      const [row] = await db.query(sql<{ n: number }>`
        SELECT n FROM video_catalog.newest WHERE deployment = ${deployment}`);
      return row?.n ?? 0;
    },

    async firstAfter(instant) {
      const [row] = await db.query(sql<{ n: number }>`
        SELECT n FROM video_catalog.video
        WHERE deployment = ${deployment} AND uploaded_at <= ${instant}
        ORDER BY uploaded_at DESC, n DESC LIMIT 1`);
      return (row?.n ?? 0) + 1;
    },

    compare: (selection, from, { before, count }) =>
      find(
        db,
        deployment,
        sql`
        SELECT n FROM video_catalog.video
        WHERE deployment = ${deployment} AND n < ${before} AND n >= ${from}
          AND ${isSelected(selection)}
        ORDER BY n DESC LIMIT ${count}`,
      ),

    // Many long texts may have all the terms of a selection and not match.
    lookUp: (selection, terms, era, { before, count }) =>
      find(
        db.within(),
        deployment,
        sql`SELECT video_catalog.look_up(${deployment}, ${selected(selection)},
          ${termsOf(terms)}::text[], ${era}, ${before}, ${count})`,
      ),
  };
}

export function rankedIndex(db: Postgres, deployment: string): RankedIndex {
  return {
    ...videoIndex(db, deployment, findPlaces),
    walk: (selection, { behind, count }) =>
      db.query(sql<Walked>`
        WITH walked AS MATERIALIZED (
          SELECT n, view_count FROM video_catalog.views
          WHERE deployment = ${deployment}
            AND (view_count, n) < (${behind.viewCount}::bigint, ${behind.n}::bigint)
          ORDER BY view_count DESC, n DESC LIMIT ${count}
        )
        SELECT n, view_count AS "viewCount", ${isSelected(selection)} AS "isSelected"
        FROM walked JOIN video_catalog.video USING (n)
        WHERE deployment = ${deployment} ORDER BY view_count DESC, n DESC`),
  };
}
