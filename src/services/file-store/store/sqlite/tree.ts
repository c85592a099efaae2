/** Folders, and what is in them. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Shareable } from '../../access/permissions.ts';
import {
  maxDepth,
  maxShares,
  numberOf,
  parentNumber,
  type Entry,
  type File,
  type FileStore,
  type Folder,
  type Listing,
} from '../store.ts';
import { parseShares } from '../shares.ts';
import { fileColumns, folderColumns, fromRow, type Row } from './rows.ts';

type Tree = Pick<
  FileStore,
  'createFolder' | 'findFolder' | 'findFile' | 'lineage' | 'children' | 'share'
>;

export function sqliteTree(db: Sqlite): Tree {
  const depthOf = db.get<{ depth: number }>('SELECT depth FROM folder WHERE id = ?');
  const insertFolder = db.get<Row<Folder>>(
    `INSERT INTO folder (parent, depth, name, owner_id, created_at) VALUES (?, ?, ?, ?, ?)
      RETURNING ${folderColumns}`,
  );
  const findFolder = db.get<Row<Folder>>(`SELECT ${folderColumns} FROM folder WHERE id = ?`);
  const findFile = db.get<Row<File>>(
    `SELECT ${fileColumns} FROM file JOIN content ON content.id = file.content WHERE file.id = ?`,
  );
  const lineage = db.all<Row<Shareable>>(
    `WITH RECURSIVE up (id, parent, depth, owner_id, shared_with) AS (
      SELECT id, parent, depth, owner_id, shared_with FROM folder WHERE id = ?
      UNION ALL
      SELECT folder.id, folder.parent, folder.depth, folder.owner_id, folder.shared_with
      FROM up JOIN folder ON folder.id = up.parent)
    SELECT owner_id, shared_with FROM up ORDER BY depth DESC`,
  );
  return {
    createFolder: ({ name, owner_id, parent_id }, now) =>
      db.write(() => {
        const parent = parentNumber(parent_id) ?? -1;
        const above = parent === 0 ? { depth: 0 } : depthOf(parent);
        if (above === undefined) return 'unknown';
        if (above.depth === maxDepth) return 'too deep';
        return fromRow(insertFolder(parent, above.depth + 1, name, owner_id, now)!);
      }),
    findFolder: async (id) => found(findFolder(numberOf('folder', id) ?? 0)),
    findFile: async (id) => found(findFile(numberOf('file', id) ?? 0)),
    lineage: async (id) => lineage(parentNumber(id) ?? 0).map((row) => fromRow<Shareable>(row)),
    children: sqliteChildren(db),
    share: sqliteShare(db),
  };
}

function found<T extends Shareable>(row: Row<T> | undefined): T | undefined {
  return row && fromRow<T>(row);
}

function sqliteShare(db: Sqlite): Tree['share'] {
  const tableOf = (type: 'file' | 'folder') => ({
    read: db.get<{ shared_with: string }>(`SELECT shared_with FROM ${type} WHERE id = ?`),
    write: db.run(`UPDATE ${type} SET shared_with = ? WHERE id = ?`),
  });
  const tables = { file: tableOf('file'), folder: tableOf('folder') };
  return (id, userId, permission) =>
    db.write(() => {
      const type = id.startsWith('folder') ? 'folder' : 'file';
      const number = numberOf(type, id) ?? 0;
      const row = tables[type].read(number);
      if (row === undefined) return 'unknown';
      const after = { ...parseShares(row.shared_with), [userId]: permission };
      if (Object.keys(after).length > maxShares) return 'full';
      tables[type].write(JSON.stringify(after), number);
      return 'shared';
    });
}

function sqliteChildren(db: Sqlite): Tree['children'] {
  const folders = select<Folder>(db, 'folder', folderColumns, '');
  const files = select<File>(db, 'file', fileColumns, 'JOIN content ON content.id = file.content');
  return async (listing) => {
    const entries: Entry[] = [];
    if (listing.after?.type !== 'file') {
      entries.push(
        ...folders(listing, listing.limit).map((row) => ({ type: 'folder', ...row }) as const),
      );
    }
    const rest = listing.limit - entries.length;
    if (rest > 0)
      entries.push(...files(listing, rest).map((row) => ({ type: 'file', ...row }) as const));
    return entries;
  };
}

function select<T extends Shareable>(
  db: Sqlite,
  type: 'folder' | 'file',
  columns: string,
  join: string,
) {
  // With an owner, the top level has an index of its own: it may hold the files of very many.
  const statement = (where: string) =>
    db.all<Row<T>>(`SELECT ${columns} FROM ${type} ${join}
      WHERE ${where} AND (${type}.name, ${type}.id) > (?2, ?3)
        AND (?4 IS NULL OR ${type}.owner_id = ?4
          OR EXISTS (SELECT 1 FROM json_each(${type}.shared_with) WHERE key = ?4))
      ORDER BY ${type}.name, ${type}.id LIMIT ?5`);
  const all = statement(`${type}.parent = ?1`);
  const ofOwner = statement(`${type}.parent = ?1 AND ${type}.owner_id = ?6`);
  const topOfOwner = statement(`${type}.parent = 0 AND ?1 = 0 AND ${type}.owner_id = ?6`);
  return ({ folderId, ownerId, visibleTo, after }: Listing, limit: number): T[] => {
    const parent = parentNumber(folderId) ?? -1;
    const start = after?.type === type ? after : { name: '', id: '' };
    const from = [
      parent,
      start.name,
      numberOf(type, start.id) ?? 0,
      visibleTo ?? null,
      limit,
    ] as const;
    if (ownerId === undefined) return all(...from).map((row) => fromRow<T>(row));
    return (parent === 0 ? topOfOwner : ofOwner)(...from, ownerId).map((row) => fromRow<T>(row));
  };
}
