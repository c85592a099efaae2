/** With whom files and folders are shared, and what they inherit from the folders around them. */
import { Type } from 'typebox';
import { cursors } from '#kit/web/cursors.ts';
import { authorize, type User } from './access/access.ts';
import type { Permission } from './access/permissions.ts';
import { refuse } from './errors.ts';
import type { Ancestor, FileStore, Folder } from './store/file-store.ts';
import { getFile, getFolder } from './tree.ts';

interface ItemRef {
  readonly type: 'file' | 'folder';
  readonly id: string;
}

/**
 * Grants a user a permission, or changes it.
 *
 * @throws Refusal FILE_NOT_FOUND, FOLDER_NOT_FOUND, FORBIDDEN, TOO_MANY_SHARES, STORAGE_FULL,
 *   STORE_UNAVAILABLE
 */
export async function share(
  files: FileStore,
  user: User,
  item: ItemRef,
  { user_id, permission }: { readonly user_id: string; readonly permission: Permission },
): Promise<{ shared: true }> {
  await findOwn(files, user, item);
  const result = await files.share(item.id, user_id, permission);
  if (result === 'full') throw refuse.TOO_MANY_SHARES();
  if (result === 'unknown') throw notFound(item)();
  return { shared: true };
}

/**
 * Revokes a share of this very item; shares of the folders around it stay.
 *
 * @throws Refusal FILE_NOT_FOUND, FOLDER_NOT_FOUND, FORBIDDEN, STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function unshare(
  files: FileStore,
  user: User,
  item: ItemRef,
  userId: string,
): Promise<{ shared: false }> {
  await findOwn(files, user, item);
  if (!(await files.unshare(item.id, userId))) throw notFound(item)();
  return { shared: false };
}

/** How many folders lie between the item and the one that grants the last share of a page; to whom. */
const shareCursor = cursors(Type.Tuple([Type.Integer({ minimum: 0 }), Type.String()]));

/**
 * The shares that hold for an item: its own, then those of the folders around it, outwards; of each
 * by user.
 *
 * @throws Refusal FILE_NOT_FOUND, FOLDER_NOT_FOUND, FORBIDDEN, VALIDATION_FAILED for a bad cursor,
 *   STORE_UNAVAILABLE
 */
export async function listShares(
  files: FileStore,
  user: User,
  item: ItemRef,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
) {
  const { shared_with, parent_id } = await findOwn(files, user, item);
  const [level, lastUser] = cursor === undefined ? [0, ''] : shareCursor.parse(cursor);
  const own = { id: item.type === 'file' ? 'file' : item.id, shared_with };
  const granting = [own, ...(await files.lineage(parent_id))];
  const found = sharesAfter(granting, level, lastUser)
    .take(limit + 1)
    .toArray();
  const shares = found.slice(0, limit).map(({ share: view }) => view);
  if (found.length <= limit) return { shares };
  const last = found[limit - 1]!;
  return { shares, next_cursor: shareCursor.format([last.level, last.share.user_id]) };
}

type Granting = Pick<Ancestor, 'id' | 'shared_with'>;

function* sharesAfter(granting: readonly Granting[], firstLevel: number, lastUser: string) {
  for (const [level, { id: from, shared_with }] of granting.entries()) {
    if (level < firstLevel) continue;
    for (const user_id of Object.keys(shared_with).toSorted()) {
      if (level === firstLevel && user_id <= lastUser) continue;
      yield { level, share: { user_id, permission: shared_with[user_id]!, from } };
    }
  }
}

/** The item, which only its owner may share. */
async function findOwn(files: FileStore, user: User, item: ItemRef): Promise<Folder> {
  const found = await (item.type === 'file' ? getFile : getFolder)(files, item.id);
  await authorize(files, user, 'share', found, notFound(item));
  return found;
}

const notFound = ({ type }: ItemRef) =>
  type === 'file' ? refuse.FILE_NOT_FOUND : refuse.FOLDER_NOT_FOUND;
