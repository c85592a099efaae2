import { diskRefusal, fileTrouble } from '#kit/stores/disk.ts';
import { StoreFailure } from '#kit/stores/store.ts';
import { common, Refusal, refusals } from '#kit/web/problem.ts';

export const refuse = refusals({
  UPLOAD_BROKEN_OFF: { status: 400, title: 'The body ended too early' },
  USER_REQUIRED: { status: 401, title: 'X-User-Id is required' },
  FORBIDDEN: { status: 403, title: 'The user may not do this' },
  FILE_NOT_FOUND: { status: 404, title: 'file not found' },
  FOLDER_NOT_FOUND: { status: 404, title: 'folder not found' },
  VERSION_NOT_FOUND: { status: 404, title: 'version not found' },
  NOT_IN_TRASH: { status: 404, title: 'The item is not in the trash' },
  CYCLE: { status: 409, title: 'A folder cannot contain itself' },
  NOT_EMPTY: { status: 409, title: 'The folder is not empty' },
  LINK_NOT_FOUND: { status: 404, title: 'link not found' },
  UPLOAD_NOT_FOUND: { status: 404, title: 'upload not found' },
  FOLDER_TOO_DEEP: { status: 409, title: 'Folders are nested too deeply' },
  TOO_MANY_SHARES: { status: 409, title: 'The item is shared with too many users' },
  TOO_MANY_LINKS: { status: 409, title: 'The file has too many active links' },
  WRONG_OFFSET: { status: 409, title: 'Upload-Offset is not the number of stored bytes' },
  TOO_MANY_PIECES: { status: 409, title: 'The rest of the upload must be sent in one request' },
  LINK_EXPIRED: { status: 410, title: 'The link has expired' },
  LINK_USED_UP: { status: 410, title: 'The link has no downloads left' },
  LINK_REVOKED: { status: 410, title: 'The link was revoked' },
  PRECONDITION_FAILED: {
    status: 412,
    title: 'The item does not meet If-Match or If-None-Match',
  },
  TUS_VERSION_UNSUPPORTED: {
    status: 412,
    title: 'Tus-Resumable must be 1.0.0',
    headers: ['Tus-Version'],
  },
  FILE_TOO_LARGE: { status: 413, title: 'The file is too large' },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    title: 'The range is outside the content',
    headers: ['Content-Range'],
  },
  UPLOAD_LOCKED: { status: 423, title: 'Another request has taken over the upload' },
  CHECKSUM_MISMATCH: { status: 460, title: 'The bytes do not match the checksum' },
  PREFETCH_REFUSED: {
    status: 503,
    title: 'A link with max_downloads cannot be prefetched',
    isIntended: true,
  },
  STORAGE_FULL: { status: 507, title: 'The storage has no space left', headers: ['Retry-After'] },
});

/**
 * Turns the error of a disk that takes no writes into a refusal: 507 if it is full, 503 if it cannot
 * be written. Returns any other error unchanged.
 */
export function storageError(error: unknown): unknown {
  if (error instanceof Refusal) {
    return error.code === common.STORE_FULL.code ? storageFull(error.cause) : error;
  }
  const trouble = fileTrouble(error);
  if (trouble === 'full') return storageFull(new StoreFailure('contents', error));
  return trouble === undefined ? error : diskRefusal(trouble, 'contents', error);
}

function storageFull(cause: unknown): Refusal {
  const refusal = refuse.STORAGE_FULL(undefined, { headers: { 'retry-after': '10' } });
  refusal.cause = cause;
  return refusal;
}
