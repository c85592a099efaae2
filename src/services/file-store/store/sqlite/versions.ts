/** Files, their versions, and the contents that these refer to. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import {
  numberOf,
  parentNumber,
  type File,
  type FileStore,
  type NewFile,
  type Update,
  type Version,
} from '../file-store.ts';
import { mayCreateIn, mayUpdate } from '../../access/permissions.ts';
import type { TreeLocations } from './places.ts';
import { fromRow, selectFile, versionColumns, type Row } from './rows.ts';
import { sqliteLineage } from './tree.ts';

type Versions = Pick<FileStore, 'createFile' | 'appendVersion' | 'versions' | 'deleteFile'>;

/** Parts of units of work: see the methods of the same names in file-store.ts. */
export interface VersionUnits {
  createFile(
    file: NewFile,
    contentId: number,
    now: number,
    by: string | undefined,
  ): File | 'unpinned' | 'unknown' | 'forbidden';
  appendVersion(
    fileId: string,
    contentId: number,
    update: Update,
    now: number,
  ): File | 'unpinned' | 'unknown' | 'forbidden' | 'mismatch';
  /** Ends a pin by one more reference; false when the pin had lapsed and the content is gone. */
  refer(contentId: number): boolean;
  /** Ends a pin, and yields the reason, or that the content is gone: its bytes must go, too. */
  rejected<T extends string>(contentId: number, reason: T): T | 'unpinned';
  /** Takes one reference back. */
  release(contentId: number): void;
}

export function sqliteVersions(db: Sqlite, places: TreeLocations, units: VersionUnits): Versions {
  const findFile = db.get<Row<File>>(selectFile);
  const versions = db.all<Version>(
    `SELECT ${versionColumns} FROM version JOIN content ON content.id = version.content
      WHERE version.file = ? AND version.version > ? ORDER BY version.version LIMIT ?`,
  );
  const release = db.run(
    // Counts all contents in one pass: a count for each content takes ten seconds for 6,000 versions.
    `UPDATE content SET refs = refs - gone.versions
      FROM (SELECT content, count(*) AS versions FROM version WHERE file = ? GROUP BY content)
        AS gone
      WHERE content.id = gone.content`,
  );
  const deleteVersions = db.run('DELETE FROM version WHERE file = ?');

  return {
    createFile: (file, contentId, now, by) =>
      db.write(() => units.createFile(file, contentId, now, by)),
    appendVersion: (...of) => db.write(() => units.appendVersion(...of)),
    async versions(fileId, after, limit) {
      const id = numberOf('file', fileId) ?? 0;
      return places.live(findFile(id)) ? versions(id, after, limit) : [];
    },
    deleteFile: (fileId, mayDelete) =>
      db.write(() => {
        const id = numberOf('file', fileId) ?? 0;
        const file = places.live(findFile(id));
        if (!file) return 'unknown';
        if (mayDelete && !mayDelete(fromRow<File>(file))) return 'mismatch';
        release(id);
        deleteVersions(id);
        places.remove('file', id);
        return 'removed';
      }),
  };
}

export function sqliteVersionUnits(db: Sqlite, places: TreeLocations): VersionUnits {
  const refer = db.run(
    'UPDATE content SET refs = refs + 1, pins = max(pins - 1, 0), stored = 1 WHERE id = ?',
  );
  const unpin = db.run('UPDATE content SET pins = max(pins - 1, 0) WHERE id = ?');
  const release = db.run('UPDATE content SET refs = refs - 1 WHERE id = ?');
  const insertFile = db.get<{ id: number }>(
    `INSERT INTO file (parent, name, owner_id, mime_type, version, content, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?6) RETURNING id`,
  );
  const findFile = db.get<Row<File>>(selectFile);
  const lineage = sqliteLineage(db);
  const insertVersion = db.run(
    `INSERT INTO version (file, version, content, created_at)
      SELECT id, version, content, updated_at FROM file WHERE id = ?`,
  );
  const update = db.run(
    `UPDATE file SET version = version + 1, content = ?2, mime_type = coalesce(?3, mime_type),
      updated_at = ?4 WHERE id = ?1`,
  );
  const rejected: VersionUnits['rejected'] = (contentId, reason) =>
    unpin(contentId) === 0 ? 'unpinned' : reason;
  return {
    createFile({ name, owner_id, parent_id, mime_type }, contentId, now, by) {
      const parent = parentNumber(parent_id);
      if (parent === undefined || !places.pathOf(parent)) return rejected(contentId, 'unknown');
      if (by !== undefined && !mayCreateIn(by, lineage(parent_id))) {
        return rejected(contentId, 'forbidden');
      }
      if (refer(contentId) === 0) return 'unpinned';
      const { id } = insertFile(parent, name, owner_id, mime_type, contentId, now)!;
      insertVersion(id);
      return fromRow<File>(findFile(id)!);
    },
    appendVersion(fileId, contentId, { mimeType = null, mayChange, by }, now) {
      const id = numberOf('file', fileId) ?? 0;
      const row = places.live(findFile(id));
      if (!row) return rejected(contentId, 'unknown');
      const before = fromRow<File>(row);
      if (by !== undefined && !mayUpdate(by, before, lineage(before.parent_id))) {
        return rejected(contentId, 'forbidden');
      }
      if (mayChange && !mayChange(before)) return rejected(contentId, 'mismatch');
      if (refer(contentId) === 0) return 'unpinned';
      update(id, contentId, mimeType, now);
      insertVersion(id);
      return fromRow<File>(findFile(id)!);
    },
    refer: (contentId) => refer(contentId) === 1,
    rejected,
    release: (contentId) => void release(contentId),
  };
}
