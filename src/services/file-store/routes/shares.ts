/** With whom files and folders are shared: both alike. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { userOf } from '../access/access.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { listShares, share, unshare } from '../shares.ts';
import * as tree from '../tree-schemas.ts';
import { refusalsOf, type RouteContext } from './context.ts';

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
