/** How much a user keeps. */
import { sql } from '#kit/stores/sql.ts';
import type { FileStore, Kept } from '../file-store.ts';
import type { Database } from './rows.ts';

export function postgresUsage({
  db,
  deployment,
}: Database): Pick<FileStore, 'usage' | 'servingLinks'> {
  return {
    async usage(ownerId, now, most) {
      const [kept] = await db.query(sql<Kept>`
        SELECT count(*) AS items, coalesce(sum(size), 0)::bigint AS bytes FROM (
          SELECT content.size FROM file_store.file
            JOIN file_store.version ON version.file = file.id
            JOIN file_store.content ON content.id = version.content
            WHERE file.deployment = ${deployment} AND file.owner_id = ${ownerId}
          UNION ALL SELECT 0 FROM file_store.folder
            WHERE deployment = ${deployment} AND owner_id = ${ownerId}
          UNION ALL SELECT length FROM file_store.upload
            WHERE deployment = ${deployment} AND uploader = ${ownerId} AND file IS NULL
              AND expires_at > ${now}
          LIMIT ${most}) AS kept`);
      return kept!;
    },

    async servingLinks(ownerId, now, most) {
      const [counted] = await db.query(sql<{ count: number }>`
        SELECT count(*) AS count FROM (
          SELECT FROM file_store.file JOIN file_store.link ON link.file = file.id
          WHERE file.deployment = ${deployment} AND file.owner_id = ${ownerId}
            AND revoked_at IS NULL AND expires_at > ${now}
            AND (max_downloads IS NULL OR downloads < max_downloads)
          LIMIT ${most}) AS serving`);
      return counted!.count;
    },
  };
}
