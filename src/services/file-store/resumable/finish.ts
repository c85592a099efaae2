/** The last step of an upload: its pieces become the content of a file, or of a version. */
import { transientChunks } from '../contents/chunks.ts';
import type { Content } from '../contents/contents-store.ts';
import { refuse } from '../errors.ts';
import type { File, Finished } from '../store/file-store.ts';
import type { Upload, Writer } from '../store/uploads.ts';
import { commitUpload, type UploadContext } from '../uploads/commit.ts';
import { receive, type ReceivedBody } from '../uploads/receive.ts';
import { sniff } from '../uploads/sniff.ts';
import { orDiscard } from '../uploads/upload.ts';
import { uploadLifetimeMs } from './lifetime.ts';

/** Pieces that are looked up at once. */
const portionSize = 100;

/**
 * Records the file and the end of the upload in one step, so that it is done once however often it is
 * tried.
 *
 * @param last all bytes after those that the upload has received
 * @param by the user who must still have the right to write; undefined: a trusted caller
 * @throws Refusal UPLOAD_NOT_FOUND, UPLOAD_LOCKED, FORBIDDEN, FILE_NOT_FOUND, FOLDER_NOT_FOUND, STORAGE_FULL,
 *   STORE_UNAVAILABLE
 */
export async function finishUpload(
  context: UploadContext,
  upload: Upload,
  writer: Writer,
  last: ReceivedBody,
  by: string | undefined,
): Promise<File> {
  // An upload that came in one piece is already where it belongs: nothing is copied.
  const body = upload.received === 0 ? last : await joined(context, upload, last);
  const finished = await orDiscard(body, async () => finishedOf(upload, body, by));
  const file = await commitUpload(context, body, (contentId) => {
    const now = context.clock();
    const expiresAt = now + uploadLifetimeMs;
    return context.files.finishUpload(writer, finished, contentId, now, expiresAt);
  });
  switch (file) {
    case 'unknown':
      throw refuse.UPLOAD_NOT_FOUND();
    case 'lost':
      throw refuse.UPLOAD_LOCKED();
    case 'forbidden':
      throw refuse.FORBIDDEN();
    case 'no target':
      throw 'file' in finished ? refuse.FOLDER_NOT_FOUND() : refuse.FILE_NOT_FOUND();
    default:
      return file;
  }
}

async function finishedOf(
  { target }: Upload,
  body: ReceivedBody,
  by: string | undefined,
): Promise<Finished> {
  const { mime_type: mimeType } = target;
  if ('file_id' in target) return { file_id: target.file_id, mimeType, by };
  return { file: { ...target, mime_type: mimeType ?? (await sniff(body)) }, by };
}

/** All bytes of the upload, hashed as they are stored. */
async function joined(
  context: UploadContext,
  upload: Upload,
  last: ReceivedBody,
): Promise<ReceivedBody> {
  async function* bytes() {
    for await (const piece of piecesOf(context, upload)) {
      const stream = await context.contents.open(piece);
      if (!stream) return throwLost(context, upload, piece);
      try {
        yield* transientChunks(stream);
      } finally {
        stream.destroy();
      }
    }
    yield* transientChunks(last.file.handle.createReadStream({ start: 0, autoClose: false }));
  }
  try {
    const body = await receive(context.temporaryFolder, bytes(), upload.length);
    if (body.size === upload.length) return body;
    await body.file.discard();
    throw new Error(`upload ${upload.id} has ${body.size} bytes instead of ${upload.length}`);
  } finally {
    await last.file.discard();
  }
}

async function* piecesOf({ files }: UploadContext, { id, received }: Upload) {
  for (let start = 0; start < received;) {
    const pieces = await files.pieces(id, start, portionSize);
    // The upload was ended in the meantime.
    if (pieces.length === 0) throw refuse.UPLOAD_NOT_FOUND();
    yield* pieces;
    const final = pieces.at(-1)!;
    start = final.start + final.size;
  }
}

/** Pieces go when their upload is ended, or another request has finished it. */
async function throwLost(
  { files, clock }: UploadContext,
  { id }: Upload,
  { hash, id: contentId }: Content,
): Promise<never> {
  const found = await files.findUpload(id, clock());
  if (!found) throw refuse.UPLOAD_NOT_FOUND();
  if (found.file_id !== null) throw refuse.UPLOAD_LOCKED();
  throw new Error(`a piece of upload ${id} (${hash}.${contentId}) is lost`);
}
