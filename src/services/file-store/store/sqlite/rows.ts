/** Rows as the port shows them. */
import type { Shareable } from '../../access/permissions.ts';
import { parseShares } from '../shares.ts';

const nodeColumns = (table: string) => `'${table}_' || ${table}.id AS id, ${table}.name,
  iif(${table}.parent = 0, '', 'folder_' || ${table}.parent) AS parent_id,
  ${table}.owner_id, ${table}.shared_with, ${table}.created_at`;

/** The columns of `folder`. */
export const folderColumns = nodeColumns('folder');

const contentColumns = 'content.size, content.hash AS content_hash, content.id AS content_id';

/** The columns of `file`, joined with `content`. */
export const fileColumns = `${nodeColumns('file')}, file.mime_type, file.version, file.updated_at,
  ${contentColumns}`;

/** One by its number. */
export const selectFile = `SELECT ${fileColumns} FROM file
  JOIN content ON content.id = file.content WHERE file.id = ?`;
export const selectFolder = `SELECT ${folderColumns} FROM folder WHERE id = ?`;

/** The columns of `version`, joined with `content`. */
export const versionColumns = `version.version, version.created_at, ${contentColumns}`;

/** A row of the database: shares are text. */
export type Row<T> = Omit<T, 'shared_with'> & { readonly shared_with: string };

export function fromRow<T extends Shareable>(row: Row<T>): T {
  return { ...row, shared_with: parseShares(row.shared_with) } as unknown as T;
}
