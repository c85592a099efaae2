/** With whom files and folders are shared. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { maxShares, numberOf, typeOf, type FileStore } from '../file-store.ts';
import { parseShares } from '../shares.ts';
import type { TreeLocations } from './places.ts';

type Shares = Pick<FileStore, 'share' | 'unshare'>;

export function sqliteShares(db: Sqlite, places: TreeLocations): Shares {
  const tableOf = (type: 'file' | 'folder') => ({
    read: db.get<{ shared_with: string; parent_id: string }>(
      `SELECT shared_with, iif(parent = 0, '', 'folder_' || parent) AS parent_id
        FROM ${type} WHERE id = ?`,
    ),
    write: db.run(`UPDATE ${type} SET shared_with = ? WHERE id = ?`),
    index: db.run(
      `INSERT OR IGNORE INTO ${type}_share SELECT ?, parent, name, id FROM ${type} WHERE id = ?`,
    ),
    unindex: db.run(
      `DELETE FROM ${type}_share WHERE user_id = ?1 AND id = ?2
        AND (parent, name) = (SELECT parent, name FROM ${type} WHERE id = ?2)`,
    ),
  });
  const tables = { file: tableOf('file'), folder: tableOf('folder') };

  function find(id: string) {
    const type = typeOf(id);
    const number = numberOf(type, id) ?? 0;
    const row = places.live(tables[type].read(number));
    return row && { table: tables[type], number, shares: parseShares(row.shared_with) };
  }

  return {
    share: (id, userId, permission) =>
      db.write(() => {
        const item = find(id);
        if (item === undefined) return 'unknown';
        const after = { ...item.shares, [userId]: permission };
        if (Object.keys(after).length > maxShares) return 'full';
        item.table.write(JSON.stringify(after), item.number);
        item.table.index(userId, item.number);
        return 'shared';
      }),
    unshare: (id, userId) =>
      db.write(() => {
        const item = find(id);
        if (item === undefined) return false;
        const after = Object.entries(item.shares).filter(([user]) => user !== userId);
        // Object.fromEntries keeps a user who is called __proto__.
        item.table.write(JSON.stringify(Object.fromEntries(after)), item.number);
        item.table.unindex(userId, item.number);
        return true;
      }),
  };
}
