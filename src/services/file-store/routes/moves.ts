/** Routes that rename and move files and folders. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { userOf } from '../access/access.ts';
import { preconditionsOf, tagOf } from '../conditions.ts';
import { refuse } from '../errors.ts';
import { changeFile, changeFolder } from '../move.ts';
import * as schemas from '../schemas.ts';
import * as tree from '../tree-schemas.ts';
import { refusalsOf, type RouteContext } from './context.ts';

export function moveRoutes(app: App, context: RouteContext): void {
  const { files, clock } = context;

  const fileSchema = {
    operationId: 'fileStoreChangeFile',
    summary: 'Rename or move a file',
    description:
      "Moving takes write permission on the file and on the new folder. Only the owner may move a file to the top level or into a folder of another user's tree. Names need not be unique.",
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.ChangeHeaders,
    params: schemas.FileParams,
    body: tree.ChangeBody,
    response: {
      ...refusalsOf(
        refuse.FILE_NOT_FOUND,
        refuse.FOLDER_NOT_FOUND,
        refuse.PRECONDITION_FAILED,
        refuse.STORAGE_FULL,
      ),
      200: schemas.TaggedFileResult,
    },
  };
  app.patch('/files/:id', { schema: fileSchema }, async (request, reply) => {
    const { headers, params, body: change } = request;
    const user = userOf(headers, context);
    const changing = { change, preconditions: preconditionsOf(headers) };
    const file = await changeFile(files, user, params.id, changing, clock());
    return reply.header('etag', `"${tagOf(file)}"`).send({ file });
  });

  const folderSchema = {
    operationId: 'fileStoreChangeFolder',
    summary: 'Rename or move a folder',
    description:
      'Moves everything in it at once; shares of the old parents end for it, and those of the new ones apply. Fails with 409 CYCLE for a move into itself or into one of its own subfolders, and with 409 FOLDER_TOO_DEEP beyond 64 levels.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.ChangeHeaders,
    params: schemas.FolderParams,
    body: tree.ChangeBody,
    response: {
      ...refusalsOf(
        refuse.FOLDER_NOT_FOUND,
        refuse.CYCLE,
        refuse.FOLDER_TOO_DEEP,
        refuse.PRECONDITION_FAILED,
        refuse.STORAGE_FULL,
      ),
      200: schemas.TaggedFolder,
    },
  };
  app.patch('/folders/:id', { schema: folderSchema }, async (request, reply) => {
    const { headers, params, body: change } = request;
    const user = userOf(headers, context);
    const changing = { change, preconditions: preconditionsOf(headers) };
    const folder = await changeFolder(files, user, params.id, changing);
    return reply.header('etag', `"${tagOf(folder)}"`).send(folder);
  });
}
