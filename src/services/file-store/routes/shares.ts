/** The shares of files and folders, which work alike. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { userOf } from '../access/access.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { listShares, share, unshare } from '../shares.ts';
import * as tree from '../tree-schemas.ts';
import { refusalsOf, type RouteContext } from './context.ts';

/** What a share gives access to. */
const sharing = {
  file: 'Gives the user the permission on the file.',
  folder: 'Gives the user the permission on the folder and everything in it.',
} as const;

export function shareRoutes(app: App, context: RouteContext): void {
  const { files } = context;
  for (const [type, Type, params, unshareParams, notFound] of [
    ['file', 'File', schemas.FileParams, tree.FileShareParams, refuse.FILE_NOT_FOUND],
    ['folder', 'Folder', schemas.FolderParams, tree.FolderShareParams, refuse.FOLDER_NOT_FOUND],
  ] as const) {
    const common = {
      access: access.user({ header: 'x-user-id' }),
      headers: schemas.UserHeaders,
    };

    const shareSchema = {
      ...common,
      operationId: `fileStoreShare${Type}`,
      summary: `Share a ${type} with a user`,
      description: `${sharing[type]} Sharing again changes the permission. Only its owner may share it, with at most 1,000 users (409 TOO_MANY_SHARES).`,
      params,
      body: schemas.ShareBody,
      response: {
        ...refusalsOf(notFound, refuse.TOO_MANY_SHARES, refuse.STORAGE_FULL),
        200: schemas.Shared,
      },
    };
    const shareOptions = { schema: shareSchema };
    app.post(`/${type}s/:id/share`, shareOptions, async ({ headers, params: { id }, body }) => {
      const user = userOf(headers, context);
      return share(files, user, { type, id }, body);
    });

    const listSchema = {
      ...common,
      operationId: `fileStoreList${Type}Shares`,
      summary: `List who has access to a ${type}`,
      description: `First the shares of the ${type} itself, then those of the folders around it, from the inside out. Only the owner of the ${type} may list them.`,
      params,
      querystring: tree.PageQuery,
      response: { ...refusalsOf(notFound), 200: tree.SharesResult },
    };
    const listOptions = { schema: listSchema };
    app.get(`/${type}s/:id/shares`, listOptions, async ({ headers, params: { id }, query }) => {
      const user = userOf(headers, context);
      return listShares(files, user, { type, id }, query);
    });

    const unshareSchema = {
      ...common,
      operationId: `fileStoreUnshare${Type}`,
      summary: `Stop sharing a ${type} with a user`,
      description: `Answers the same when the ${type} was not shared with the user. Permissions that come from a folder around it stay. Only its owner may do this.`,
      params: unshareParams,
      response: { ...refusalsOf(notFound, refuse.STORAGE_FULL), 200: schemas.Shared },
    };
    const unshareOptions = { schema: unshareSchema };
    app.delete(
      `/${type}s/:id/share/:user_id`,
      unshareOptions,
      async ({ headers, params: given }) => {
        const user = userOf(headers, context);
        return unshare(files, user, { type, id: given.id }, given.user_id);
      },
    );
  }
}
