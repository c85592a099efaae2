/** How much a user keeps. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { FileStore, Kept } from '../file-store.ts';

export function sqliteUsage(db: Sqlite): Pick<FileStore, 'usage' | 'servingLinks'> {
  const usage = db.get<Kept>(
    `SELECT count(*) AS items, coalesce(sum(size), 0) AS bytes FROM (
      SELECT content.size FROM file JOIN version ON version.file = file.id
        JOIN content ON content.id = version.content WHERE file.owner_id = ?1
      UNION ALL SELECT 0 FROM folder WHERE owner_id = ?1
      UNION ALL SELECT length FROM upload
        WHERE uploader = ?1 AND file IS NULL AND expires_at > ?2
      LIMIT ?3)`,
  );
  const links = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
      SELECT 1 FROM file JOIN link ON link.file = file.id
      WHERE file.owner_id = ? AND revoked_at IS NULL AND expires_at > ?
        AND (max_downloads IS NULL OR downloads < max_downloads)
      LIMIT ?)`,
  );
  return {
    usage: async (ownerId, now, most) => usage(ownerId, now, most)!,
    servingLinks: async (ownerId, now, most) => links(ownerId, now, most)!.count,
  };
}
