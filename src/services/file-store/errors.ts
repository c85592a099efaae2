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
  FOLDER_TOO_DEEP: { status: 409, title: 'Folders are nested too deeply' },
  TOO_MANY_SHARES: { status: 409, title: 'It is shared with too many users' },
  PRECONDITION_FAILED: { status: 412, title: 'The content is not the expected one' },
  FILE_TOO_LARGE: { status: 413, title: 'The file is too large' },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    title: 'The range is outside the content',
    headers: ['Content-Range'],
  },
  STORAGE_FULL: { status: 507, title: 'There is no space left', headers: ['Retry-After'] },
});

/**
 * Turns what a disk says that takes no writes into a refusal: 507 when it is full, 503 when it cannot
 * be written. Any other error is returned as it is.
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
