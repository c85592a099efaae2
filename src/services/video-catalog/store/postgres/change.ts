/** The steps that change and remove a video. */
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { indexedOf } from '../../text-search/indexed.ts';
import { eraOf } from '../../text-search/newest-first.ts';
import { videoDetails } from '../../details.ts';
import type { VideoRecord, VideoStore } from '../video-catalog-store.ts';
import { hasSameTexts } from '../texts.ts';
import { columns, termsOf } from './video-index.ts';

export function changeSteps(db: Postgres, deployment: string): Pick<VideoStore, 'edit' | 'remove'> {
  return {
    // The lock orders changes: each has the members that the ones before it left.
    edit: (n, changes) =>
      db.transaction(async (tx) => {
        const [before] = await tx.query(sql<VideoRecord>`
          SELECT ${columns} FROM video_catalog.video JOIN video_catalog.views USING (deployment, n)
          WHERE deployment = ${deployment} AND n = ${n} FOR UPDATE OF video`);
        if (before === undefined) return undefined;
        const { details: detailChanges = {}, ...texts } = changes;
        const details = videoDetails.changed(before.details, detailChanges);
        const after = { ...before, ...texts, details };
        if (Object.keys(detailChanges).length > 0) {
          await tx.execute(sql`
            UPDATE video_catalog.video SET details = ${JSON.stringify(details)}::jsonb
            WHERE deployment = ${deployment} AND n = ${n}`);
        }
        if (hasSameTexts(after, before)) return after;
        const { title, description, tags } = after;
        const { searched, terms } = await indexedOf(after);
        await tx.execute(sql`
          UPDATE video_catalog.video SET title = ${title}, description = ${description},
            tags = ${[...tags]}::text[], searched = ${searched},
            terms = video_catalog.terms_of(${deployment}, ${eraOf(n)}, ${termsOf(terms)}::text[])
          WHERE deployment = ${deployment} AND n = ${n}`);
        return after;
      }),

    // A view locks the count alone, so the count goes first: a view that waits for it then finds
    // nothing.
    async remove(n) {
      const removed = await db.execute(sql`
        WITH gone AS (
          DELETE FROM video_catalog.views WHERE deployment = ${deployment} AND n = ${n} RETURNING n
        )
        DELETE FROM video_catalog.video USING gone
        WHERE deployment = ${deployment} AND video.n = gone.n`);
      return removed === 1;
    },
  };
}
