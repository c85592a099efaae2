/** Resumable uploads and their pieces. Steps lock the upload before any file or content. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { storedJson } from '#kit/web/schema.ts';
import { numberOf, type FileStore } from '../file-store.ts';
import {
  maxPieces,
  Target,
  type Piece,
  type Upload,
  type UploadStore,
  type Writer,
} from '../uploads.ts';
import type { Database } from './rows.ts';
import { refer, rejected, unlessUnpinned, type VersionUnits } from './versions.ts';

type Row = Omit<Upload, 'target'> & {
  readonly target: string;
  readonly pieces: number;
  readonly claim: string | null;
};

const columns = sql.raw(`id, uploader, length, metadata, target, received, expires_at, pieces,
  claim, 'file_' || file AS file_id`);

type Uploads = UploadStore & Pick<FileStore, 'finishUpload'>;

const parseTarget = storedJson('target', Target);

/** @param versions what an upload ends with */
export function postgresUploads({ db, deployment }: Database, versions: VersionUnits): Uploads {
  const own = (id: string, now: number) =>
    sql`id = ${id} AND deployment = ${deployment} AND expires_at > ${now}`;

  async function find(id: string, now: number): Promise<Row | undefined> {
    const [row] = await db.query(sql<Row>`
      SELECT ${columns} FROM file_store.upload WHERE ${own(id, now)}`);
    return row;
  }

  /** The upload, locked, if the claim of the writer holds. Otherwise the pin is ended. */
  async function claimed(tx: Queries, writer: Writer, contentId: number, now: number) {
    const [row] = await tx.query(sql<Row>`
      SELECT ${columns} FROM file_store.upload WHERE ${own(writer.uploadId, now)} FOR UPDATE`);
    if (row?.claim === writer.claim) return row;
    return rejected(tx, contentId, row === undefined ? 'unknown' : 'lost');
  }

  return {
    async createUpload({ id, uploader, length, metadata, target }, expiresAt) {
      await db.execute(sql`
        INSERT INTO file_store.upload (id, deployment, uploader, length, metadata, target,
          expires_at)
        VALUES (${id}, ${deployment}, ${uploader}, ${length}, ${metadata},
          ${JSON.stringify(target)}, ${expiresAt})`);
    },

    async findUpload(id, now) {
      const row = await find(id, now);
      return row && { ...row, target: parseTarget(row.target) };
    },

    async claimUpload({ uploadId, claim }, received, now, expiresAt) {
      const count = await db.execute(sql`
        UPDATE file_store.upload SET claim = ${claim}, expires_at = ${expiresAt}
        WHERE ${own(uploadId, now)} AND received = ${received} AND file IS NULL`);
      if (count === 1) return 'claimed';
      return (await find(uploadId, now)) === undefined ? 'unknown' : 'moved';
    },

    addPiece: (writer, contentId, now, expiresAt) =>
      unlessUnpinned(
        db.transaction(async (tx) => {
          const upload = await claimed(tx, writer, contentId, now);
          if (typeof upload === 'string') return upload;
          if (upload.pieces >= maxPieces) return rejected(tx, contentId, 'full');
          await refer(tx, contentId);
          await tx.execute(sql`
            INSERT INTO file_store.upload_piece (upload, start, content)
            VALUES (${upload.id}, ${upload.received}, ${contentId})`);
          await tx.execute(sql`
            UPDATE file_store.upload
            SET received = received + (SELECT size FROM file_store.content WHERE id = ${contentId}),
              pieces = pieces + 1, expires_at = ${expiresAt}
            WHERE id = ${upload.id}`);
          return 'added';
        }),
      ),

    pieces: async (uploadId, start, limit) =>
      db.query(sql<Piece>`
        SELECT upload_piece.start, content.id, content.hash, content.size
        FROM file_store.upload_piece
        JOIN file_store.content ON content.id = upload_piece.content
        WHERE upload = ${uploadId} AND start >= ${start} ORDER BY start LIMIT ${limit}`),

    finishUpload: (writer, finished, contentId, now, expiresAt) =>
      unlessUnpinned(
        db.transaction(async (tx) => {
          const upload = await claimed(tx, writer, contentId, now);
          if (typeof upload === 'string') return upload;
          const file =
            'file' in finished
              ? await versions.createFile(tx, finished.file, contentId, now, finished.by)
              : await versions.appendVersion(
                  tx,
                  finished.file_id,
                  contentId,
                  { mimeType: finished.mimeType, mayChange: undefined, by: finished.by },
                  now,
                );
          if (file === 'unpinned' || file === 'forbidden') return file;
          if (typeof file === 'string') return 'no target';
          await tx.execute(sql`
            UPDATE file_store.upload SET file = ${numberOf('file', file.id)!}, received = length,
              claim = NULL, expires_at = ${expiresAt}
            WHERE id = ${upload.id}`);
          return file;
        }),
      ),

    async endUpload(id) {
      await db.execute(sql`
        UPDATE file_store.upload SET expires_at = 0 WHERE id = ${id} AND deployment = ${deployment}`);
    },

    dropPieces: (now, limit) =>
      db.transaction(async (tx) => {
        const upload = await nextToDrop(tx, now);
        if (upload === undefined) return false;
        const dropped = await tx.query(sql<{ content: number }>`
          DELETE FROM file_store.upload_piece WHERE (upload, start) IN
            (SELECT upload, start FROM file_store.upload_piece WHERE upload = ${upload.id}
              LIMIT ${limit})
          RETURNING content`);
        await release(
          tx,
          dropped.map(({ content }) => content),
        );
        if (upload.is_over && dropped.length < limit) {
          await tx.execute(sql`DELETE FROM file_store.upload WHERE id = ${upload.id}`);
        } else {
          await tx.execute(sql`
            UPDATE file_store.upload SET pieces = pieces - ${dropped.length}
            WHERE id = ${upload.id}`);
        }
        return true;
      }),
  };

  /** One that nobody else is dropping. */
  async function nextToDrop(tx: Queries, now: number) {
    const rest = sql`LIMIT 1 FOR UPDATE SKIP LOCKED`;
    for (const which of [sql`file IS NOT NULL AND pieces > 0`, sql`expires_at <= ${now}`]) {
      const [upload] = await tx.query(sql<{ id: string; is_over: boolean }>`
        SELECT id, expires_at <= ${now} AS is_over FROM file_store.upload
        WHERE deployment = ${deployment} AND ${which} ${rest}`);
      if (upload !== undefined) return upload;
    }
    return undefined;
  }
}

/** Takes references back. @param contents with repetitions */
async function release(tx: Queries, contents: readonly number[]): Promise<void> {
  await tx.execute(sql`
    SELECT FROM file_store.content WHERE id = ANY (${contents}::bigint[]) ORDER BY id FOR UPDATE`);
  await tx.execute(sql`
    UPDATE file_store.content SET refs = refs - gone.pieces
    FROM (SELECT content, count(*) AS pieces FROM unnest(${contents}::bigint[]) AS content
      GROUP BY content) AS gone
    WHERE content.id = gone.content`);
}
