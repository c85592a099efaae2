/** Folders, and what is in them. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { userOf } from '../access/access.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { createFolder, listChildren } from '../tree.ts';
import { refusalsOf, type RouteContext } from './context.ts';

export function folderRoutes(app: App, context: RouteContext): void {
  const { files, clock } = context;
  const folderSchema = {
    operationId: 'fileStoreCreateFolder',
    access: access.user({ header: 'x-user-id', body: 'owner_id' }),
    headers: schemas.UserHeaders,
    body: schemas.FolderBody,
    response: {
      ...refusalsOf(refuse.FOLDER_NOT_FOUND, refuse.FOLDER_TOO_DEEP, refuse.STORAGE_FULL),
      201: schemas.FolderView,
    },
  };
  const folderOptions = { schema: folderSchema };
  app.post('/folders', folderOptions, async ({ headers, body }, reply) => {
    const user = userOf(headers, context);
    return reply.code(201).send(await createFolder(files, user, body, clock()));
  });

  const childrenSchema = {
    operationId: 'fileStoreListChildren',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: schemas.ChildrenParams,
    querystring: schemas.ChildrenQuery,
    response: { ...refusalsOf(refuse.FOLDER_NOT_FOUND), 200: schemas.ChildrenResult },
  };
  const childrenOptions = { schema: childrenSchema };
  app.get('/folders/:id/children', childrenOptions, async ({ headers, params, query }, reply) => {
    const user = userOf(headers, context);
    return sendList(reply, 'children', await listChildren(files, user, params.id, query));
  });
}
