/** Rows as the port shows them. */
import type { Postgres } from '#kit/postgres.ts';

export interface Database {
  readonly db: Postgres;
  /** Whose rows: several deployments may share a database. */
  readonly deployment: string;
}

// Numbers of rows and instants are far below 2^53; bigint would arrive as text.
const nodeColumns = (table: string) => `'${table}_' || ${table}.id AS id, ${table}.name,
  CASE ${table}.parent WHEN 0 THEN '' ELSE 'folder_' || ${table}.parent END AS parent_id,
  ${table}.owner_id, ${table}.shared_with, ${table}.created_at::float8 AS created_at`;

/** Of `folder`. */
export const folderColumns = nodeColumns('folder');

const contentColumns = `content.size::float8 AS size, content.hash AS content_hash,
  content.id::float8 AS content_id`;

/** Of `file`, joined with `content`. */
export const fileColumns = `${nodeColumns('file')}, file.mime_type, file.version,
  file.updated_at::float8 AS updated_at, ${contentColumns}`;

/** Of `version`, joined with `content`. */
export const versionColumns = `version.version, version.created_at::float8 AS created_at,
  ${contentColumns}`;
