/** Folders, and what is in them. */
import { Type } from 'typebox';
import { cursors } from '#kit/web/cursors.ts';
import type { Portions } from '#kit/web/json/stream.ts';
import type { RefusalFactory } from '#kit/web/problem.ts';
import { authorize, isAllowed, requireOwnName, type User } from './access/access.ts';
import { refuse } from './errors.ts';
import type {
  Entry,
  File,
  FileStore,
  Folder,
  Listing,
  ListPosition,
  NewFolder,
} from './store/file-store.ts';

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

/** @throws Refusal FILE_NOT_FOUND, or what `notFound` makes; STORE_UNAVAILABLE */
export async function getFile(
  files: FileStore,
  id: string,
  notFound: RefusalFactory = refuse.FILE_NOT_FOUND,
): Promise<File> {
  const file = await files.findFile(id);
  if (!file) throw notFound();
  return file;
}

/** @throws Refusal FOLDER_NOT_FOUND, STORE_UNAVAILABLE */
export async function getFolder(files: FileStore, id: string): Promise<Folder> {
  const folder = await files.findFolder(id);
  if (!folder) throw refuse.FOLDER_NOT_FOUND();
  return folder;
}

export interface ChildrenQuery {
  readonly owner_id?: string;
  readonly limit: number;
  readonly cursor?: string;
}

type ChildView = Omit<Entry, 'content_id'>;

/**
 * A page of the items that the user may see in a folder (`root`: of the top level), read while it
 * is sent. A user who sees nothing of a folder is refused; the top level is never refused.
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
    const children = await readPortion(files, { ...listing, after, limit });
    yield children.map(childView);
    if (children.length < limit) return {};
    left -= limit;
    after = children.at(-1)!;
  }
  const [further] = await readPortion(files, { ...listing, after, limit: 1 });
  if (further !== undefined) return { next_cursor: toCursor(after!) };
}

/** @throws Refusal FOLDER_NOT_FOUND when it is gone by then: only a part may have been left of it */
async function readPortion(files: FileStore, listing: Listing): Promise<Entry[]> {
  const children = await files.children(listing);
  if (listing.folderId !== '') await getFolder(files, listing.folderId);
  return children;
}

/** Makes the view that `ChildrenResult` describes. */
function childView(entry: Entry): ChildView {
  if (entry.type === 'folder') return entry;
  const { content_id: _, ...view } = entry;
  return view;
}

const childCursor = cursors(
  Type.Tuple([
    Type.Union([Type.Literal('file'), Type.Literal('folder')]),
    Type.String({ format: 'text' }),
    Type.String(),
  ]),
);

const toCursor = ({ type, name, id }: ListPosition) => childCursor.format([type, name, id]);

function parseCursor(cursor: string): ListPosition {
  const [type, name, id] = childCursor.parse(cursor);
  return { type, name, id };
}
