import { sql, type Sql } from '#kit/stores/sql.ts';
import type { Misplaced } from './record.ts';

/**
 * The statement that finds what `ScrubRecord.misplaced` yields: one, so that it sees one state.
 *
 * @param schema prefix of the tables: `file_store.`
 * @param isOurs a condition on the rows of each table
 */
export function findMisplaced(schema: string, isOurs: Sql): Sql<Misplaced> {
  const [file, folder, trash] = ['file', 'folder', 'trash'].map((table) =>
    sql.raw(`${schema}${table}`),
  ) as [Sql, Sql, Sql];
  return sql<Misplaced>`
  WITH RECURSIVE placed (id) AS (
    SELECT id FROM ${folder} WHERE parent = 0 AND ${isOurs}
    UNION
    SELECT inside.id FROM placed JOIN ${folder} AS inside ON inside.parent = placed.id
  ), kept (id) AS (
    SELECT id FROM ${trash} WHERE type = 'folder' AND ${isOurs}
    UNION
    SELECT inside.id FROM kept JOIN ${folder} AS inside ON inside.parent = kept.id
  ), trashed (type, id) AS (
    SELECT type, id FROM ${trash} WHERE ${isOurs}
  ), nowhere (type, id) AS (
    SELECT 'file', id FROM ${file} WHERE parent = -1 AND ${isOurs}
    UNION ALL
    SELECT 'folder', id FROM ${folder} WHERE parent = -1 AND ${isOurs}
  )
  SELECT 'folder_' || id AS item, 'it is in no folder, and not in the trash' AS reason
  FROM ${folder} WHERE ${isOurs} AND parent > 0
    AND id NOT IN (SELECT id FROM placed UNION SELECT id FROM kept)
  UNION ALL
  SELECT 'file_' || id, 'it is in no folder, and not in the trash'
  FROM ${file} WHERE ${isOurs} AND parent > 0
    AND parent NOT IN (SELECT id FROM placed UNION SELECT id FROM kept)
  UNION ALL
  SELECT type || '_' || id, 'it is in the trash, and in a folder'
  FROM (SELECT type, id FROM trashed EXCEPT SELECT type, id FROM nowhere) AS misfiled
  UNION ALL
  SELECT type || '_' || id, 'it is in no folder, and not in the trash'
  FROM (SELECT type, id FROM nowhere EXCEPT SELECT type, id FROM trashed) AS lost
  UNION ALL
  SELECT 'folder_' || id, 'its height is not that of what is in it'
  FROM ${folder} WHERE id IN (SELECT id FROM placed) AND height <> 1 + coalesce(
    (SELECT max(height) FROM ${folder} AS inside WHERE inside.parent = folder.id), 0)`;
}
