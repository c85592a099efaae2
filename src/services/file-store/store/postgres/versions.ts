/** Files, their versions, and the contents that these refer to. */
import { slowLimitMs } from '#kit/stores/availability.ts';
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import {
  nowhere,
  numberOf,
  parentNumber,
  type File,
  type FileStore,
  type NewFile,
  type Update,
  type Version,
} from '../file-store.ts';
import { mayCreateIn, mayUpdate } from '../../access/permissions.ts';
import { holdTree, isLive } from './places.ts';
import { fileColumns, findFile, fromRow, holdFile, versionColumns, type Database } from './rows.ts';
import { holdLineage } from './tree.ts';

type Versions = Pick<FileStore, 'createFile' | 'appendVersion' | 'versions' | 'deleteFile'>;

/** Thrown to roll back. */
class Unpinned extends Error {}

/** Parts of transactions: see the methods of the same names in file-store.ts. */
export interface VersionUnits {
  createFile(
    tx: Queries,
    file: NewFile,
    contentId: number,
    now: number,
    by: string | undefined,
  ): Promise<File | 'unpinned' | 'unknown' | 'forbidden'>;
  /** @throws Error after which nothing of the transaction may remain: see `unlessUnpinned` */
  appendVersion(
    tx: Queries,
    fileId: string,
    contentId: number,
    update: Update,
    now: number,
  ): Promise<File | 'unpinned' | 'unknown' | 'forbidden' | 'mismatch'>;
}

/** Yields `unpinned` when a transaction found that its pin had lapsed and the content is gone. */
export async function unlessUnpinned<T>(transaction: Promise<T>): Promise<T | 'unpinned'> {
  try {
    return await transaction;
  } catch (error) {
    if (error instanceof Unpinned) return 'unpinned';
    throw error;
  }
}

/** Ends a pin by one more reference. @throws Error as `appendVersion` */
export async function refer(tx: Queries, contentId: number): Promise<void> {
  const count = await tx.execute(sql`
    UPDATE file_store.content
    SET refs = refs + 1, pins = greatest(pins - 1, 0), stored = true
    WHERE id = ${contentId}`);
  if (count === 0) throw new Unpinned();
}

/** Ends a pin. A missing content is reported before anything else: its bytes must go, too. */
export async function rejected<T extends string>(tx: Queries, contentId: number, reason: T) {
  const count = await tx.execute(sql`
    UPDATE file_store.content SET pins = greatest(pins - 1, 0) WHERE id = ${contentId}`);
  return count === 0 ? 'unpinned' : reason;
}

/** Steps lock the tree first, then the file, then folders from the inside out, then contents by ascending id, so that no two wait in a circle. */
export function postgresVersions({ db, deployment }: Database, units: VersionUnits): Versions {
  return {
    createFile: (file, contentId, now, by) =>
      by === undefined
        ? units.createFile(db, file, contentId, now, by)
        : db.transaction((tx) => units.createFile(tx, file, contentId, now, by)),
    appendVersion: (...of) =>
      unlessUnpinned(db.transaction((tx) => units.appendVersion(tx, ...of))),

    versions: async (fileId, after, limit) =>
      db.query(sql<Version>`
        SELECT ${sql.raw(versionColumns)} FROM file_store.file
        JOIN file_store.version ON version.file = file.id
        JOIN file_store.content ON content.id = version.content
        WHERE file.id = ${numberOf('file', fileId) ?? 0} AND file.deployment = ${deployment}
          AND ${isLive(sql`file.parent`)}
          AND version.version > ${after} ORDER BY version.version LIMIT ${limit}`),

    async deleteFile(fileId, mayDelete) {
      const id = numberOf('file', fileId) ?? 0;
      return db.transaction(async (tx) => {
        const file = mayDelete && (await holdFile(tx, deployment, fileId));
        if (file && !mayDelete(file)) return 'mismatch';
        const count = await tx.execute(sql`
          DELETE FROM file_store.file
          WHERE id = ${id} AND deployment = ${deployment} AND ${isLive(sql`parent`)}`);
        if (count === 0) return 'unknown';
        await tx.execute(sql`
          SELECT FROM file_store.content
          WHERE id IN (SELECT content FROM file_store.version WHERE file = ${id})
          ORDER BY id FOR UPDATE`);
        await tx.execute(sql`
          WITH gone AS (DELETE FROM file_store.version WHERE file = ${id} RETURNING content),
            counted AS (SELECT content, count(*) AS versions FROM gone GROUP BY content)
          UPDATE file_store.content SET refs = refs - counted.versions
          FROM counted WHERE content.id = counted.content`);
        return 'removed';
        // A file may have any number of versions.
      }, slowLimitMs);
    },
  };
}

export function postgresVersionUnits(deployment: string): VersionUnits {
  return {
    async createFile(tx, { name, owner_id, parent_id, mime_type }, contentId, now, by) {
      if (by !== undefined) {
        await holdTree(tx, deployment, 'beside others');
        const path = await holdLineage(tx, deployment, parent_id);
        if (!mayCreateIn(by, path)) return rejected(tx, contentId, 'forbidden');
      }
      const parent = parentNumber(parent_id) ?? nowhere;
      const [file] = await tx.query(sql<File>`
        WITH folder AS (
          SELECT id FROM file_store.folder
          WHERE id = ${parent} AND deployment = ${deployment} AND parent <> ${nowhere}
          FOR KEY SHARE
        ), place AS (
          SELECT FROM (SELECT id FROM folder UNION ALL SELECT 0) AS known
          WHERE id = ${parent} AND ${isLive(sql`id`)}
        ), content AS (
          UPDATE file_store.content
          SET refs = refs + 1, pins = greatest(pins - 1, 0), stored = true
          FROM place WHERE content.id = ${contentId} RETURNING content.id, hash, size
        ), file AS (
          INSERT INTO file_store.file (deployment, parent, name, owner_id, mime_type, version,
            content, created_at, updated_at)
          SELECT ${deployment}, ${parent}, ${name}, ${owner_id}, ${mime_type}, 1, id, ${now}, ${now}
          FROM content RETURNING *
        ), version AS (
          INSERT INTO file_store.version SELECT id, 1, content, created_at FROM file
        )
        SELECT ${sql.raw(fileColumns)} FROM file, content`);
      if (file) return fromRow(file);
      // A content that is there was not referred to: so it was the parent that is not.
      return rejected(tx, contentId, 'unknown');
    },

    async appendVersion(tx, fileId, contentId, { mimeType = null, mayChange, by }, now) {
      const id = numberOf('file', fileId) ?? 0;
      if (by !== undefined) await holdTree(tx, deployment, 'beside others');
      const before = await holdFile(tx, deployment, fileId);
      if (!before) return rejected(tx, contentId, 'unknown');
      if (by !== undefined) {
        const above = await holdLineage(tx, deployment, before.parent_id);
        if (!mayUpdate(by, before, above)) return rejected(tx, contentId, 'forbidden');
      }
      if (mayChange && !mayChange(before)) return rejected(tx, contentId, 'mismatch');
      await tx.execute(sql`
        UPDATE file_store.file SET version = version + 1, content = ${contentId},
          mime_type = coalesce(${mimeType}, mime_type), updated_at = ${now} WHERE id = ${id}`);
      await refer(tx, contentId);
      await tx.execute(sql`
        INSERT INTO file_store.version
        SELECT id, version, content, updated_at FROM file_store.file WHERE id = ${id}`);
      return (await findFile(tx, deployment, fileId))!;
    },
  };
}
