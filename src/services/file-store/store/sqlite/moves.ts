/** Files and folders that get another name or place. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import {
  maxDepth,
  numberOf,
  parentNumber,
  type File,
  type FileStore,
  type Folder,
  type Move,
} from '../file-store.ts';
import type { TreeLocation, TreeLocations } from './places.ts';
import { fromRow, selectFile, selectFolder, type Row } from './rows.ts';

type Moves = Pick<FileStore, 'moveFile' | 'moveFolder'>;

export function sqliteMoves(db: Sqlite, places: TreeLocations): Moves {
  const file = db.get<TreeLocation>('SELECT parent, name FROM file WHERE id = ?');
  const folder = db.get<TreeLocation & { height: number }>(
    'SELECT parent, name, height FROM folder WHERE id = ?',
  );
  const touch = db.run('UPDATE file SET updated_at = ? WHERE id = ?');
  const showFile = db.get<Row<File>>(selectFile);
  const showFolder = db.get<Row<Folder>>(selectFolder);

  /** Where it is to be; undefined: there is no such folder. */
  function targetOf(move: Move, before: TreeLocation) {
    const parent = move.parentId === undefined ? before.parent : parentNumber(move.parentId);
    const path = parent === undefined ? undefined : places.pathOf(parent);
    return path && { path, place: { parent: parent!, name: move.name ?? before.name } };
  }

  return {
    moveFile: (id, move, now, mayMove) =>
      db.write(() => {
        const number = numberOf('file', id) ?? 0;
        const before = file(number);
        if (!before || !places.pathOf(before.parent)) return 'unknown';
        if (mayMove && !mayMove(fromRow<File>(showFile(number)!))) return 'mismatch';
        const target = targetOf(move, before);
        if (!target) return 'unknown parent';
        places.place('file', number, target.place);
        touch(now, number);
        return fromRow<File>(showFile(number)!);
      }),
    moveFolder: (id, move, mayMove) =>
      db.write(() => {
        const number = numberOf('folder', id) ?? 0;
        const before = folder(number);
        if (!before || !places.pathOf(before.parent)) return 'unknown';
        if (mayMove && !mayMove(fromRow<Folder>(showFolder(number)!))) return 'mismatch';
        const target = targetOf(move, before);
        if (!target) return 'unknown parent';
        if (target.path.includes(number)) return 'cycle';
        if (target.path.length + before.height > maxDepth) return 'too deep';
        places.place('folder', number, target.place);
        places.settle(before.parent);
        places.settle(target.place.parent);
        return fromRow<Folder>(showFolder(number)!);
      }),
  };
}
