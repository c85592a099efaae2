/** Rows as the port shows them. */
import type { Postgres } from '#kit/stores/postgres.ts';
import type { Shareable } from '../../access/permissions.ts';
import { checkShares } from '../shares.ts';

export interface Database {
  readonly db: Postgres;
  /** Whose rows: several deployments may share a database. */
  readonly deployment: string;
}

const nodeColumns = (table: string) => `'${table}_' || ${table}.id AS id, ${table}.name,
  CASE ${table}.parent WHEN 0 THEN '' ELSE 'folder_' || ${table}.parent END AS parent_id,
  ${table}.owner_id, ${table}.shared_with, ${table}.created_at`;

/** Of `folder`. */
export const folderColumns = nodeColumns('folder');

const contentColumns = `content.size, content.hash AS content_hash,
  content.id AS content_id`;

/** Of `file`, joined with `content`. */
export const fileColumns = `${nodeColumns('file')}, file.mime_type, file.version,
  file.updated_at, ${contentColumns}`;

/** Of `version`, joined with `content`. */
export const versionColumns = `version.version, version.created_at,
  ${contentColumns}`;

export function fromRow<T extends Shareable>(row: T): T {
  checkShares(row.shared_with);
  return row;
}
