/** Folders, and what is in them. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import {
  maxDepth,
  numberOf,
  parentNumber,
  type Ancestor,
  type Entry,
  type FileStore,
  type Folder,
  type Listing,
} from '../file-store.ts';
import { holdTree, pathOf, raise } from './places.ts';
import {
  fileColumns,
  findFile,
  findFolder,
  folderColumns,
  fromRow,
  type Database,
} from './rows.ts';

type Tree = Pick<FileStore, 'createFolder' | 'findFolder' | 'findFile' | 'lineage' | 'children'>;

export function postgresTree(database: Database): Tree {
  const { db, deployment } = database;

  return {
    async createFolder({ name, owner_id, parent_id }, now) {
      const parent = parentNumber(parent_id);
      return db.transaction(async (tx) => {
        await holdTree(tx, deployment, 'beside others');
        const path = await pathOf(tx, deployment, parent);
        if (path === undefined) return 'unknown';
        if (path.length === maxDepth) return 'too deep';
        const [folder] = await tx.query(sql<Folder>`
          INSERT INTO file_store.folder (deployment, parent, name, owner_id, created_at)
          VALUES (${deployment}, ${parent!}, ${name}, ${owner_id}, ${now})
          RETURNING ${sql.raw(folderColumns)}`);
        await raise(tx, parent!, 1);
        return fromRow(folder!);
      });
    },
    findFolder: (id) => findFolder(db, deployment, id),
    findFile: (id) => findFile(db, deployment, id),
    lineage: (id) => lineageOf(db, deployment, id),
    children: postgresChildren(database),
  };
}

async function lineageOf(
  db: Queries,
  deployment: string,
  folderId: string,
  hold = sql``,
): Promise<Ancestor[]> {
  const folder = parentNumber(folderId) ?? 0;
  if (folder === 0) return [];
  const rows = await db.query(sql<Ancestor>`
    WITH RECURSIVE up (id, parent, level) AS (
      SELECT id, parent, 1 FROM file_store.folder
      WHERE id = ${folder} AND deployment = ${deployment}
      UNION ALL
      SELECT folder.id, folder.parent, level + 1
      FROM up JOIN file_store.folder ON folder.id = up.parent WHERE level < ${maxDepth})
    SELECT 'folder_' || folder.id AS id, owner_id, shared_with
    FROM up JOIN file_store.folder ON folder.id = up.id ORDER BY level ${hold}`);
  return rows.map(fromRow);
}

/** As `lineage`. The shares of the folders stay as they are until the transaction ends. */
export const holdLineage = (tx: Queries, deployment: string, folderId: string) =>
  lineageOf(tx, deployment, folderId, sql`FOR SHARE OF folder`);

function postgresChildren(database: Database): Tree['children'] {
  const join = 'JOIN file_store.content ON content.id = file.content';
  return async (listing) => {
    if (parentNumber(listing.folderId) === undefined) return [];
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
  const inFolder = sql`deployment = ${deployment} AND parent = ${parentNumber(folderId)!}
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
