/** Folders, and what is in them. */
import { sql } from '#kit/stores/sql.ts';
import type { Shareable } from '../../access/permissions.ts';
import {
  maxDepth,
  maxShares,
  numberOf,
  parentNumber,
  type Entry,
  type File,
  type FileStore,
  type Folder,
  type Listing,
} from '../store.ts';
import { fileColumns, folderColumns, fromRow, type Database } from './rows.ts';

type Tree = Pick<
  FileStore,
  'createFolder' | 'findFolder' | 'findFile' | 'lineage' | 'children' | 'share'
>;

export function postgresTree(database: Database): Tree {
  const { db, deployment } = database;

  async function depthOf(folder: number | undefined): Promise<number | undefined> {
    if (folder === 0) return 0;
    const [row] = await db.query(sql<{ depth: number }>`
      SELECT depth FROM file_store.folder
      WHERE id = ${folder ?? 0} AND deployment = ${deployment}`);
    return row?.depth;
  }

  return {
    async createFolder({ name, owner_id, parent_id }, now) {
      const parent = parentNumber(parent_id);
      // Folders stay where they are, so what was read remains true.
      const depth = await depthOf(parent);
      if (depth === undefined) return 'unknown';
      if (depth === maxDepth) return 'too deep';
      const [folder] = await db.query(sql<Folder>`
        INSERT INTO file_store.folder (deployment, parent, depth, name, owner_id, created_at)
        VALUES (${deployment}, ${parent!}, ${depth + 1}, ${name}, ${owner_id}, ${now})
        RETURNING ${sql.raw(folderColumns)}`);
      return fromRow(folder!);
    },
    async findFolder(id) {
      const [folder] = await db.query(sql<Folder>`
        SELECT ${sql.raw(folderColumns)} FROM file_store.folder
        WHERE id = ${numberOf('folder', id) ?? 0} AND deployment = ${deployment}`);
      return folder && fromRow(folder);
    },
    async findFile(id) {
      const [file] = await db.query(sql<File>`
        SELECT ${sql.raw(fileColumns)} FROM file_store.file
        JOIN file_store.content ON content.id = file.content
        WHERE file.id = ${numberOf('file', id) ?? 0} AND file.deployment = ${deployment}`);
      return file && fromRow(file);
    },
    async lineage(id) {
      const folder = parentNumber(id) ?? 0;
      if (folder === 0) return [];
      const rows = await db.query(sql<Shareable>`
        WITH RECURSIVE up AS (
          SELECT * FROM file_store.folder WHERE id = ${folder} AND deployment = ${deployment}
          UNION ALL
          SELECT folder.* FROM up JOIN file_store.folder ON folder.id = up.parent)
        SELECT owner_id, shared_with FROM up ORDER BY depth DESC`);
      return rows.map(fromRow);
    },
    children: postgresChildren(database),
    share: postgresShare(database),
  };
}

function postgresShare({ db, deployment }: Database): Tree['share'] {
  return async (id, userId, permission) => {
    const type = id.startsWith('folder') ? 'folder' : 'file';
    const number = numberOf(type, id) ?? 0;
    const table = sql.raw(`file_store.${type}`);
    const count = await db.execute(sql`
      UPDATE ${table}
      SET shared_with = shared_with || jsonb_build_object(${userId}::text, ${permission}::text)
      WHERE id = ${number} AND deployment = ${deployment} AND (shared_with ? ${userId}
        OR (SELECT count(*) FROM jsonb_object_keys(shared_with)) < ${maxShares})`);
    if (count === 1) return 'shared';
    const rows = await db.query(sql`
      SELECT 1 FROM ${table} WHERE id = ${number} AND deployment = ${deployment}`);
    return rows.length === 0 ? 'unknown' : 'full';
  };
}

function postgresChildren(database: Database): Tree['children'] {
  const join = 'JOIN file_store.content ON content.id = file.content';
  return async (listing) => {
    const isFiles = listing.after?.type === 'file';
    const entries = isFiles ? [] : await select(database, 'folder', folderColumns, '', listing);
    const limit = listing.limit - entries.length;
    if (limit === 0) return entries;
    const files = await select(database, 'file', fileColumns, join, { ...listing, limit });
    return [...entries, ...files];
  };
}

async function select(
  { db, deployment }: Database,
  type: Entry['type'],
  columns: string,
  join: string,
  { folderId, ownerId, visibleTo, after, limit }: Listing,
): Promise<Entry[]> {
  const { name, id } = after?.type === type ? after : { name: '', id: '' };
  const table = sql.raw(`file_store.${type}`);
  const inFolder = sql`deployment = ${deployment} AND parent = ${parentNumber(folderId) ?? -1}
    AND (name, id) > (${name}, ${numberOf(type, id) ?? 0})`;
  const ofOwner = (owner: string | undefined) =>
    owner === undefined ? sql`` : sql`AND owner_id = ${owner}`;
  const page = sql`ORDER BY name, id LIMIT ${limit}`;
  const owned = (owner: string | undefined) =>
    sql`(SELECT id FROM ${table} WHERE ${inFolder} ${ofOwner(owner)} ${page})`;
  // OFFSET 0: else the index of names may be chosen, and leads through what everybody has there.
  const shared = sql`(SELECT id FROM (SELECT id, name FROM ${table}
    WHERE ${inFolder} ${ofOwner(ownerId)} AND shared_with ? ${visibleTo ?? ''} OFFSET 0) AS shared
    ${page})`;
  const ids = () => {
    if (visibleTo === undefined || visibleTo === ownerId) return owned(ownerId);
    return ownerId === undefined ? sql`${owned(visibleTo)} UNION ${shared}` : shared;
  };
  const rows = await db.query(sql<Entry>`
    SELECT ${sql.raw(`'${type}' AS type, ${columns}`)} FROM ${table} ${sql.raw(join)}
    WHERE ${sql.raw(type)}.id IN (${ids()}) ORDER BY name, ${sql.raw(type)}.id LIMIT ${limit}`);
  return rows.map(fromRow);
}
