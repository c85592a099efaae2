/** Routes for folders and their contents. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common } from '#kit/web/problem.ts';
import { userOf } from '../access/access.ts';
import { tagOf } from '../conditions.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { createFolder, listChildren } from '../tree.ts';
import { refusalsOf, type RouteContext } from './context.ts';

export function folderRoutes(app: App, context: RouteContext): void {
  const { files, quotas, clock } = context;
  const folderSchema = {
    operationId: 'fileStoreCreateFolder',
    summary: 'Create a folder',
    description: 'Names need not be unique. Folders nest at most 64 deep (409 FOLDER_TOO_DEEP).',
    access: access.user({ header: 'x-user-id', body: 'owner_id' }),
    headers: schemas.UserHeaders,
    body: schemas.FolderBody,
    response: {
      ...refusalsOf(
        refuse.FOLDER_NOT_FOUND,
        refuse.FOLDER_TOO_DEEP,
        common.QUOTA_EXCEEDED,
        refuse.STORAGE_FULL,
      ),
      201: schemas.TaggedFolder,
    },
  };
  const folderOptions = { schema: folderSchema };
  app.post('/folders', folderOptions, async ({ raw, headers, body }, reply) => {
    const user = userOf(headers, context);
    const payer = { caller: callerOf(raw), ownerId: body.owner_id };
    const folder = await quotas.add(payer, 0, () => createFolder(files, user, body, clock()));
    return reply
      .code(201)
      .header('etag', `"${tagOf(folder)}"`)
      .send(folder);
  });

  const childrenSchema = {
    operationId: 'fileStoreListChildren',
    summary: 'List the contents of a folder',
    description:
      'Folders first, then files, each by name. Users who may not read the folder see only what they own or what is shared with them; if that is nothing, the answer is 403, or 404 while identity is on. The top level is never refused.',
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
