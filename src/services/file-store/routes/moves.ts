/** Other names and places for files and folders. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { userOf } from '../access/access.ts';
import { refuse } from '../errors.ts';
import { changeFile, changeFolder } from '../move.ts';
import * as schemas from '../schemas.ts';
import * as tree from '../tree-schemas.ts';
import { refusalsOf, type RouteContext } from './context.ts';

export function moveRoutes(app: App, context: RouteContext): void {
  const { files, clock } = context;

  const fileSchema = {
    operationId: 'fileStoreChangeFile',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: schemas.FileParams,
    body: tree.ChangeBody,
    response: {
      ...refusalsOf(refuse.FILE_NOT_FOUND, refuse.FOLDER_NOT_FOUND, refuse.STORAGE_FULL),
      200: schemas.FileResult,
    },
  };
  app.patch('/files/:id', { schema: fileSchema }, async ({ headers, params, body }) => {
    const user = userOf(headers, context);
    return { file: await changeFile(files, user, params.id, body, clock()) };
  });

  const folderSchema = {
    operationId: 'fileStoreChangeFolder',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: schemas.FolderParams,
    body: tree.ChangeBody,
    response: {
      ...refusalsOf(
        refuse.FOLDER_NOT_FOUND,
        refuse.CYCLE,
        refuse.FOLDER_TOO_DEEP,
        refuse.STORAGE_FULL,
      ),
      200: schemas.FolderView,
    },
  };
  app.patch('/folders/:id', { schema: folderSchema }, async ({ headers, params, body }) => {
    const user = userOf(headers, context);
    return changeFolder(files, user, params.id, body);
  });
}
