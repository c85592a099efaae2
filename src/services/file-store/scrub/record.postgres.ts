import { openPostgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { Content } from '../contents/store.ts';
import type { ScrubRecord, Miscounted } from './record.ts';

/** How long it may take to count all versions, milliseconds. */
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
        SELECT id, refs, coalesce(versions, 0)::integer AS versions
        FROM (
          SELECT version.content AS id, count(*) AS versions
          FROM file_store.file JOIN file_store.version ON version.file = file.id
          WHERE file.deployment = ${deployment} GROUP BY version.content
        ) AS counted
        FULL JOIN (
          SELECT id, refs FROM file_store.content WHERE deployment = ${deployment}
        ) AS known USING (id)
        WHERE refs IS DISTINCT FROM coalesce(versions, 0) ORDER BY id`),
    close: () => db.close(),
  };
}
