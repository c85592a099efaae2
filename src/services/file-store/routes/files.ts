/** Routes for files, except their bytes: metadata and the list of versions. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { isUnchanged, preconditionsOf, tagOf } from '../conditions.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { listVersions, versionsJson } from '../versions.ts';
import { fileFor, refusalsOf, type RouteContext } from './context.ts';
import { sendStream } from './send.ts';

export function fileRoutes(app: App, context: RouteContext): void {
  const { files, log } = context;

  const metadataSchema = {
    operationId: 'fileStoreShow',
    summary: 'Show the metadata of a file',
    description: 'Answers 304 for an `If-None-Match` that names the current state of the file.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.ConditionalHeaders,
    params: schemas.FileParams,
    response: {
      ...refusalsOf(refuse.FILE_NOT_FOUND, refuse.PRECONDITION_FAILED),
      200: schemas.TaggedFile,
      304: schemas.MetadataNotModified,
    },
  };
  app.get('/files/:id', { schema: metadataSchema }, async ({ headers, params }, reply) => {
    const file = await fileFor(context, 'metadata', headers, params.id);
    const tag = tagOf(file);
    const isKnown = isUnchanged(preconditionsOf(headers), tag, [file.content_hash]);
    reply.headers({ etag: `"${tag}"`, 'cache-control': 'private, no-cache' });
    return isKnown ? reply.code(304).send(undefined as never) : file;
  });

  const versionsSchema = {
    operationId: 'fileStoreListVersions',
    summary: 'List the versions of a file',
    description:
      'The oldest first. With contents in base64, the answer is as large as all versions together, so pass `content=false` unless you need them.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UserHeaders,
    params: schemas.FileParams,
    querystring: schemas.VersionsQuery,
    response: { ...refusalsOf(refuse.FILE_NOT_FOUND), 200: schemas.VersionsResult },
  };
  const versionsOptions = { schema: versionsSchema, exposeHeadRoute: false };
  app.get('/files/:id/versions', versionsOptions, async ({ headers, params, query }, reply) => {
    const file = await fileFor(context, 'versions', headers, params.id);
    if (!query.content) return sendList(reply, 'versions', listVersions(files, file));
    const head = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } };
    await sendStream(reply, head, versionsJson(context, file), log);
    return reply as never;
  });
}
