/** Deleted items that can be restored. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import {
  maxDepth,
  nowhere,
  numberOf,
  parentNumber,
  typeOf,
  type File,
  type Folder,
} from '../file-store.ts';
import type { Removal, Trash, Trashed } from '../trash.ts';
import type { TreeLocation, TreeLocations } from './places.ts';
import { fromRow, selectFile, selectFolder, type Row } from './rows.ts';

const columns = `type, type || '_' || id AS id, name, owner_id,
  iif(parent = 0, '', 'folder_' || parent) AS parent_id, deleted_at, seq`;

export function sqliteTrash(db: Sqlite, places: TreeLocations): Omit<Trash, 'purge'> {
  const tableOf = (type: 'file' | 'folder') => ({
    find: db.get<TreeLocation>(`SELECT parent, name FROM ${type} WHERE id = ?`),
    insert: db.run(
      `INSERT INTO trash (type, id, name, owner_id, parent, deleted_at, purge_at)
        SELECT '${type}', id, name, owner_id, parent, ?2, ?3 FROM ${type} WHERE id = ?1`,
    ),
  });
  const tables = { file: tableOf('file'), folder: tableOf('folder') };
  const showFile = db.get<Row<File>>(selectFile);
  const showFolder = db.get<Row<Folder>>(selectFolder);
  const hasChildren = db.get(
    `SELECT 1 FROM file WHERE parent = ?1 UNION ALL SELECT 1 FROM folder WHERE parent = ?1 LIMIT 1`,
  );
  const list = db.all<Trashed>(
    `SELECT ${columns} FROM trash WHERE owner_id = ? AND purge_at > ? AND seq < ?
      ORDER BY seq DESC LIMIT ?`,
  );
  const find = db.get<Trashed>(
    `SELECT ${columns} FROM trash WHERE type = ? AND id = ? AND purge_at > ?`,
  );
  const heightOf = db.get<{ height: number }>('SELECT height FROM folder WHERE id = ?');
  const forget = db.run('DELETE FROM trash WHERE type = ? AND id = ?');
  const end = db.run('UPDATE trash SET purge_at = 0 WHERE type = ? AND id = ? AND purge_at > ?');
  const keyOf = (id: string) => [typeOf(id), numberOf(typeOf(id), id) ?? 0] as const;

  /** @param refusal says why it must stay, if it must */
  function remove<T extends string>(
    type: 'file' | 'folder',
    number: number,
    { now, restorableUntil = 0 }: Removal,
    refusal: () => T | undefined,
  ) {
    const before = tables[type].find(number);
    if (!before || !places.pathOf(before.parent)) return 'unknown';
    const refused = refusal();
    if (refused !== undefined) return refused;
    tables[type].insert(number, now, restorableUntil);
    places.place(type, number, { parent: nowhere, name: before.name });
    places.settle(before.parent);
    return 'removed';
  }

  /** The height of the item that is to fit there; that of a file is 0. */
  function placeFor(parentId: string, height: number): number {
    const parent = parentNumber(parentId) ?? nowhere;
    const path = places.pathOf(parent);
    return path && path.length + height <= maxDepth ? parent : 0;
  }

  return {
    removeFile: (id, removal, mayRemove) =>
      db.write(() => {
        const number = numberOf('file', id) ?? 0;
        return remove('file', number, removal, () =>
          mayRemove && !mayRemove(fromRow<File>(showFile(number)!)) ? 'mismatch' : undefined,
        );
      }),
    removeFolder: (id, { recursive, mayRemove, ...removal }) =>
      db.write(() => {
        const number = numberOf('folder', id) ?? 0;
        return remove('folder', number, removal, () => {
          if (mayRemove && !mayRemove(fromRow<Folder>(showFolder(number)!))) return 'mismatch';
          return !recursive && hasChildren(number) ? 'not empty' : undefined;
        });
      }),
    listTrash: async (ownerId, { now, before = Number.MAX_SAFE_INTEGER, limit }) =>
      list(ownerId, now, before, limit),
    findTrashed: async (id, now) => find(...keyOf(id), now),
    restore: (id, parentId, now) =>
      db.write(() => {
        const [type, number] = keyOf(id);
        const item = find(type, number, now);
        if (!item) return undefined;
        const height = type === 'file' ? 0 : heightOf(number)!.height;
        const parent = placeFor(parentId, height);
        places.place(type, number, { parent, name: item.name });
        forget(type, number);
        places.settle(parent);
        return parent === 0 ? '' : parentId;
      }),
    discard: (id, now) => db.write(() => end(...keyOf(id), now) === 1),
  };
}
