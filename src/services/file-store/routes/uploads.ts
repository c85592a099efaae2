/** Routes whose request bodies are bytes: they are never parsed, and stream into the store. */
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { acceptStream } from '#kit/web/content-types.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { compileCoercing } from '#kit/web/schema.ts';
import { userOf } from '../access/access.ts';
import { matchesTag } from '../download.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { authorizeNew } from '../tree.ts';
import { appendVersion, createFile, type RequestBody } from '../uploads/upload.ts';
import { fileFor, refusalsOf, type RouteContext } from './context.ts';
import { limitRefusedBody } from './timeouts.ts';

/** Bodies are not validated; all else is text. */
export const validatorCompiler = ({ schema, httpPart }: { schema: unknown; httpPart?: string }) =>
  httpPart === 'body' ? () => true : compileCoercing(schema as TSchema);

export function uploadRoutes(app: App, context: RouteContext): void {
  const { files } = context;
  acceptStream(app);
  app.addHook('onSend', limitRefusedBody);
  const uploadAnswers = [
    refuse.UPLOAD_BROKEN_OFF,
    refuse.FILE_TOO_LARGE,
    refuse.STORAGE_FULL,
  ] as const;

  const createSchema = {
    operationId: 'fileStoreUpload',
    access: access.user({ header: 'x-user-id', query: 'owner_id' }),
    headers: schemas.UserHeaders,
    querystring: schemas.UploadQuery,
    consumes: ['application/octet-stream', 'multipart/form-data'],
    body: schemas.Bytes,
    response: { ...refusalsOf(refuse.FOLDER_NOT_FOUND, ...uploadAnswers), 201: schemas.FileResult },
  };
  app.post('/files', { schema: createSchema, validatorCompiler }, async (request, reply) => {
    const user = userOf(request.headers, context);
    await authorizeNew(files, user, request.query);
    const created = createFile(context, request.query, bodyOf(request));
    const file = await tracked(context, created);
    return reply.code(201).send({ file });
  });

  const updateSchema = {
    operationId: 'fileStoreUpdate',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.UpdateHeaders,
    params: schemas.FileParams,
    querystring: schemas.UpdateQuery,
    consumes: ['application/octet-stream'],
    body: schemas.Bytes,
    response: {
      ...refusalsOf(refuse.FILE_NOT_FOUND, refuse.PRECONDITION_FAILED, ...uploadAnswers),
      200: schemas.FileResult,
    },
  };
  app.put('/files/:id', { schema: updateSchema, validatorCompiler }, async (request, reply) => {
    const before = await fileFor(context, 'update', request.headers, request.params.id);
    const ifMatch = request.headers['if-match'];
    // Checked early to spare the client the body, and again when the version is recorded.
    if (ifMatch !== undefined && !matchesTag(ifMatch, before.content_hash, 'strong')) {
      throw refuse.PRECONDITION_FAILED();
    }
    const update = { mimeType: request.query.mime_type, ifMatch };
    const appended = appendVersion(context, before, update, bodyOf(request));
    return reply.send({ file: await tracked(context, appended) });
  });
}

/** Counts an upload among those under way. */
export async function tracked<T>({ uploads }: RouteContext, upload: Promise<T>): Promise<T> {
  uploads.add(upload);
  try {
    return await upload;
  } finally {
    uploads.delete(upload);
  }
}

function bodyOf(request: FastifyRequest): RequestBody {
  const { raw } = request;
  const type = raw.rawHeaders.findIndex(
    (name, i) => i % 2 === 0 && name.toLowerCase() === 'content-type',
  );
  const length = raw.headers['content-length'];
  return {
    stream: raw,
    // An empty Content-Type counts as none.
    contentType: (type >= 0 && raw.rawHeaders[type + 1]) || undefined,
    length: length === undefined ? undefined : Number(length),
  };
}
