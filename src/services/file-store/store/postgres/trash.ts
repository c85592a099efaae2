/** Deleted items that can be restored. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { maxDepth, nowhere, numberOf, parentNumber, typeOf } from '../file-store.ts';
import type { Removal, Trash, Trashed } from '../trash.ts';
import { holdTree, isLive, lower, pathOf, raise } from './places.ts';
import { findFolder, holdFile, type Database } from './rows.ts';

const columns = sql.raw(`type, type || '_' || id AS id, name, owner_id,
  CASE parent WHEN 0 THEN '' ELSE 'folder_' || parent END AS parent_id, deleted_at, seq`);

export function postgresTrash({ db, deployment }: Database): Omit<Trash, 'purge'> {
  /** Its row, in the trash: still to be restored. */
  const isIt = (id: string, now: number) => sql`type = ${typeOf(id)}
    AND id = ${numberOf(typeOf(id), id) ?? 0} AND deployment = ${deployment} AND purge_at > ${now}`;

  /** The item must be in the tree. Yields where it was. */
  async function remove(tx: Queries, id: string, { now, restorableUntil = 0 }: Removal) {
    const table = sql.raw(`file_store.${typeOf(id)}`);
    const [removed] = await tx.query(sql<{ parent: number }>`
      WITH item AS (
        SELECT id, name, owner_id, parent FROM ${table}
        WHERE id = ${numberOf(typeOf(id), id) ?? 0} AND deployment = ${deployment}
          AND ${isLive(sql`parent`)} FOR UPDATE
      ), moved AS (
        UPDATE ${table} AS it SET parent = ${nowhere} FROM item WHERE it.id = item.id
      )
      INSERT INTO file_store.trash
        (deployment, type, id, name, owner_id, parent, deleted_at, purge_at)
      SELECT ${deployment}, ${typeOf(id)}, id, name, owner_id, parent, ${now}, ${restorableUntil}
      FROM item RETURNING parent`);
    return removed?.parent;
  }

  /** The height of the item that is to fit there; that of a file is 0. */
  async function placeFor(tx: Queries, parentId: string, height: number): Promise<number> {
    const parent = parentNumber(parentId);
    const path = await pathOf(tx, deployment, parent);
    return path && path.length + height <= maxDepth ? parent! : 0;
  }

  return {
    async removeFile(id, removal, mayRemove) {
      if (typeOf(id) !== 'file') return 'unknown';
      const outcomeOf = (parent: number | undefined) =>
        parent === undefined ? ('unknown' as const) : ('removed' as const);
      if (!mayRemove) return outcomeOf(await remove(db, id, removal));
      return db.transaction(async (tx) => {
        const file = await holdFile(tx, deployment, id);
        if (file && !mayRemove(file)) return 'mismatch';
        return outcomeOf(await remove(tx, id, removal));
      });
    },

    async removeFolder(id, { recursive, mayRemove, ...removal }) {
      const number = numberOf('folder', id);
      if (number === undefined) return 'unknown';
      return db.transaction(async (tx) => {
        await holdTree(tx, deployment, 'alone');
        // Uploads into it end before; the next statement sees them.
        await tx.execute(sql`SELECT FROM file_store.folder WHERE id = ${number} FOR UPDATE`);
        const isEmpty = async () =>
          0 ===
          (await tx.execute(sql`
            SELECT FROM (
              SELECT FROM file_store.file WHERE deployment = ${deployment} AND parent = ${number}
              UNION ALL SELECT FROM file_store.folder WHERE parent = ${number}) AS inside
            LIMIT 1`));
        if (!(await pathOf(tx, deployment, number))) return 'unknown';
        if (mayRemove && !mayRemove((await findFolder(tx, deployment, id))!)) return 'mismatch';
        if (!recursive && !(await isEmpty())) return 'not empty';
        await lower(tx, (await remove(tx, id, removal))!);
        return 'removed';
      });
    },

    listTrash: async (ownerId, { now, before, limit }) =>
      db.query(sql<Trashed>`
        SELECT ${columns} FROM file_store.trash
        WHERE deployment = ${deployment} AND owner_id = ${ownerId} AND purge_at > ${now}
          AND seq < ${before ?? Number.MAX_SAFE_INTEGER}
        ORDER BY seq DESC LIMIT ${limit}`),

    async findTrashed(id, now) {
      const [item] = await db.query(sql<Trashed>`
        SELECT ${columns} FROM file_store.trash WHERE ${isIt(id, now)}`);
      return item;
    },

    async restore(id, parentId, now) {
      const isFolder = typeOf(id) === 'folder';
      const table = sql.raw(`file_store.${typeOf(id)}`);
      const number = numberOf(typeOf(id), id) ?? 0;
      return db.transaction(async (tx) => {
        await holdTree(tx, deployment, isFolder ? 'alone' : 'beside others');
        const found = await tx.execute(sql`
          DELETE FROM file_store.trash WHERE ${isIt(id, now)}`);
        if (found === 0) return undefined;
        const [item] = isFolder
          ? await tx.query(sql<{ height: number }>`
              SELECT height FROM file_store.folder WHERE id = ${number}`)
          : [];
        const height = item?.height ?? 0;
        const parent = await placeFor(tx, parentId, height);
        await tx.execute(sql`UPDATE ${table} SET parent = ${parent} WHERE id = ${number}`);
        if (isFolder) await raise(tx, parent, height);
        return parent === 0 ? '' : parentId;
      });
    },

    async discard(id, now) {
      const count = await db.execute(sql`
        UPDATE file_store.trash SET purge_at = 0 WHERE ${isIt(id, now)}`);
      return count === 1;
    },
  };
}
