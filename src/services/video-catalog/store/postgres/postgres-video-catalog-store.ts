/** The shared store: any number of replicas on one PostgreSQL. */
import { batch } from '#kit/stores/batch.ts';
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { searchMostViewed } from '../../text-search/most-viewed.ts';
import { searchNewestFirst } from '../../text-search/newest-first.ts';
import { forgetLimit, type VideoStore } from '../video-catalog-store.ts';
import { changeSteps } from './change.ts';
import { createAll, type Request } from './create.ts';
import { findVideos, isSelected, rankedIndex, videoIndex } from './video-index.ts';
import { viewAll } from './views.ts';

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
  const index = videoIndex(db, deployment, findVideos);
  const ranking = rankedIndex(db, deployment);
  // Few at a time: texts may be long, and a statement must end before its timeout.
  const create = batch((requests: readonly Request[]) => createAll(db, deployment, requests), {
    timeoutMs,
    maxSize: 16,
  });
  return {
    ...lifecycleOf(db),
    create: (video, key) => create({ video, key }),
    view: batch((ns) => viewAll(db, deployment, ns), { timeoutMs, maxSize: 1_000 }),
    ...changeSteps(db, deployment),
    read: (ns, selection) =>
      findVideos(
        db,
        deployment,
        sql`
        SELECT n FROM video_catalog.video
        WHERE deployment = ${deployment} AND n = ANY (${[...ns]}::bigint[])
          AND ${isSelected(selection)}`,
      ),
    newest: (selection, page) => searchNewestFirst(index, selection, page),
    mostViewed: (selection, page) => searchMostViewed(ranking, selection, page),

    /** Replicas may call this at once: each skips the rows that another one is deleting. */
    async forget(now) {
      const forgotten = await db.execute(sql`
        DELETE FROM video_catalog.idempotency_key
        WHERE deployment = ${deployment} AND key = ANY (ARRAY(
          SELECT key FROM video_catalog.idempotency_key
          WHERE deployment = ${deployment} AND expires_at <= ${now}
          ORDER BY expires_at LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED))`);
      return forgotten === forgetLimit;
    },
  };
}
