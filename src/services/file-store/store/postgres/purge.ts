/** Forgets what is in the trash and cannot be restored. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { nowhere } from '../file-store.ts';
import type { Trash } from '../trash.ts';
import type { Database } from './rows.ts';

interface Numbered {
  readonly id: number;
}

const idsOf = (rows: readonly Numbered[]) => rows.map(({ id }) => id);

/**
 * One step takes some of the items that are due, and does of what is possible the first: it forgets
 * files in the folders among them; makes the folders in these items of their own; forgets the folders.
 * Steps lock items, then folders, then files, then contents by ascending id.
 */
export function postgresPurge({ db, deployment }: Database): Pick<Trash, 'purge'> {
  return {
    purge: (now, limit) =>
      db.transaction(async (tx) => {
        const due = await takeDue(tx, now, limit);
        if (due.length === 0) return false;
        const folders = idsOf(due.filter(({ type }) => type === 'folder'));
        const files = idsOf(due.filter(({ type }) => type === 'file'));
        if (files.length === 0) {
          // Uploads into them that are under way end before; the next statement sees their files.
          await tx.execute(sql`
            SELECT FROM file_store.folder WHERE id = ANY (${folders}) ORDER BY id FOR UPDATE`);
          const inside = await tx.query(sql<Numbered>`
            SELECT id FROM file_store.file
            WHERE deployment = ${deployment} AND parent = ANY (${folders}) LIMIT ${limit}`);
          files.push(...idsOf(inside));
        }
        if (files.length > 0) await forgetFiles(tx, files, limit);
        else if ((await detachFolders(tx, folders, limit)) === 0) await forgetFolders(tx, folders);
        return true;
      }),
  };

  /** From the first step on they cannot be restored, whatever the clock of another caller says. */
  async function takeDue(tx: Queries, now: number, limit: number) {
    return tx.query(sql<Numbered & { type: 'file' | 'folder' }>`
      UPDATE file_store.trash SET purge_at = 0 WHERE seq IN (
        SELECT seq FROM file_store.trash
        WHERE deployment = ${deployment} AND purge_at <= ${now}
        ORDER BY purge_at, seq DESC LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING type, id`);
  }

  async function detachFolders(tx: Queries, folders: readonly number[], limit: number) {
    return tx.execute(sql`
      WITH inside AS (
        UPDATE file_store.folder SET parent = ${nowhere} WHERE id IN (
          SELECT id FROM file_store.folder WHERE parent = ANY (${folders}) LIMIT ${limit})
        RETURNING id, name, owner_id)
      INSERT INTO file_store.trash
        (deployment, type, id, name, owner_id, parent, deleted_at, purge_at)
      SELECT ${deployment}, 'folder', id, name, owner_id, ${nowhere}, 0, 0 FROM inside`);
  }

  async function forgetFolders(tx: Queries, folders: readonly number[]) {
    await tx.execute(sql`DELETE FROM file_store.folder WHERE id = ANY (${folders})`);
    await tx.execute(sql`
      DELETE FROM file_store.trash WHERE type = 'folder' AND id = ANY (${folders})`);
  }
}

/** Up to `limit` of their versions, and those files that have no version left. */
async function forgetFiles(tx: Queries, files: readonly number[], limit: number): Promise<void> {
  await tx.execute(sql`
    SELECT FROM file_store.file WHERE id = ANY (${files}) ORDER BY id FOR UPDATE`);
  const versions = await tx.query(sql<{ file: number; version: number; content: number }>`
    SELECT file, version, content FROM file_store.version WHERE file = ANY (${files})
    ORDER BY file, version LIMIT ${limit}`);
  await tx.execute(sql`
    SELECT FROM file_store.content WHERE id = ANY (${versions.map(({ content }) => content)})
    ORDER BY id FOR UPDATE`);
  await tx.execute(sql`
    WITH gone AS (
      DELETE FROM file_store.version AS it
      USING unnest(${versions.map(({ file }) => file)}::bigint[],
        ${versions.map(({ version }) => version)}::integer[]) AS these (file, version)
      WHERE it.file = these.file AND it.version = these.version RETURNING content
    ), counted AS (SELECT content, count(*) AS versions FROM gone GROUP BY content)
    UPDATE file_store.content SET refs = refs - counted.versions
    FROM counted WHERE content.id = counted.content`);
  await tx.execute(sql`
    WITH gone AS (
      DELETE FROM file_store.file WHERE id = ANY (${files})
        AND NOT EXISTS (SELECT FROM file_store.version WHERE version.file = file.id)
      RETURNING id)
    DELETE FROM file_store.trash WHERE type = 'file' AND id IN (SELECT id FROM gone)`);
}
