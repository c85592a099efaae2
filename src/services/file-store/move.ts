/** Files and folders that get another name or place. */
import { invalid } from '#kit/web/problem.ts';
import { authorize, type User } from './access/access.ts';
import { fileCheck, folderCheck, type Preconditions } from './conditions.ts';
import { refuse } from './errors.ts';
import type { File, FileStore, Folder, Move } from './store/file-store.ts';
import { getFile, getFolder } from './tree.ts';

export interface Change {
  readonly name?: string;
  /** Empty for the top level. */
  readonly parent_id?: string;
}

export interface Changing {
  readonly change: Change;
  readonly preconditions: Preconditions;
}

/**
 * @throws Refusal VALIDATION_FAILED when nothing is to change, FILE_NOT_FOUND, FOLDER_NOT_FOUND,
 *   FORBIDDEN, PRECONDITION_FAILED, STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function changeFile(
  files: FileStore,
  user: User,
  id: string,
  { change, preconditions }: Changing,
  now: number,
): Promise<File> {
  const move = toMove(change);
  const file = await getFile(files, id);
  await authorize(files, user, 'move', file, refuse.FILE_NOT_FOUND);
  await authorizeTarget(files, user, file, change);
  const moved = await files.moveFile(id, move, now, fileCheck(preconditions));
  if (moved === 'unknown') throw refuse.FILE_NOT_FOUND();
  if (moved === 'mismatch') throw refuse.PRECONDITION_FAILED();
  if (moved === 'unknown parent') throw refuse.FOLDER_NOT_FOUND();
  return moved;
}

/**
 * With all that is in it.
 *
 * @throws Refusal CYCLE when it is to be in itself or below, FOLDER_TOO_DEEP when a folder in it
 *   would be, and as `changeFile`
 */
export async function changeFolder(
  files: FileStore,
  user: User,
  id: string,
  { change, preconditions }: Changing,
): Promise<Folder> {
  const move = toMove(change);
  const folder = await getFolder(files, id);
  await authorize(files, user, 'move', folder, refuse.FOLDER_NOT_FOUND);
  await authorizeTarget(files, user, folder, change);
  const moved = await files.moveFolder(id, move, folderCheck(preconditions));
  if (moved === 'unknown' || moved === 'unknown parent') throw refuse.FOLDER_NOT_FOUND();
  if (moved === 'mismatch') throw refuse.PRECONDITION_FAILED();
  if (moved === 'cycle') throw refuse.CYCLE();
  if (moved === 'too deep') throw refuse.FOLDER_TOO_DEEP();
  return moved;
}

function toMove({ name, parent_id: parentId }: Change): Move {
  if (name === undefined && parentId === undefined) {
    throw invalid('body', 'must have name, parent_id or both');
  }
  return { name, parentId };
}

/**
 * Checks that the user may write in the target, too. Only the owner of an item can move it to where
 * others get rights on it, below a folder of somebody else. The top level is the owner's own.
 *
 * @throws Refusal FOLDER_NOT_FOUND, FORBIDDEN, STORE_UNAVAILABLE
 */
async function authorizeTarget(
  files: FileStore,
  user: User,
  item: Folder,
  { parent_id: parentId = item.parent_id }: Change,
): Promise<void> {
  if (user === undefined || parentId === item.parent_id) return;
  const isOwner = item.owner_id === user.id;
  if (parentId !== '') {
    const target = await getFolder(files, parentId);
    await authorize(files, user, 'createIn', target, refuse.FOLDER_NOT_FOUND);
    if (isOwner) return;
    const around = await files.lineage(parentId);
    if (around.every(({ owner_id }) => owner_id === item.owner_id)) return;
  }
  if (!isOwner) throw refuse.FORBIDDEN('only the owner of the item may move it there');
}
