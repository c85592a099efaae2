import { openPostgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { Content } from '../contents/contents-store.ts';
import { findMisplaced } from './misplaced.ts';
import type { Miscounted, ScrubRecord } from './record.ts';

/** How long it may take to count all references, milliseconds. */
const countLimitMs = 10 * 60_000;

/** @throws StartupError when nothing answers at `url` */
export async function openPostgresScrubRecord(
  url: string,
  deployment: string,
): Promise<ScrubRecord> {
  const db = await openPostgres(
    url,
    'file-store',
    new URL('../store/postgres/sql/', import.meta.url),
  );
  return {
    contents: async (after, limit) =>
      db.query(sql<Content>`
        SELECT id, hash, size FROM file_store.content
        WHERE deployment = ${deployment} AND stored AND id > ${after} ORDER BY id LIMIT ${limit}`),
    async expects({ id, hash }) {
      const rows = await db.query(sql`
        SELECT 1 FROM file_store.content
        WHERE id = ${id} AND hash = ${hash} AND deployment = ${deployment} AND stored`);
      return rows.length > 0;
    },
    async knows({ id, hash }) {
      const rows = await db.query(sql`
        SELECT 1 FROM file_store.content
        WHERE id = ${id} AND hash = ${hash} AND deployment = ${deployment}
        UNION ALL SELECT 1 FROM file_store.deletion
        WHERE id = ${id} AND hash = ${hash} AND deployment = ${deployment}`);
      return rows.length > 0;
    },
    miscounted: async () =>
      db.within(countLimitMs).query(sql<Miscounted>`
        SELECT id, refs, coalesce(found, 0)::integer AS found
        FROM (
          SELECT content AS id, count(*) AS found FROM (
            SELECT version.content
            FROM file_store.file JOIN file_store.version ON version.file = file.id
            WHERE file.deployment = ${deployment}
            UNION ALL
            SELECT upload_piece.content
            FROM file_store.upload JOIN file_store.upload_piece ON upload_piece.upload = upload.id
            WHERE upload.deployment = ${deployment}
          ) AS referring GROUP BY content
        ) AS counted
        FULL JOIN (
          SELECT id, refs FROM file_store.content WHERE deployment = ${deployment}
        ) AS known USING (id)
        WHERE refs IS DISTINCT FROM coalesce(found, 0) ORDER BY id`),
    misplaced: async () =>
      db.within(countLimitMs).query(findMisplaced('file_store.', sql`deployment = ${deployment}`)),
    close: () => db.close(),
  };
}
