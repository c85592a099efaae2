/** Files, their versions, and the contents that these refer to. */
import { slowLimitMs } from '#kit/stores/availability.ts';
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { numberOf, parentNumber, type File, type FileStore, type Version } from '../store.ts';
import { fileColumns, fromRow, versionColumns, type Database } from './rows.ts';

type Versions = Pick<FileStore, 'createFile' | 'appendVersion' | 'versions' | 'deleteFile'>;

/** Thrown to roll back. */
class Unpinned extends Error {}

/** Steps lock the file first, then contents by ascending id, so that no two wait in a circle. */
export function postgresVersions({ db, deployment }: Database): Versions {
  return {
    async createFile({ name, owner_id, parent_id, mime_type }, contentId, now) {
      const [file] = await db.query(sql<File>`
        WITH content AS (
          UPDATE file_store.content
          SET refs = refs + 1, pins = greatest(pins - 1, 0), stored = true
          WHERE id = ${contentId} RETURNING id, hash, size
        ), file AS (
          INSERT INTO file_store.file (deployment, parent, name, owner_id, mime_type, version,
            content, created_at, updated_at)
          SELECT ${deployment}, ${parentNumber(parent_id)!}, ${name}, ${owner_id}, ${mime_type},
            1, id, ${now}, ${now}
          FROM content RETURNING *
        ), version AS (
          INSERT INTO file_store.version SELECT id, 1, content, created_at FROM file
        )
        SELECT ${sql.raw(fileColumns)} FROM file, content`);
      return file ? fromRow(file) : 'unpinned';
    },

    async appendVersion(fileId, contentId, { mimeType = null, expected }, now) {
      const id = numberOf('file', fileId) ?? 0;
      const step = async (tx: Queries): Promise<File | 'unknown' | 'mismatch'> => {
        const before = await lockFile(tx, id);
        if (!before || expected?.includes(before.content_hash) === false) {
          await endPin(tx, contentId);
          return before ? 'mismatch' : 'unknown';
        }
        await tx.execute(sql`
          UPDATE file_store.file SET version = version + 1, content = ${contentId},
            mime_type = coalesce(${mimeType}, mime_type), updated_at = ${now} WHERE id = ${id}`);
        const count = await tx.execute(sql`
          UPDATE file_store.content
          SET refs = refs + 1, pins = greatest(pins - 1, 0), stored = true
          WHERE id = ${contentId}`);
        if (count === 0) throw new Unpinned();
        await tx.execute(sql`
          INSERT INTO file_store.version
          SELECT id, version, content, updated_at FROM file_store.file WHERE id = ${id}`);
        return (await findFile(tx, id))!;
      };
      try {
        return await db.transaction(step);
      } catch (error) {
        if (error instanceof Unpinned) return 'unpinned';
        throw error;
      }
    },

    versions: async (fileId, after, limit) =>
      db.query(sql<Version>`
        SELECT ${sql.raw(versionColumns)} FROM file_store.file
        JOIN file_store.version ON version.file = file.id
        JOIN file_store.content ON content.id = version.content
        WHERE file.id = ${numberOf('file', fileId) ?? 0} AND file.deployment = ${deployment}
          AND version.version > ${after} ORDER BY version.version LIMIT ${limit}`),

    async deleteFile(fileId) {
      const id = numberOf('file', fileId) ?? 0;
      return db.transaction(async (tx) => {
        const count = await tx.execute(sql`
          DELETE FROM file_store.file WHERE id = ${id} AND deployment = ${deployment}`);
        if (count === 0) return false;
        await tx.execute(sql`
          SELECT FROM file_store.content
          WHERE id IN (SELECT content FROM file_store.version WHERE file = ${id})
          ORDER BY id FOR UPDATE`);
        await tx.execute(sql`
          WITH gone AS (DELETE FROM file_store.version WHERE file = ${id} RETURNING content),
            counted AS (SELECT content, count(*) AS versions FROM gone GROUP BY content)
          UPDATE file_store.content SET refs = refs - counted.versions
          FROM counted WHERE content.id = counted.content`);
        return true;
        // A file may have any number of versions.
      }, slowLimitMs);
    },
  };

  async function lockFile(tx: Queries, id: number): Promise<File | undefined> {
    const locked = await tx.execute(sql`
      SELECT FROM file_store.file WHERE id = ${id} AND deployment = ${deployment} FOR UPDATE`);
    // A second statement, so that it sees what the former holder of the lock committed.
    return locked === 0 ? undefined : findFile(tx, id);
  }

  async function findFile(tx: Queries, id: number): Promise<File | undefined> {
    const [file] = await tx.query(sql<File>`
      SELECT ${sql.raw(fileColumns)} FROM file_store.file
      JOIN file_store.content ON content.id = file.content WHERE file.id = ${id}`);
    return file && fromRow(file);
  }
}

async function endPin(tx: Queries, contentId: number): Promise<void> {
  await tx.execute(sql`
    UPDATE file_store.content SET pins = greatest(pins - 1, 0) WHERE id = ${contentId}`);
}
