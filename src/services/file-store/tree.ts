/** Folders, what is in them, and with whom it is shared. */
import { Type } from 'typebox';
import type { Portions } from '#kit/web/json-stream.ts';
import { invalid } from '#kit/web/problem.ts';
import { compileStrict } from '#kit/web/schema.ts';
import { authorize, isAllowed, requireOwnName, type User } from './access/access.ts';
import { refuse } from './errors.ts';
import type { Permission } from './access/permissions.ts';
import type {
  Entry,
  File,
  FileStore,
  Folder,
  Listing,
  ListPosition,
  NewFolder,
} from './store/store.ts';

/** @throws Refusal FOLDER_NOT_FOUND, FOLDER_TOO_DEEP, FORBIDDEN, STORAGE_FULL, STORE_UNAVAILABLE */
export async function createFolder(
  files: FileStore,
  user: User,
  folder: NewFolder,
  now: number,
): Promise<Folder> {
  await authorizeNew(files, user, folder);
  const created = await files.createFolder(folder, now);
  if (created === 'unknown') throw refuse.FOLDER_NOT_FOUND();
  if (created === 'too deep') throw refuse.FOLDER_TOO_DEEP();
  return created;
}

/**
 * Checks that a new file or folder has the user as owner and is in a folder that they may write in.
 *
 * @throws Refusal FOLDER_NOT_FOUND, FORBIDDEN, STORE_UNAVAILABLE
 */
export async function authorizeNew(
  files: FileStore,
  user: User,
  { owner_id, parent_id }: Pick<NewFolder, 'owner_id' | 'parent_id'>,
): Promise<void> {
  requireOwnName(user, owner_id);
  if (parent_id === '') return;
  const folder = await getFolder(files, parent_id);
  await authorize(files, user, 'createIn', folder, refuse.FOLDER_NOT_FOUND);
}

/** @throws Refusal FILE_NOT_FOUND, STORE_UNAVAILABLE */
export async function getFile(files: FileStore, id: string): Promise<File> {
  const file = await files.findFile(id);
  if (!file) throw refuse.FILE_NOT_FOUND();
  return file;
}

async function getFolder(files: FileStore, id: string): Promise<Folder> {
  const folder = await files.findFolder(id);
  if (!folder) throw refuse.FOLDER_NOT_FOUND();
  return folder;
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
  item: { readonly type: 'file' | 'folder'; readonly id: string },
  { user_id, permission }: { readonly user_id: string; readonly permission: Permission },
): Promise<{ shared: true }> {
  const [find, notFound] =
    item.type === 'file'
      ? ([getFile, refuse.FILE_NOT_FOUND] as const)
      : ([getFolder, refuse.FOLDER_NOT_FOUND] as const);
  await authorize(files, user, 'share', await find(files, item.id), notFound);
  const result = await files.share(item.id, user_id, permission);
  if (result === 'full') throw refuse.TOO_MANY_SHARES();
  // It was deleted meanwhile, so it was a file: folders cannot be deleted.
  if (result === 'unknown') throw refuse.FILE_NOT_FOUND();
  return { shared: true };
}

export interface ChildrenQuery {
  readonly owner_id?: string;
  readonly limit: number;
  readonly cursor?: string;
}

type ChildView = Omit<Entry, 'content_id'>;

/**
 * A page of what the user may see of a folder (`root`: of the top level), read while it is sent. A
 * user who sees nothing of a folder is refused; the top level is never refused.
 *
 * @throws Refusal FOLDER_NOT_FOUND, FORBIDDEN, VALIDATION_FAILED for a bad cursor, STORE_UNAVAILABLE
 */
export async function listChildren(
  files: FileStore,
  user: User,
  id: string,
  { owner_id: ownerId, limit, cursor }: ChildrenQuery,
): Promise<Portions<ChildView>> {
  const folder = id === 'root' ? undefined : await getFolder(files, id);
  const seesAll = folder ? await isAllowed(files, user, 'children', folder) : user === undefined;
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const visibleTo = seesAll ? undefined : user?.id;
  const listing = { folderId: folder?.id ?? '', ownerId, visibleTo, after, limit };
  if (folder && !seesAll) {
    const [first] = await files.children({
      ...listing,
      ownerId: undefined,
      after: undefined,
      limit: 1,
    });
    if (first === undefined) throw user?.hides ? refuse.FOLDER_NOT_FOUND() : refuse.FORBIDDEN();
  }
  return readChildren(files, listing);
}

/** Children that are read at once: a folder may hold very many. */
const portionSize = 100;

async function* readChildren(files: FileStore, listing: Listing): Portions<ChildView> {
  let { after, limit: left } = listing;
  while (left > 0) {
    const limit = Math.min(portionSize, left);
    const children = await files.children({ ...listing, after, limit });
    yield children.map(childView);
    if (children.length < limit) return {};
    left -= limit;
    after = children.at(-1)!;
  }
  const [further] = await files.children({ ...listing, after, limit: 1 });
  if (further !== undefined) return { next_cursor: toCursor(after!) };
}

/** What `ChildrenResult` describes. */
function childView(entry: Entry): ChildView {
  if (entry.type === 'folder') return entry;
  const { content_id: _, ...view } = entry;
  return view;
}

const Cursor = Type.Tuple([
  Type.Union([Type.Literal('file'), Type.Literal('folder')]),
  Type.String({ format: 'text' }),
  Type.String(),
]);
const isCursor = compileStrict(Cursor);

function toCursor({ type, name, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([type, name, id])).toString('base64url');
}

function parseCursor(cursor: string): ListPosition {
  const parsed = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (!isCursor(parsed)) throw invalid('cursor', 'must be the next_cursor of another page');
  const [type, name, id] = parsed;
  return { type, name, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
