/** Deleting, and what can be restored for some days where that is wanted. */
import { Type } from 'typebox';
import { cursors } from '#kit/web/cursors.ts';
import { invalid } from '#kit/web/problem.ts';
import { authorize, isAllowed, requireOwnName, type User } from './access/access.ts';
import { fileCheck, folderCheck, type Preconditions } from './conditions.ts';
import { refuse } from './errors.ts';
import type { File, FileStore } from './store/file-store.ts';
import type { Removal, Trashed } from './store/trash.ts';
import { getFolder } from './tree.ts';

const dayMs = 86_400_000;

export interface Deletion {
  readonly trashDays: number;
  readonly now: number;
  readonly preconditions: Preconditions;
}

/**
 * With no days in the trash, a file is deleted for good.
 *
 * @throws Refusal FILE_NOT_FOUND, PRECONDITION_FAILED, STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function deleteFile(
  files: FileStore,
  { id }: File,
  { trashDays, now, preconditions }: Deletion,
): Promise<void> {
  const mayDelete = fileCheck(preconditions);
  const outcome = await (trashDays === 0
    ? files.deleteFile(id, mayDelete)
    : files.removeFile(id, removal(trashDays, now), mayDelete));
  if (outcome === 'unknown') throw refuse.FILE_NOT_FOUND();
  if (outcome === 'mismatch') throw refuse.PRECONDITION_FAILED();
}

/**
 * Deletes a folder, with `recursive` everything in it, no matter who owns that.
 *
 * @throws Refusal FOLDER_NOT_FOUND, NOT_EMPTY, FORBIDDEN, PRECONDITION_FAILED, STORAGE_FULL,
 *   STORE_UNAVAILABLE
 */
export async function deleteFolder(
  files: FileStore,
  user: User,
  id: string,
  { recursive, trashDays, now, preconditions }: Deletion & { readonly recursive: boolean },
): Promise<void> {
  const folder = await getFolder(files, id);
  await authorize(files, user, 'delete', folder, refuse.FOLDER_NOT_FOUND);
  const mayRemove = folderCheck(preconditions);
  const how = { recursive, mayRemove, ...removal(trashDays, now) };
  const removed = await files.removeFolder(id, how);
  if (removed === 'unknown') throw refuse.FOLDER_NOT_FOUND();
  if (removed === 'mismatch') throw refuse.PRECONDITION_FAILED();
  if (removed === 'not empty') throw refuse.NOT_EMPTY();
}

/** The instant is kept with the item: it holds whatever the number of days is later. */
function removal(trashDays: number, now: number): Removal {
  return { now, restorableUntil: trashDays === 0 ? undefined : now + trashDays * dayMs };
}

const trashCursor = cursors(Type.Integer({ minimum: 1 }));

/**
 * Lists what a user owned and deleted, the latest first.
 *
 * @throws Refusal FORBIDDEN for somebody else's, VALIDATION_FAILED, STORE_UNAVAILABLE
 */
export async function listTrash(
  files: FileStore,
  user: User,
  query: { readonly owner_id?: string; readonly limit: number; readonly cursor?: string },
  now: number,
) {
  const { owner_id: ownerId = user?.id, limit, cursor } = query;
  if (ownerId === undefined) throw invalid('owner_id', 'is required');
  requireOwnName(user, ownerId);
  const before = cursor === undefined ? undefined : trashCursor.parse(cursor);
  const found = await files.listTrash(ownerId, { now, before, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    trash: page.map(({ id, name, type, deleted_at }) => ({ id, name, type, deleted_at })),
    ...(found.length > limit && { next_cursor: trashCursor.format(page.at(-1)!.seq) }),
  };
}

/**
 * Puts an item back where it was, or on the top level: when the folder is gone, when its owner may
 * no longer write there, or when it does not fit there (see `Trash.restore`).
 *
 * @throws Refusal NOT_IN_TRASH, FORBIDDEN, STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function restore(files: FileStore, user: User, id: string, now: number) {
  const { parent_id } = await findOwn(files, user, id, now);
  const parent = await files.findFolder(parent_id);
  const mayReturn = parent !== undefined && (await isAllowed(files, user, 'createIn', parent));
  const restoredTo = await files.restore(id, mayReturn ? parent_id : '', now);
  if (restoredTo === undefined) throw refuse.NOT_IN_TRASH();
  return { restored: true, parent_id: restoredTo };
}

/** Deletes an item for good. @throws Refusal as `restore` */
export async function discard(files: FileStore, user: User, id: string, now: number) {
  await findOwn(files, user, id, now);
  if (!(await files.discard(id, now))) throw refuse.NOT_IN_TRASH();
}

/** Finds an item in the trash; only its owner may, no matter who else had rights on it. */
async function findOwn(files: FileStore, user: User, id: string, now: number): Promise<Trashed> {
  const item = await files.findTrashed(id, now);
  const isOwn = user === undefined || item?.owner_id === user.id;
  if (item === undefined || (!isOwn && user.hides)) throw refuse.NOT_IN_TRASH();
  if (!isOwn) throw refuse.FORBIDDEN('only the owner of the item may do this');
  return item;
}

/** Versions, files and folders that are forgotten in one step. */
const batchSize = 100;

/**
 * Forgets items that can no longer be restored. Any number of processes may do so at once.
 *
 * @param stop ends it; other calls go on with what is left
 * @throws Refusal STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function emptyTrash(files: FileStore, now: number, stop?: AbortSignal): Promise<void> {
  while (true) {
    if (stop?.aborted || !(await files.purge(now, batchSize))) return;
  }
}
