/** Routes that answer with the bytes of a version. */
import type { FastifyRequest } from 'fastify';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { preconditionsOf } from '../conditions.ts';
import { contentOf, openVersion, planDownload } from '../download.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { fileFor, refusalsOf, type RouteContext } from './context.ts';
import { sendHead, sendStream } from './send.ts';

export function downloadRoutes(app: App, context: RouteContext): void {
  const schema = {
    operationId: 'fileStoreDownload',
    summary: 'Download the content of a file',
    description:
      'The latest version, or the one given by `version`, as an attachment. Supports one range (206) and conditional requests (304, 412); the `ETag` is the hash of the content.',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.DownloadHeaders,
    params: schemas.FileParams,
    querystring: schemas.DownloadQuery,
    response: {
      ...refusalsOf(
        refuse.FILE_NOT_FOUND,
        refuse.VERSION_NOT_FOUND,
        refuse.PRECONDITION_FAILED,
        refuse.RANGE_NOT_SATISFIABLE,
      ),
      200: schemas.Content,
      206: schemas.PartialContent,
      304: schemas.NotModified,
    },
  };

  async function findVersion(request: FastifyRequest, id: string, n: number | undefined) {
    const found = await fileFor(context, 'download', request.headers, id);
    const [version] = n === undefined ? [found] : await context.files.versions(found.id, n - 1, 1);
    if (!version) throw refuse.VERSION_NOT_FOUND();
    const mime_type = await context.servedType(found.mime_type, contentOf(version));
    return { file: { ...found, mime_type }, version };
  }

  const config = { navigable: true };
  app.get(
    '/files/:id/download',
    { schema, config, exposeHeadRoute: false },
    async (request, reply) => {
      const { file, version } = await findVersion(
        request,
        request.params.id,
        request.query.version,
      );
      const { 'if-range': ifRange, range } = request.headers;
      const conditions = { ...preconditionsOf(request.headers), ifRange, range };
      const plan = planDownload(file, version, conditions);
      const stream = plan.range && (await openVersion(context, file.id, version, plan.range));
      if (plan.status !== 304) context.downloaded();
      if (stream) await sendStream(reply, plan, stream, context.log);
      else sendHead(reply, plan);
      return reply as never;
    },
  );

  const headSchema = { ...schema, hide: true };
  app.head('/files/:id/download', { schema: headSchema, config }, async (request, reply) => {
    const { file, version } = await findVersion(request, request.params.id, request.query.version);
    const whole = { ifRange: undefined, range: undefined };
    const plan = planDownload(file, version, { ...preconditionsOf(request.headers), ...whole });
    sendHead(reply, plan);
    return reply as never;
  });
}
