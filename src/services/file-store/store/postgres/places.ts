/** Where folders are, and the lock for changing that. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { maxDepth } from '../file-store.ts';

/**
 * Whether this folder and those around it lead to the top level. When they do not, the folder is
 * gone, or in the trash.
 */
export const isLive = (folder: Sql): Sql => sql`EXISTS (
  WITH RECURSIVE up (id, level) AS (
    SELECT ${folder}, 0
    UNION ALL
    SELECT folder.parent, level + 1 FROM up JOIN file_store.folder ON folder.id = up.id
    WHERE level <= ${maxDepth})
  SELECT FROM up WHERE id = 0)`;

/**
 * Holds the tree of a deployment until the transaction ends. A transaction that moves folders holds
 * it alone, so that what it has read about the tree stays true. Those that only add to folders
 * share it.
 */
export async function holdTree(tx: Queries, deployment: string, how: 'alone' | 'beside others') {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await tx.execute(sql`SELECT ${lock}(hashtextextended('file_store ' || ${deployment}, 0))`);
}

/** The folder and those around it, from the inside out; undefined unless `isLive`. */
export async function pathOf(
  tx: Queries,
  deployment: string,
  folder: number | undefined,
): Promise<number[] | undefined> {
  if (folder === 0) return [];
  const rows = await tx.query(sql<{ id: number; parent: number }>`
    WITH RECURSIVE up (id, parent, level) AS (
      SELECT id, parent, 1 FROM file_store.folder
      WHERE id = ${folder ?? 0} AND deployment = ${deployment}
      UNION ALL
      SELECT folder.id, folder.parent, level + 1
      FROM up JOIN file_store.folder ON folder.id = up.parent WHERE level <= ${maxDepth})
    SELECT id, parent FROM up ORDER BY level`);
  return rows.at(-1)?.parent === 0 ? rows.map(({ id }) => id) : undefined;
}

/** Raises the heights of a folder and those around it for one in it. Others may do so, too. */
export async function raise(tx: Queries, folder: number, innerHeight: number): Promise<void> {
  let next: number | undefined = folder;
  for (let height = innerHeight + 1; next !== undefined && next !== 0; height++) {
    const [raised]: { parent: number }[] = await tx.query(sql<{ parent: number }>`
      UPDATE file_store.folder SET height = ${height}
      WHERE id = ${next} AND height < ${height} RETURNING parent`);
    next = raised?.parent;
  }
}

/** Lowers the heights of a folder and those around it after one has left it; alone in the tree. */
export async function lower(tx: Queries, folder: number): Promise<void> {
  let next: number | undefined = folder;
  while (next !== undefined && next !== 0) {
    const [lowered]: { parent: number }[] = await tx.query(sql<{ parent: number }>`
      UPDATE file_store.folder AS outside SET height = needed.height
      FROM (SELECT coalesce(max(height), 0) + 1 AS height
        FROM file_store.folder WHERE parent = ${next}) AS needed
      WHERE outside.id = ${next} AND outside.height > needed.height RETURNING outside.parent`);
    next = lowered?.parent;
  }
}
