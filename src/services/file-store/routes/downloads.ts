/** Routes that answer with the bytes of a version. */
import type { FastifyRequest } from 'fastify';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { openVersion, planDownload } from '../download.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { fileFor, refusalsOf, type RouteContext } from './context.ts';
import { sendStream } from './send.ts';

export function downloadRoutes(app: App, context: RouteContext): void {
  const schema = {
    operationId: 'fileStoreDownload',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.DownloadHeaders,
    params: schemas.FileParams,
    querystring: schemas.DownloadQuery,
    response: {
      ...refusalsOf(refuse.FILE_NOT_FOUND, refuse.VERSION_NOT_FOUND, refuse.RANGE_NOT_SATISFIABLE),
      200: schemas.Content,
      206: schemas.PartialContent,
      304: schemas.NotModified,
    },
  };

  async function findVersion(request: FastifyRequest, id: string, n: number | undefined) {
    const file = await fileFor(context, 'download', request.headers, id);
    if (n === undefined) return { file, version: file };
    const [version] = await context.files.versions(file.id, n - 1, 1);
    if (!version) throw refuse.VERSION_NOT_FOUND();
    return { file, version };
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
      const { 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = request.headers;
      const conditions = { ifNoneMatch, ifRange, range };
      const plan = planDownload(file, version, conditions);
      const { status, headers, range: bytes } = plan;
      if (bytes === undefined) {
        reply.code(status).headers(headers);
        return (status === 304 ? undefined : '') as never;
      }
      const stream = await openVersion(context, file.id, version, bytes);
      context.downloaded();
      await sendStream(reply, plan, stream, context.log);
      return reply as never;
    },
  );

  const headSchema = { ...schema, hide: true };
  app.head('/files/:id/download', { schema: headSchema, config }, async (request, reply) => {
    const { file, version } = await findVersion(request, request.params.id, request.query.version);
    const ifNoneMatch = request.headers['if-none-match'];
    const plan = planDownload(file, version, { ifNoneMatch, ifRange: undefined, range: undefined });
    reply.code(plan.status).headers(plan.headers);
    return null;
  });
}
