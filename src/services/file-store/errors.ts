import { refusals } from '#kit/web/problem.ts';

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
  RANGE_NOT_SATISFIABLE: { status: 416, title: 'The range is outside the content' },
  STORAGE_FULL: { status: 507, title: 'There is no space left' },
});

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);
const sqliteFull = 13; // SQLITE_FULL

/** Turns the errors of a full disk into a refusal (507); returns any other as it is. */
export function storageError(error: unknown): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return fullCodes.has(String(code)) || errcode === sqliteFull ? refuse.STORAGE_FULL() : error;
}
