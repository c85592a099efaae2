/** Rows as the port shows them. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { Shareable } from '../../access/permissions.ts';
import { numberOf, type File, type Folder } from '../file-store.ts';
import { checkShares } from '../shares.ts';
import { isLive } from './places.ts';

export interface Database {
  readonly db: Postgres;
  /** The owner of the rows: several deployments may share a database. */
  readonly deployment: string;
}

const nodeColumns = (table: string) => `'${table}_' || ${table}.id AS id, ${table}.name,
  CASE ${table}.parent WHEN 0 THEN '' ELSE 'folder_' || ${table}.parent END AS parent_id,
  ${table}.owner_id, ${table}.shared_with, ${table}.created_at`;

/** The columns of `folder`. */
export const folderColumns = nodeColumns('folder');

const contentColumns = `content.size, content.hash AS content_hash,
  content.id AS content_id`;

/** The columns of `file`, joined with `content`. */
export const fileColumns = `${nodeColumns('file')}, file.mime_type, file.version,
  file.updated_at, ${contentColumns}`;

/** The columns of `version`, joined with `content`. */
export const versionColumns = `version.version, version.created_at,
  ${contentColumns}`;

export function fromRow<T extends Shareable>(row: T): T {
  checkShares(row.shared_with);
  return row;
}

/** Undefined when there is no such file in the tree. */
export async function findFile(
  db: Queries,
  deployment: string,
  id: string,
): Promise<File | undefined> {
  const [file] = await db.query(sql<File>`
    SELECT ${sql.raw(fileColumns)} FROM file_store.file
    JOIN file_store.content ON content.id = file.content
    WHERE file.id = ${numberOf('file', id) ?? 0} AND file.deployment = ${deployment}
      AND ${isLive(sql`file.parent`)}`);
  return file && fromRow(file);
}

/** As `findFile`; nobody else changes the file before the transaction ends. */
export async function holdFile(
  tx: Queries,
  deployment: string,
  id: string,
): Promise<File | undefined> {
  const locked = await tx.execute(sql`
    SELECT FROM file_store.file
    WHERE id = ${numberOf('file', id) ?? 0} AND deployment = ${deployment} FOR UPDATE`);
  // A second statement, so that it sees what the former holder of the lock committed.
  return locked === 0 ? undefined : findFile(tx, deployment, id);
}

/** As `findFile`, for a folder. */
export async function findFolder(
  db: Queries,
  deployment: string,
  id: string,
): Promise<Folder | undefined> {
  const [folder] = await db.query(sql<Folder>`
    SELECT ${sql.raw(folderColumns)} FROM file_store.folder
    WHERE id = ${numberOf('folder', id) ?? 0} AND deployment = ${deployment}
      AND ${isLive(sql`folder.parent`)}`);
  return folder && fromRow(folder);
}
