/** Files and folders that get another name or place. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import {
  maxDepth,
  numberOf,
  parentNumber,
  type File,
  type FileStore,
  type Folder,
  type Move,
} from '../file-store.ts';
import { holdTree, lower, pathOf, raise } from './places.ts';
import {
  fileColumns,
  findFile,
  findFolder,
  folderColumns,
  fromRow,
  type Database,
} from './rows.ts';

type Moves = Pick<FileStore, 'moveFile' | 'moveFolder'>;

export function postgresMoves({ db, deployment }: Database): Moves {
  /** Where it is to be: undefined when there is no such folder. */
  async function targetOf(tx: Queries, { parentId }: Move, before: number) {
    const parent = parentId === undefined ? before : parentNumber(parentId);
    const path = await pathOf(tx, deployment, parent);
    return path && { path, parent: parent! };
  }

  return {
    async moveFile(id, move, now, mayMove) {
      const number = numberOf('file', id) ?? 0;
      return db.transaction(async (tx) => {
        await holdTree(tx, deployment, 'beside others');
        const [before] = await tx.query(sql<{ parent: number }>`
          SELECT parent FROM file_store.file
          WHERE id = ${number} AND deployment = ${deployment} FOR UPDATE`);
        if (!before || !(await pathOf(tx, deployment, before.parent))) return 'unknown';
        if (mayMove && !mayMove((await findFile(tx, deployment, id))!)) return 'mismatch';
        const target = await targetOf(tx, move, before.parent);
        if (!target) return 'unknown parent';
        const [file] = await tx.query(sql<File>`
          WITH file AS (
            UPDATE file_store.file SET parent = ${target.parent}, updated_at = ${now},
              name = coalesce(${move.name ?? null}, name)
            WHERE id = ${number} RETURNING *)
          SELECT ${sql.raw(fileColumns)}
          FROM file JOIN file_store.content ON content.id = file.content`);
        return fromRow(file!);
      });
    },

    async moveFolder(id, move, mayMove) {
      const number = numberOf('folder', id) ?? 0;
      return db.transaction(async (tx) => {
        await holdTree(tx, deployment, 'alone');
        const [before] = await tx.query(sql<{ parent: number; height: number }>`
          SELECT parent, height FROM file_store.folder
          WHERE id = ${number} AND deployment = ${deployment} FOR UPDATE`);
        if (!before || !(await pathOf(tx, deployment, before.parent))) return 'unknown';
        if (mayMove && !mayMove((await findFolder(tx, deployment, id))!)) return 'mismatch';
        const target = await targetOf(tx, move, before.parent);
        if (!target) return 'unknown parent';
        if (target.path.includes(number)) return 'cycle';
        if (target.path.length + before.height > maxDepth) return 'too deep';
        const [folder] = await tx.query(sql<Folder>`
          UPDATE file_store.folder SET parent = ${target.parent},
            name = coalesce(${move.name ?? null}, name)
          WHERE id = ${number} RETURNING ${sql.raw(folderColumns)}`);
        if (target.parent !== before.parent) {
          await lower(tx, before.parent);
          await raise(tx, target.parent, before.height);
        }
        return fromRow(folder!);
      });
    },
  };
}
