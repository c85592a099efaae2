/** Adds what a request brings to an upload, and finishes it with the last byte. */
import { nanoid } from 'nanoid';
import type { Readable } from 'node:stream';
import { refuse } from '../errors.ts';
import type { File } from '../store/file-store.ts';
import type { Upload, Writer } from '../store/uploads.ts';
import { commitUpload, type UploadContext } from '../uploads/commit.ts';
import { receive, type ReceivedBody } from '../uploads/receive.ts';
import { orDiscard } from '../uploads/upload.ts';
import { BodyParts } from './body.ts';
import type { Checksum } from './checksum.ts';
import { finishUpload } from './finish.ts';
import { uploadLifetimeMs } from './lifetime.ts';

/** So many bytes of a long request are durable, and counted, before it goes on. */
const pieceBytes = 64 * 1024 * 1024;

export interface Written {
  /** Bytes of the upload that are durable. */
  readonly received: number;
  /** The file that the upload became; undefined while it is not finished. */
  readonly file: File | undefined;
}

/** The contents and conditions of one request. */
interface Bringing {
  /** Its bytes; they end well when the client goes away. */
  readonly stream: Readable;
  readonly checksum: Checksum | undefined;
  /** The user who must still have the right to write at the end; undefined: a trusted caller. */
  readonly by?: string | undefined;
  /** Whether the client has gone away. */
  readonly isBroken: () => boolean;
}

/**
 * Stores what a request brings; it is durable when this resolves. When a request breaks off, the
 * bytes it has brought are kept, unless it has a checksum, which then cannot be verified. The last
 * bytes are kept only together with the file: so an upload has received all its bytes exactly when
 * it is finished.
 *
 * @param upload as it was when the request came
 * @throws Refusal WRONG_OFFSET, UPLOAD_NOT_FOUND, FORBIDDEN; UPLOAD_LOCKED when a later request has taken over;
 *   UPLOAD_BROKEN_OFF, TOO_MANY_PIECES, CHECKSUM_MISMATCH, FILE_NOT_FOUND, FOLDER_NOT_FOUND,
 *   STORAGE_FULL, STORE_UNAVAILABLE; and what `stream` fails with
 */
export async function writeUpload(
  context: UploadContext,
  upload: Upload,
  bringing: Bringing,
): Promise<Written> {
  const writer = await claim(context, upload);
  const parts = new BodyParts(bringing.stream);
  let { received } = upload;
  do {
    const left = upload.length - received;
    // Bytes that no checksum has confirmed must not count. The last piece is read to the body's end.
    const isLast = bringing.checksum !== undefined || left <= pieceBytes;
    const piece = await receivePiece(context, parts, isLast ? Infinity : pieceBytes, bringing);
    if (piece.size === left) {
      const file = await finishUpload(context, { ...upload, received }, writer, piece, bringing.by);
      return { received: upload.length, file };
    }
    if (piece.size === 0) await piece.file.discard();
    else await addPiece(context, writer, piece);
    received += piece.size;
  } while (!parts.isOver);
  if (bringing.isBroken()) throw refuse.UPLOAD_BROKEN_OFF();
  return { received, file: undefined };
}

async function claim({ files, clock }: UploadContext, upload: Upload): Promise<Writer> {
  const writer = { uploadId: upload.id, claim: nanoid() };
  const now = clock();
  const expiresAt = now + uploadLifetimeMs;
  const outcome = await files.claimUpload(writer, upload.received, now, expiresAt);
  if (outcome === 'unknown') throw refuse.UPLOAD_NOT_FOUND();
  if (outcome === 'moved') throw refuse.WRONG_OFFSET();
  return writer;
}

async function receivePiece(
  { temporaryFolder, maxBytes }: UploadContext,
  parts: BodyParts,
  pieceMaxBytes: number,
  { checksum, isBroken }: Bringing,
): Promise<ReceivedBody> {
  async function* chunks() {
    for await (const chunk of parts.next(pieceMaxBytes)) {
      checksum?.update(chunk);
      yield chunk;
    }
  }
  const piece = await receive(temporaryFolder, chunks(), maxBytes);
  return orDiscard(piece, async () => {
    if (checksum && isBroken()) throw refuse.UPLOAD_BROKEN_OFF();
    checksum?.verify();
    return piece;
  });
}

async function addPiece(context: UploadContext, writer: Writer, piece: ReceivedBody) {
  const { files, clock } = context;
  const outcome = await commitUpload(context, piece, (contentId) => {
    const now = clock();
    return files.addPiece(writer, contentId, now, now + uploadLifetimeMs);
  });
  switch (outcome) {
    case 'added':
      return;
    case 'unknown':
      throw refuse.UPLOAD_NOT_FOUND();
    case 'lost':
      throw refuse.UPLOAD_LOCKED();
    case 'full':
      throw refuse.TOO_MANY_PIECES();
  }
}
