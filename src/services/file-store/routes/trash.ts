/** Routes that delete items, and those of the trash. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { userOf } from '../access/access.ts';
import { preconditionsOf } from '../conditions.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { deleteFile, deleteFolder, discard, listTrash, restore } from '../trash.ts';
import * as tree from '../tree-schemas.ts';
import { fileFor, refusalsOf, type RouteContext } from './context.ts';

export function deletionRoutes(app: App, context: RouteContext): void {
  const { files, trashDays, clock } = context;

  const fileSchema = {
    operationId: 'fileStoreDelete',
    summary: 'Delete a file',
    description:
      'Moves the file to the trash of its owner, or deletes it for good with `FILE_TRASH_DAYS=0`. Only its owner may delete it.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.ChangeHeaders,
    params: schemas.FileParams,
    response: {
      ...refusalsOf(refuse.FILE_NOT_FOUND, refuse.PRECONDITION_FAILED, refuse.STORAGE_FULL),
      200: schemas.Deleted,
    },
  };
  app.delete('/files/:id', { schema: fileSchema }, async ({ headers, params }) => {
    const file = await fileFor(context, 'delete', headers, params.id);
    const preconditions = preconditionsOf(headers);
    await deleteFile(files, file, { trashDays, now: clock(), preconditions });
    return { deleted: true };
  });

  const folderSchema = {
    operationId: 'fileStoreDeleteFolder',
    summary: 'Delete a folder',
    description:
      'Moves the folder and everything in it to the trash of its owner as one item, or deletes it for good with `FILE_TRASH_DAYS=0`. Fails with 409 NOT_EMPTY unless the folder is empty or `recursive` is given. Only its owner may delete it.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.ChangeHeaders,
    params: schemas.FolderParams,
    querystring: tree.DeleteFolderQuery,
    response: {
      ...refusalsOf(
        refuse.FOLDER_NOT_FOUND,
        refuse.NOT_EMPTY,
        refuse.PRECONDITION_FAILED,
        refuse.STORAGE_FULL,
      ),
      200: schemas.Deleted,
    },
  };
  app.delete('/folders/:id', { schema: folderSchema }, async ({ headers, params, query }) => {
    const user = userOf(headers, context);
    const { recursive } = query;
    const preconditions = preconditionsOf(headers);
    const how = { recursive, trashDays, now: clock(), preconditions };
    await deleteFolder(files, user, params.id, how);
    return { deleted: true };
  });
}

export function trashRoutes(app: App, context: RouteContext): void {
  const { files, clock } = context;

  const listSchema = {
    operationId: 'fileStoreListTrash',
    summary: 'List the trash of a user',
    description: 'The item that was deleted last comes first. A user sees only their own trash.',
    access: access.user({ header: 'x-user-id', query: 'owner_id' }),
    headers: schemas.UserHeaders,
    querystring: tree.TrashQuery,
    response: { ...refusalsOf(), 200: tree.TrashResult },
  };
  app.get('/trash', { schema: listSchema }, async ({ headers, query }) =>
    listTrash(files, userOf(headers, context), query, clock()),
  );

  const restoreSchema = {
    operationId: 'fileStoreRestore',
    summary: 'Restore an item from the trash',
    description:
      'The item goes back to its folder. It goes to the top level instead if that folder is gone, if the item no longer fits there, or if its owner may no longer write there; the answer says where it is. Fails with 404 NOT_IN_TRASH when the item was never deleted or its days in the trash are over.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: tree.TrashParams,
    response: { ...refusalsOf(refuse.NOT_IN_TRASH, refuse.STORAGE_FULL), 200: tree.Restored },
  };
  app.post('/trash/:id/restore', { schema: restoreSchema }, async ({ headers, params }) =>
    restore(files, userOf(headers, context), params.id, clock()),
  );

  const discardSchema = {
    operationId: 'fileStoreDiscard',
    summary: 'Delete an item in the trash for good',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: tree.TrashParams,
    response: { ...refusalsOf(refuse.NOT_IN_TRASH, refuse.STORAGE_FULL), 200: schemas.Deleted },
  };
  app.delete('/trash/:id', { schema: discardSchema }, async ({ headers, params }) => {
    await discard(files, userOf(headers, context), params.id, clock());
    return { deleted: true };
  });
}
