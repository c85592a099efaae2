/** Routes whose request bodies are bytes: they are never parsed, and stream into the store. */
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { acceptStream } from '#kit/web/content-types.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { common } from '#kit/web/problem.ts';
import { endAfterBody } from '#kit/web/safety/unread-bodies.ts';
import { compileText } from '#kit/web/schema.ts';
import { userOf } from '../access/access.ts';
import { preconditionsOf } from '../conditions.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { appendVersion, createFile, type RequestBody } from '../uploads/upload.ts';
import { fileFor, refusalsOf, type RouteContext } from './context.ts';

/** Skips the validation of bodies; compiles all other parts of a request as text. */
export const validatorCompiler = ({ schema, httpPart }: { schema: unknown; httpPart?: string }) =>
  httpPart === 'body' ? () => true : compileText(schema as TSchema, httpPart);

export function uploadRoutes(app: App, context: RouteContext): void {
  acceptStream(app);
  app.addHook('onRequest', refuseEncoded);
  app.addHook('onSend', endAfterBody);
  const uploadAnswers = [
    refuse.UPLOAD_BROKEN_OFF,
    refuse.FILE_TOO_LARGE,
    common.UNSUPPORTED_MEDIA_TYPE,
    common.QUOTA_EXCEEDED,
    refuse.STORAGE_FULL,
  ] as const;

  const createSchema = {
    operationId: 'fileStoreUpload',
    summary: 'Upload a new file',
    description:
      'The body is the content, either raw or as the only file of a form. The type of the file is `mime_type`, the Content-Type, or what the bytes look like, in this order. Fails with 413 FILE_TOO_LARGE beyond `FILE_MAX_BYTES`, with 415 for a Content-Encoding, and with 400 UPLOAD_BROKEN_OFF when the body ends early; then nothing is stored.',
    access: access.user({ header: 'x-user-id', query: 'owner_id' }),
    headers: schemas.UserHeaders,
    querystring: schemas.UploadQuery,
    consumes: ['application/octet-stream', 'multipart/form-data'],
    body: schemas.Bytes,
    response: { ...refusalsOf(refuse.FOLDER_NOT_FOUND, ...uploadAnswers), 201: schemas.FileResult },
  };
  app.post('/files', { schema: createSchema, validatorCompiler }, async (request, reply) => {
    const user = userOf(request.headers, context);
    const created = createFile(context, user, request.query, bodyOf(request));
    const file = await tracked(context, created);
    return reply.code(201).send({ file });
  });

  const updateSchema = {
    operationId: 'fileStoreUpdate',
    summary: 'Upload a new version of a file',
    description:
      'The body is the content, stored exactly as sent; earlier versions stay. With `If-Match` or `If-None-Match` the version is only added if the condition holds (412 otherwise).',
    access: access.user({ header: 'x-user-id' }),
    headers: schemas.ChangeHeaders,
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
    const user = userOf(request.headers, context);
    const preconditions = preconditionsOf(request.headers);
    const update = { mimeType: request.query.mime_type || undefined, preconditions };
    const appended = appendVersion(context, before, user, update, bodyOf(request));
    return reply.send({ file: await tracked(context, appended) });
  });
}

/**
 * Bodies are stored as they come, so compressed bytes would become the file.
 *
 * @throws Refusal UNSUPPORTED_MEDIA_TYPE for any `Content-Encoding` but `identity`
 */
export async function refuseEncoded({ raw: { headers } }: FastifyRequest): Promise<void> {
  const codings = headers['content-encoding'] ?? '';
  if (codings.split(',').every((coding) => /^\s*(identity)?\s*$/i.test(coding))) return;
  throw common.UNSUPPORTED_MEDIA_TYPE('Content-Encoding must be identity', {
    headers: { 'accept-encoding': 'identity' },
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
    caller: callerOf(raw),
  };
}
