/** Files, their versions, and the contents that these refer to. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { numberOf, parentNumber, type File, type FileStore, type Version } from '../store.ts';
import { fileColumns, fromRow, versionColumns, type Row } from './rows.ts';

type Versions = Pick<FileStore, 'createFile' | 'appendVersion' | 'versions' | 'deleteFile'>;

export function sqliteVersions(db: Sqlite): Versions {
  const refer = db.run(
    'UPDATE content SET refs = refs + 1, pins = max(pins - 1, 0), stored = 1 WHERE id = ?',
  );
  const unpin = db.run('UPDATE content SET pins = max(pins - 1, 0) WHERE id = ?');
  const insertFile = db.get<{ id: number }>(
    `INSERT INTO file (parent, name, owner_id, mime_type, version, content, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?6) RETURNING id`,
  );
  const findFile = db.get<Row<File>>(
    `SELECT ${fileColumns} FROM file JOIN content ON content.id = file.content WHERE file.id = ?`,
  );
  const insertVersion = db.run(
    `INSERT INTO version (file, version, content, created_at)
      SELECT id, version, content, updated_at FROM file WHERE id = ?`,
  );
  const update = db.run(
    `UPDATE file SET version = version + 1, content = ?2, mime_type = coalesce(?3, mime_type),
      updated_at = ?4 WHERE id = ?1`,
  );
  const versions = db.all<Version>(
    `SELECT ${versionColumns} FROM version JOIN content ON content.id = version.content
      WHERE version.file = ? AND version.version > ? ORDER BY version.version LIMIT ?`,
  );
  const release = db.run(
    // Counted once: counting for each content anew, a file of 6,000 versions takes ten seconds.
    `UPDATE content SET refs = refs - gone.versions
      FROM (SELECT content, count(*) AS versions FROM version WHERE file = ? GROUP BY content)
        AS gone
      WHERE content.id = gone.content`,
  );
  const deleteVersions = db.run('DELETE FROM version WHERE file = ?');
  const deleteShares = db.run(
    `DELETE FROM file_share WHERE (user_id, parent, name, id) IN
      (SELECT key, file.parent, name, file.id FROM file, json_each(shared_with) WHERE file.id = ?)`,
  );
  const deleteFile = db.run('DELETE FROM file WHERE id = ?');

  return {
    createFile: ({ name, owner_id, parent_id, mime_type }, contentId, now) =>
      db.write(() => {
        if (refer(contentId) === 0) return 'unpinned';
        const parent = parentNumber(parent_id)!;
        const { id } = insertFile(parent, name, owner_id, mime_type, contentId, now)!;
        insertVersion(id);
        return fromRow<File>(findFile(id)!);
      }),
    appendVersion: (fileId, contentId, { mimeType = null, expected }, now) =>
      db.write(() => {
        const id = numberOf('file', fileId) ?? 0;
        const before = findFile(id);
        const fits = before && (expected?.includes(before.content_hash) ?? true);
        if (!fits) {
          unpin(contentId);
          return before ? 'mismatch' : 'unknown';
        }
        if (refer(contentId) === 0) return 'unpinned';
        update(id, contentId, mimeType, now);
        insertVersion(id);
        return fromRow<File>(findFile(id)!);
      }),
    versions: async (fileId, after, limit) => versions(numberOf('file', fileId) ?? 0, after, limit),
    deleteFile: (fileId) =>
      db.write(() => {
        const id = numberOf('file', fileId) ?? 0;
        release(id);
        deleteVersions(id);
        deleteShares(id);
        return deleteFile(id) === 1;
      }),
  };
}
