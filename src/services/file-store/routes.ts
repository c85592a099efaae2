import type { Logger } from 'pino';
import type { App } from '#kit/http.ts';
import { common, problemResponses, type RefusalFactory } from '#kit/problem.ts';
import { authorize, userOf } from './access.ts';
import { refuse } from './errors.ts';
import type { Vault } from './keep.ts';
import { limitBodyTime } from './patience.ts';
import { pipeTo, send } from './send.ts';
import * as schemas from './schemas.ts';
import { createFolder, getFile, listChildren, share } from './tree.ts';
import { versionsJson, versionView } from './versions.ts';

export interface Context extends Vault {
  /** Refuse who does not name a user, instead of trusting them. */
  readonly requireUser: boolean;
  /** Under way; waited for before the stores close. */
  readonly uploads: Set<Promise<unknown>>;
  readonly log: Logger;
}

/** The refusals that every route knows, and these. */
export const answers = (...kinds: RefusalFactory[]) =>
  problemResponses(refuse.USER_REQUIRED, refuse.FORBIDDEN, common.STORE_UNAVAILABLE, ...kinds);

export function fileRoutes(app: App, context: Context): void {
  const { files, requireUser, log } = context;

  const metadataSchema = {
    headers: schemas.UserHeaders,
    params: schemas.FileParams,
    response: { ...answers(refuse.FILE_NOT_FOUND), 200: schemas.FileView },
  };
  app.get('/files/:id', { schema: metadataSchema }, async ({ headers, params }) => {
    const user = userOf(headers, requireUser);
    const file = await getFile(files, params.id);
    await authorize(files, user, 'metadata', file);
    return file;
  });

  const deleteSchema = {
    headers: schemas.UserHeaders,
    params: schemas.FileParams,
    response: { ...answers(refuse.FILE_NOT_FOUND, refuse.STORAGE_FULL), 200: schemas.Deleted },
  };
  app.delete('/files/:id', { schema: deleteSchema }, async ({ headers, params }) => {
    const user = userOf(headers, requireUser);
    const file = await getFile(files, params.id);
    await authorize(files, user, 'delete', file);
    if (!(await files.deleteFile(file.id))) throw refuse.FILE_NOT_FOUND();
    return { deleted: true };
  });

  const versionsSchema = {
    headers: schemas.UserHeaders,
    params: schemas.FileParams,
    querystring: schemas.VersionsQuery,
    response: { ...answers(refuse.FILE_NOT_FOUND), 200: schemas.VersionsResult },
  };
  const versionsOptions = { schema: versionsSchema, exposeHeadRoute: false };
  app.get('/files/:id/versions', versionsOptions, async ({ headers, params, query }, reply) => {
    const user = userOf(headers, requireUser);
    const file = await getFile(files, params.id);
    await authorize(files, user, 'versions', file);
    const versions = await files.versions(file.id);
    if (!query.content) return { versions: versions.map(versionView) };
    const head = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } };
    const json = versionsJson(context, file.id, versions);
    await send(reply, head, (target) => pipeTo(json, target), log);
    return reply as never;
  });
}

export function folderRoutes(app: App, { files, clock, requireUser }: Context): void {
  const folderSchema = {
    headers: schemas.UserHeaders,
    body: schemas.FolderBody,
    response: {
      ...answers(refuse.FOLDER_NOT_FOUND, refuse.FOLDER_TOO_DEEP, refuse.STORAGE_FULL),
      201: schemas.FolderView,
    },
  };
  const folderOptions = { schema: folderSchema, preParsing: limitBodyTime };
  app.post('/folders', folderOptions, async ({ headers, body }, reply) => {
    const user = userOf(headers, requireUser);
    return reply.code(201).send(await createFolder(files, user, body, clock()));
  });

  const childrenSchema = {
    headers: schemas.UserHeaders,
    params: schemas.ChildrenParams,
    querystring: schemas.ChildrenQuery,
    response: { ...answers(refuse.FOLDER_NOT_FOUND), 200: schemas.ChildrenResult },
  };
  app.get('/folders/:id/children', { schema: childrenSchema }, async ({ headers, params, query }) =>
    listChildren(files, userOf(headers, requireUser), params.id, query),
  );

  for (const [type, params, notFound] of [
    ['file', schemas.FileParams, refuse.FILE_NOT_FOUND],
    ['folder', schemas.FolderParams, refuse.FOLDER_NOT_FOUND],
  ] as const) {
    const shareSchema = {
      headers: schemas.UserHeaders,
      params,
      body: schemas.ShareBody,
      response: {
        ...answers(notFound, refuse.TOO_MANY_SHARES, refuse.STORAGE_FULL),
        200: schemas.Shared,
      },
    };
    const options = { schema: shareSchema, preParsing: limitBodyTime };
    app.post(`/${type}s/:id/share`, options, async ({ headers, params, body }) => {
      const user = userOf(headers, requireUser);
      return share(files, user, { type, id: params.id }, body);
    });
  }
}
