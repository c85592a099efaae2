/** Folders, and what is in them. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Shareable } from '../../access/permissions.ts';
import {
  maxDepth,
  numberOf,
  parentNumber,
  type Ancestor,
  type Entry,
  type File,
  type FileStore,
  type Folder,
  type Listing,
} from '../file-store.ts';
import type { TreeLocations } from './places.ts';
import { fileColumns, folderColumns, fromRow, selectFile, selectFolder, type Row } from './rows.ts';

type Tree = Pick<FileStore, 'createFolder' | 'findFolder' | 'findFile' | 'lineage' | 'children'>;

export function sqliteTree(db: Sqlite, places: TreeLocations): Tree {
  const insertFolder = db.get<Row<Folder>>(
    `INSERT INTO folder (parent, name, owner_id, created_at) VALUES (?, ?, ?, ?)
      RETURNING ${folderColumns}`,
  );
  const findFolder = db.get<Row<Folder>>(selectFolder);
  const findFile = db.get<Row<File>>(selectFile);
  const lineage = sqliteLineage(db);
  return {
    createFolder: ({ name, owner_id, parent_id }, now) =>
      db.write(() => {
        const parent = parentNumber(parent_id);
        const above = parent === undefined ? undefined : places.pathOf(parent);
        if (!above) return 'unknown';
        if (above.length === maxDepth) return 'too deep';
        const folder = insertFolder(parent!, name, owner_id, now)!;
        places.settle(parent!);
        return fromRow(folder);
      }),
    findFolder: async (id) => found(places.live(findFolder(numberOf('folder', id) ?? 0))),
    findFile: async (id) => found(places.live(findFile(numberOf('file', id) ?? 0))),
    lineage: async (id) => lineage(id),
    children: sqliteChildren(db),
  };
}

/** See `lineage` in file-store.ts. */
export function sqliteLineage(db: Sqlite): (folderId: string) => Ancestor[] {
  const lineage = db.all<Row<Ancestor>>(
    `WITH RECURSIVE up (id, parent, level, owner_id, shared_with) AS (
      SELECT id, parent, 1, owner_id, shared_with FROM folder WHERE id = ?
      UNION ALL
      SELECT folder.id, folder.parent, level + 1, folder.owner_id, folder.shared_with
      FROM up JOIN folder ON folder.id = up.parent WHERE level < ${maxDepth})
    SELECT 'folder_' || id AS id, owner_id, shared_with FROM up ORDER BY level`,
  );
  return (id) => lineage(parentNumber(id) ?? 0).map((row) => fromRow<Ancestor>(row));
}

function found<T extends Shareable>(row: Row<T> | undefined): T | undefined {
  return row && fromRow<T>(row);
}

function sqliteChildren(db: Sqlite): Tree['children'] {
  const folders = select(db, 'folder', folderColumns, '');
  const files = select(db, 'file', fileColumns, 'JOIN content ON content.id = file.content');
  return async (listing) => {
    if (parentNumber(listing.folderId) === undefined) return [];
    const entries = listing.after?.type === 'file' ? [] : folders(listing);
    const limit = listing.limit - entries.length;
    return limit === 0 ? entries : [...entries, ...files({ ...listing, limit })];
  };
}

function select(db: Sqlite, type: Entry['type'], columns: string, join: string) {
  const page = (table: string) =>
    `(${table}.name, ${table}.id) > (?2, ?3) ORDER BY ${table}.name, ${table}.id LIMIT ?4`;
  const statement = (where: string) =>
    db.all<Row<Entry>>(`SELECT '${type}' AS type, ${columns} FROM ${type} ${join}
      WHERE ${where} AND ${page(type)}`);
  const owned = `SELECT id FROM ${type} WHERE owner_id = ?5 AND parent = ?1 AND ${page(type)}`;
  const shared = `SELECT id FROM ${type}_share AS share
    WHERE user_id = ?5 AND parent = ?1 AND ${page('share')}`;
  const all = statement(`${type}.parent = ?1`);
  const ofOwner = statement(`${type}.parent = ?1 AND ${type}.owner_id = ?5`);
  const visible = statement(
    `${type}.id IN (SELECT * FROM (${owned}) UNION SELECT * FROM (${shared}))`,
  );
  const sharedByOwner = statement(
    `${type}.owner_id = ?6 AND ${type}.id IN (SELECT id FROM ${type}_share WHERE user_id = ?5 AND parent = ?1)`,
  );
  return ({ folderId, ownerId, visibleTo, after, limit }: Listing): Entry[] => {
    const { name, id } = after?.type === type ? after : { name: '', id: '' };
    const from = [parentNumber(folderId)!, name, numberOf(type, id) ?? 0, limit] as const;
    const rows = () => {
      if (visibleTo === undefined || visibleTo === ownerId) {
        return ownerId === undefined ? all(...from) : ofOwner(...from, ownerId);
      }
      if (ownerId === undefined) return visible(...from, visibleTo);
      return sharedByOwner(...from, visibleTo, ownerId);
    };
    return rows().map((row) => fromRow<Entry>(row));
  };
}
