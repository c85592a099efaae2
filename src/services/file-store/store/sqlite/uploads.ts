/** Resumable uploads and their pieces. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { storedJson } from '#kit/web/schema.ts';
import { numberOf, type FileStore } from '../file-store.ts';
import { maxPieces, Target, type Piece, type Upload, type UploadStore } from '../uploads.ts';
import type { VersionUnits } from './versions.ts';

type Row = Omit<Upload, 'target'> & {
  readonly target: string;
  readonly pieces: number;
  readonly claim: string | null;
};

type Uploads = UploadStore & Pick<FileStore, 'finishUpload'>;

const parseTarget = storedJson('target', Target);

/** @param versions what an upload ends with */
export function sqliteUploads(db: Sqlite, versions: VersionUnits): Uploads {
  const insert = db.run(
    `INSERT INTO upload (id, uploader, length, metadata, target, expires_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const find = db.get<Row>(
    `SELECT id, uploader, length, metadata, target, received, expires_at, pieces, claim,
        'file_' || file AS file_id
      FROM upload WHERE id = ? AND expires_at > ?`,
  );
  const claimIt = db.run(
    `UPDATE upload SET claim = ?2, expires_at = ?5
      WHERE id = ?1 AND received = ?3 AND file IS NULL AND expires_at > ?4`,
  );
  const insertPiece = db.run('INSERT INTO upload_piece (upload, start, content) VALUES (?, ?, ?)');
  const advance = db.run(
    `UPDATE upload SET received = received + (SELECT size FROM content WHERE id = ?2),
      pieces = pieces + 1, expires_at = ?3 WHERE id = ?1`,
  );
  const pieces = db.all<Piece>(
    `SELECT upload_piece.start, content.id, content.hash, content.size
      FROM upload_piece JOIN content ON content.id = upload_piece.content
      WHERE upload = ? AND start >= ? ORDER BY start LIMIT ?`,
  );
  const finish = db.run(
    'UPDATE upload SET file = ?2, received = length, claim = NULL, expires_at = ?3 WHERE id = ?1',
  );
  const end = db.run('UPDATE upload SET expires_at = 0 WHERE id = ?');
  const nextToDrop = db.get<{ id: string; isOver: number }>(
    `SELECT * FROM (SELECT id, expires_at <= ?1 AS isOver FROM upload
        WHERE file IS NOT NULL AND pieces > 0 LIMIT 1)
      UNION ALL SELECT id, 1 FROM upload WHERE expires_at <= ?1 LIMIT 1`,
  );
  const deletePieces = db.all<{ content: number }>(
    `DELETE FROM upload_piece WHERE (upload, start) IN
        (SELECT upload, start FROM upload_piece WHERE upload = ? LIMIT ?)
      RETURNING content`,
  );
  const countDown = db.run('UPDATE upload SET pieces = pieces - ?2 WHERE id = ?1');
  const remove = db.run('DELETE FROM upload WHERE id = ?');

  return {
    async createUpload({ id, uploader, length, metadata, target }, expiresAt) {
      await db.write(() =>
        insert(id, uploader, length, metadata, JSON.stringify(target), expiresAt),
      );
    },
    async findUpload(id, now) {
      const row = find(id, now);
      return row && { ...row, target: parseTarget(row.target) };
    },
    claimUpload: ({ uploadId, claim }, received, now, expiresAt) =>
      db.write(() => {
        if (claimIt(uploadId, claim, received, now, expiresAt) === 1) return 'claimed';
        return find(uploadId, now) === undefined ? 'unknown' : 'moved';
      }),
    addPiece: (writer, contentId, now, expiresAt) =>
      db.write(() => {
        const upload = find(writer.uploadId, now);
        const isFull = upload !== undefined && upload.pieces >= maxPieces;
        if (upload?.claim !== writer.claim || isFull) {
          const reason = isFull ? 'full' : 'lost';
          return versions.rejected(contentId, upload === undefined ? 'unknown' : reason);
        }
        if (!versions.refer(contentId)) return 'unpinned';
        insertPiece(upload.id, upload.received, contentId);
        advance(upload.id, contentId, expiresAt);
        return 'added';
      }),
    pieces: async (uploadId, start, limit) => pieces(uploadId, start, limit),
    finishUpload: (writer, finished, contentId, now, expiresAt) =>
      db.write(() => {
        const upload = find(writer.uploadId, now);
        if (upload?.claim !== writer.claim) {
          return versions.rejected(contentId, upload === undefined ? 'unknown' : 'lost');
        }
        const file =
          'file' in finished
            ? versions.createFile(finished.file, contentId, now, finished.by)
            : versions.appendVersion(
                finished.file_id,
                contentId,
                { mimeType: finished.mimeType, mayChange: undefined, by: finished.by },
                now,
              );
        if (file === 'unpinned' || file === 'forbidden') return file;
        if (typeof file === 'string') return 'no target';
        finish(upload.id, numberOf('file', file.id)!, expiresAt);
        return file;
      }),
    async endUpload(id) {
      await db.write(() => end(id));
    },
    dropPieces: (now, limit) =>
      db.write(() => {
        const upload = nextToDrop(now);
        if (upload === undefined) return false;
        const dropped = deletePieces(upload.id, limit);
        for (const { content } of dropped) versions.release(content);
        countDown(upload.id, dropped.length);
        if (upload.isOver === 1 && dropped.length < limit) remove(upload.id);
        return true;
      }),
  };
}
