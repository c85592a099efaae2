/** The shared store: any number of replicas on one PostgreSQL. */
import { batch } from '#kit/stores/batch.ts';
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { common, Refusal } from '#kit/web/problem.ts';
import { searchedText } from '../../text-search/fold.ts';
import { gramsOf } from '../../text-search/grams.ts';
import { eraSize, searchNewestFirst } from '../../text-search/newest-first.ts';
import type { NewVideo, Page, VideoRecord, VideoStore } from '../store.ts';
import { columns, findVideos, videoIndex } from './video-index.ts';

/** How long a view or an upload waits for the batch before it, milliseconds. */
const timeoutMs = 50;

/**
 * @param deployment which catalog: several may share a database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(url: string, deployment: string): Promise<VideoStore> {
  const folder = new URL('./sql/', import.meta.url);
  return postgresStore(await openPostgres(url, 'video-catalog', folder), deployment);
}

function postgresStore(db: Postgres, deployment: string): VideoStore {
  const index = videoIndex(db, deployment);
  return {
    ...lifecycleOf(db),
    // Few at a time: texts may be long, and a statement must end before its timeout.
    create: batch((videos) => createAll(db, deployment, videos), { timeoutMs, maxSize: 16 }),
    view: batch((ns) => viewAll(db, deployment, ns), { timeoutMs, maxSize: 1_000 }),
    list: ({ before, count }) => findVideos(db, deployment, pageOf(deployment, { before, count })),
    search: (query, page) => searchNewestFirst(index, query, page),
  };
}

const pageOf = (deployment: string, { before, count }: Page): Sql => sql`
  SELECT n FROM video_catalog.video
  WHERE deployment = ${deployment} AND n < ${before} ORDER BY n DESC LIMIT ${count}`;

async function createAll(
  db: Postgres,
  deployment: string,
  videos: readonly NewVideo[],
): Promise<VideoRecord[]> {
  const given = await Promise.all(
    videos.map(async (video, place) => {
      const searched = await searchedText(video.title, video.description, video.tags);
      return { ...video, place, searched, grams: (await gramsOf(searched)) ?? null };
    }),
  );
  const now = Math.max(...videos.map(({ createdAt }) => createdAt));
  const rows = await db.query(sql<{ n: number; uploadedAt: number }>`
    WITH newest AS (
      INSERT INTO video_catalog.newest AS old (deployment, n, uploaded_at)
      VALUES (${deployment}, ${videos.length}, ${now})
      ON CONFLICT (deployment) DO UPDATE SET n = old.n + excluded.n,
        uploaded_at = greatest(old.uploaded_at, excluded.uploaded_at)
      RETURNING n, uploaded_at
    ), given AS MATERIALIZED (
      SELECT newest.n - ${videos.length} + 1 + place AS n, newest.uploaded_at, given.*
      FROM newest, json_to_recordset(${JSON.stringify(given)}::text::json) AS given (place int,
        title text, description text, tags text[], "createdAt" bigint, "durationSecs" int,
        searched text, grams text[])
    ), views AS (
      INSERT INTO video_catalog.views SELECT ${deployment}, n, 0 FROM given
    )
    INSERT INTO video_catalog.video
    SELECT ${deployment}, n, title, description, tags, "createdAt", uploaded_at, "durationSecs",
      searched, video_catalog.terms_of(${deployment}, n / ${eraSize}, grams)
    FROM given ORDER BY n
    RETURNING n, uploaded_at AS "uploadedAt"`);
  return videos.map((video, i) => ({ ...video, ...rows[i]!, viewCount: 0 }));
}

/** Counts views; while the disk is full it shows what there is. */
async function viewAll(
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
