/** Routes whose bodies are bytes: they are never parsed, and stream both ways. */
import type { FastifyRequest } from 'fastify';
import type { App } from '#kit/http.ts';
import type { TSchema } from 'typebox';
import { compileCoercing } from '#kit/schema.ts';
import { authorize, userOf } from './access.ts';
import { openVersion, names, planDownload } from './download.ts';
import { refuse } from './errors.ts';
import { answerReady, bodyArrived, endRefused } from './patience.ts';
import { send } from './send.ts';
import { answers, type Context } from './routes.ts';
import * as schemas from './schemas.ts';
import { authorizeNew, getFile } from './tree.ts';
import { appendVersion, createFile, type Body } from './upload.ts';

const headers = schemas.UserHeaders;

export function uploadRoutes(app: App, context: Context): void {
  const { files, requireUser } = context;
  leaveBodies(app);
  app.addHook('onSend', answerReady);
  app.addHook('onResponse', endRefused);
  const uploadAnswers = [
    refuse.UPLOAD_BROKEN_OFF,
    refuse.FILE_TOO_LARGE,
    refuse.STORAGE_FULL,
  ] as const;

  const createSchema = {
    headers,
    querystring: schemas.UploadQuery,
    consumes: ['application/octet-stream', 'multipart/form-data'],
    body: schemas.Bytes,
    response: { ...answers(refuse.FOLDER_NOT_FOUND, ...uploadAnswers), 201: schemas.FileResult },
  };
  app.post('/files', { schema: createSchema, validatorCompiler }, async (request, reply) => {
    const user = userOf(request.headers, requireUser);
    await authorizeNew(files, user, request.query);
    const file = await tracked(context, createFile(context, request.query, bodyOf(request)));
    return reply.code(201).send({ file });
  });

  const updateSchema = {
    headers,
    params: schemas.FileParams,
    querystring: schemas.UpdateQuery,
    consumes: ['application/octet-stream'],
    body: schemas.Bytes,
    response: {
      ...answers(refuse.FILE_NOT_FOUND, refuse.PRECONDITION_FAILED, ...uploadAnswers),
      200: schemas.FileResult,
    },
  };
  app.put('/files/:id', { schema: updateSchema, validatorCompiler }, async (request, reply) => {
    const user = userOf(request.headers, requireUser);
    const before = await getFile(files, request.params.id);
    await authorize(files, user, 'update', before);
    const ifMatch = request.headers['if-match'];
    // Decided again when the version is recorded; now, it saves sending the body.
    if (ifMatch !== undefined && !names(ifMatch, before.content_hash, 'strong')) {
      throw refuse.PRECONDITION_FAILED();
    }
    const update = { mimeType: request.query.mime_type, ifMatch };
    const appended = appendVersion(context, before, update, bodyOf(request));
    return reply.send({ file: await tracked(context, appended) });
  });
}

/** The handlers read bodies themselves. A type that is none at all would be refused (415). */
function leaveBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addHook('onRequest', async (request) => void delete request.headers['content-type']);
}

async function tracked<T>({ uploads }: Context, upload: Promise<T>): Promise<T> {
  uploads.add(upload);
  try {
    return await upload;
  } finally {
    uploads.delete(upload);
  }
}

/** Bodies are not validated; all else is text. */
const validatorCompiler = ({ schema, httpPart }: { schema: unknown; httpPart?: string }) =>
  httpPart === 'body' ? () => true : compileCoercing(schema as TSchema);

function bodyOf(request: FastifyRequest): Body {
  const { raw } = request;
  const type = raw.rawHeaders.findIndex(
    (name, i) => i % 2 === 0 && name.toLowerCase() === 'content-type',
  );
  const length = raw.headers['content-length'];
  return {
    stream: raw,
    // An empty one says as little as none.
    contentType: (type >= 0 && raw.rawHeaders[type + 1]) || undefined,
    length: length === undefined ? undefined : Number(length),
    arrived: () => bodyArrived(request),
  };
}

export function downloadRoutes(app: App, context: Context): void {
  const { files, requireUser } = context;
  const schema = {
    headers,
    params: schemas.FileParams,
    querystring: schemas.DownloadQuery,
    response: {
      ...answers(refuse.FILE_NOT_FOUND, refuse.VERSION_NOT_FOUND, refuse.RANGE_NOT_SATISFIABLE),
      200: schemas.Content,
      206: schemas.Content,
      304: schemas.NotModified,
    },
  };

  async function answer(request: FastifyRequest, id: string, n: number | undefined) {
    const user = userOf(request.headers, requireUser);
    const file = await getFile(files, id);
    await authorize(files, user, 'download', file);
    const version = n === undefined ? file : await files.findVersion(file.id, n);
    if (!version) throw refuse.VERSION_NOT_FOUND();
    return { file, version };
  }

  app.get('/files/:id/download', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { file, version } = await answer(request, request.params.id, request.query.version);
    const { 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = request.headers;
    const conditions = { ifNoneMatch, ifRange: ifRange as string | undefined, range };
    const plan = planDownload(file, version, conditions);
    const { status, headers, range: bytes } = plan;
    if (bytes === undefined) {
      reply.code(status).headers(headers);
      return (status === 304 ? undefined : '') as never;
    }
    const opened = await openVersion(context, file.id, version, bytes);
    await send(reply, plan, (target) => opened.writeTo(target), context.log);
    return reply as never;
  });

  const headSchema = { ...schema, hide: true };
  app.head('/files/:id/download', { schema: headSchema }, async (request, reply) => {
    const { file, version } = await answer(request, request.params.id, request.query.version);
    const ifNoneMatch = request.headers['if-none-match'];
    const plan = planDownload(file, version, { ifNoneMatch, ifRange: undefined, range: undefined });
    reply.code(plan.status).headers(plan.headers);
    return null;
  });
}
