/** Where files and folders are. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { maxDepth, parentNumber } from '../file-store.ts';
import { parseShares } from '../shares.ts';

type ItemType = 'file' | 'folder';

export interface TreeLocation {
  readonly parent: number;
  readonly name: string;
}

/** Finds out what is there, and moves it. Use within one unit of work. */
export interface TreeLocations {
  /**
   * The folder and those around it, from the inside out; none for the top level (0). Undefined when
   * they do not lead to the top level: then the folder is gone, or in the trash.
   */
  pathOf(folder: number): number[] | undefined;
  /** The row, unless it leads nowhere. */
  live<T extends { readonly parent_id: string }>(row: T | undefined): T | undefined;
  /** Gives an item another place or name. */
  place(type: ItemType, id: number, place: TreeLocation): void;
  /** Deletes the row of an item; false when there is none. */
  remove(type: ItemType, id: number): boolean;
  /** Makes the heights of a folder and those around it right, after what is in it has changed. */
  settle(folder: number): void;
}

export function sqlitePlaces(db: Sqlite): TreeLocations {
  const up = db.all<{ id: number }>(
    `WITH RECURSIVE up (id, level) AS (SELECT ?1, 0 UNION ALL
        SELECT folder.parent, level + 1 FROM up JOIN folder ON folder.id = up.id
        WHERE level <= ${maxDepth})
      SELECT id FROM up ORDER BY level`,
  );
  const height = 'coalesce((SELECT max(height) FROM folder WHERE parent = ?1), 0) + 1';
  const settleOne = db.get<{ parent: number }>(
    `UPDATE folder SET height = ${height} WHERE id = ?1 AND height <> ${height} RETURNING parent`,
  );
  const tables = { file: tableOf(db, 'file'), folder: tableOf(db, 'folder') };

  function pathOf(folder: number): number[] | undefined {
    if (folder === 0) return [];
    const path = up(folder).map(({ id }) => id);
    return path.pop() === 0 ? path : undefined;
  }

  return {
    pathOf,
    live(row) {
      const parent = row && parentNumber(row.parent_id);
      return parent === undefined || pathOf(parent) === undefined ? undefined : row;
    },
    place: (type, id, place) => tables[type].place(id, place),
    remove: (type, id) => tables[type].remove(id),
    settle(folder) {
      let next: number | undefined = folder;
      while (next !== undefined && next > 0) next = settleOne(next)?.parent;
    },
  };
}

/** The rows of items, and what the index of shares has of them. */
function tableOf(db: Sqlite, type: ItemType) {
  const find = db.get<TreeLocation & { shared_with: string }>(
    `SELECT parent, name, shared_with FROM ${type} WHERE id = ?`,
  );
  const update = db.run(`UPDATE ${type} SET parent = ?2, name = ?3 WHERE id = ?1`);
  const deleteRow = db.run(`DELETE FROM ${type} WHERE id = ?`);
  const index = db.run(`INSERT INTO ${type}_share (user_id, parent, name, id) VALUES (?, ?, ?, ?)`);
  const unindex = db.run(
    `DELETE FROM ${type}_share WHERE user_id = ? AND parent = ? AND name = ? AND id = ?`,
  );
  const usersOf = (row: { shared_with: string }) => Object.keys(parseShares(row.shared_with));
  return {
    place(id: number, { parent, name }: TreeLocation) {
      const before = find(id)!;
      update(id, parent, name);
      for (const user of usersOf(before)) {
        unindex(user, before.parent, before.name, id);
        index(user, parent, name, id);
      }
    },
    remove(id: number) {
      const before = find(id);
      if (!before) return false;
      for (const user of usersOf(before)) unindex(user, before.parent, before.name, id);
      return deleteRow(id) === 1;
    },
  };
}
