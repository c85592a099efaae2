/** The step that counts views. */
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { common, Refusal } from '#kit/web/problem.ts';
import type { VideoRecord } from '../video-catalog-store.ts';
import { columns, findVideos } from './video-index.ts';

/** Counts views; while the disk is full it shows what there is. */
export async function viewAll(
  db: Postgres,
  deployment: string,
  ns: readonly number[],
): Promise<(VideoRecord | undefined)[]> {
  try {
    return await countViews(db, deployment, ns);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === common.STORE_FULL.code)) throw error;
    const rows = await findVideos(db, deployment, sql`SELECT unnest(${[...ns]}::bigint[])`);
    const records = new Map(rows.map((row) => [row.n, row]));
    return ns.map((n) => records.get(n));
  }
}

async function countViews(
  db: Postgres,
  deployment: string,
  ns: readonly number[],
): Promise<(VideoRecord | undefined)[]> {
  const views = new Map<number, number>();
  for (const n of ns) views.set(n, (views.get(n) ?? 0) + 1);
  const rows = await db.query(sql<VideoRecord>`
    WITH viewed AS (
      SELECT * FROM unnest(${[...views.keys()]}::bigint[], ${[...views.values()]}::bigint[])
        AS viewed (n, views)
    ), locked AS MATERIALIZED ( -- in one order everywhere, so that no two batches deadlock
      SELECT n FROM video_catalog.views
      WHERE deployment = ${deployment} AND n IN (SELECT n FROM viewed)
      ORDER BY n FOR UPDATE
    ), counted AS (
      UPDATE video_catalog.views AS v SET view_count = view_count + views
      FROM locked JOIN viewed USING (n)
      WHERE v.deployment = ${deployment} AND v.n = locked.n
      RETURNING v.*
    )
    SELECT ${columns} FROM counted JOIN video_catalog.video USING (deployment, n)`);
  const records = new Map(rows.map((row) => [row.n, row]));
  return ns.map((n) => {
    const last = records.get(n);
    if (last === undefined) return undefined;
    // Views of one batch get consecutive counts: the first the lowest, the last the stored one.
    const later = views.get(n)! - 1;
    views.set(n, later);
    return { ...last, viewCount: last.viewCount - later };
  });
}
