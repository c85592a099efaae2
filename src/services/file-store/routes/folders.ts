/** Folders, what is in them, and with whom files and folders are shared. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json-stream.ts';
import { userOf } from '../access/access.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { createFolder, listChildren, share } from '../tree.ts';
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

/** Files and folders are shared alike. */
export function shareRoutes(app: App, context: RouteContext): void {
  for (const [type, params, notFound] of [
    ['file', schemas.FileParams, refuse.FILE_NOT_FOUND],
    ['folder', schemas.FolderParams, refuse.FOLDER_NOT_FOUND],
  ] as const) {
    const shareSchema = {
      operationId: `fileStoreShare${type === 'file' ? 'File' : 'Folder'}`,
      access: access.user({ header: 'x-user-id' }),
      headers: schemas.UserHeaders,
      params,
      body: schemas.ShareBody,
      response: {
        ...refusalsOf(notFound, refuse.TOO_MANY_SHARES, refuse.STORAGE_FULL),
        200: schemas.Shared,
      },
    };
    const options = { schema: shareSchema };
    app.post(`/${type}s/:id/share`, options, async ({ headers, params, body }) => {
      const user = userOf(headers, context);
      return share(context.files, user, { type, id: params.id }, body);
    });
  }
}
