/** Routes of resumable uploads: see resumable/server.ts. */
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { acceptStream } from '#kit/web/content-types.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { common, invalid } from '#kit/web/problem.ts';
import { userOf } from '../access/access.ts';
import { refuse } from '../errors.ts';
import { checksumAlgorithms } from '../resumable/checksum.ts';
import { UploadLocks } from '../resumable/locks.ts';
import { endAfterBody } from '#kit/web/safety/unread-bodies.ts';
import * as tusSchemas from '../resumable/schemas.ts';
import { answerTus, type TusRequest } from '../resumable/server.ts';
import { refusalsOf, type RouteContext } from './context.ts';
import { refuseEncoded, tracked, validatorCompiler } from './uploads.ts';

const version = '1.0.0';
const contentType = 'application/offset+octet-stream';
const extensions = 'creation,expiration,termination,checksum';

/** Returns the schema for a second path of an operation, since the examples of tus use `/uploads/`. */
function alike<T extends { readonly response: unknown }>(schema: T) {
  return { ...schema, response: undefined, hide: true };
}

/** Headers that pages of allowed origins may read, besides those that every answer exposes. */
const exposedHeaders = [
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Checksum-Algorithm',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
  'X-File-Id',
].join(', ');

export function tusRoutes(app: App, context: RouteContext): void {
  const locks = new UploadLocks();
  acceptStream(app);
  app.addHook('onRequest', refuseEncoded);
  app.addHook('onSend', endAfterBody);
  // A hook, so that refusals have these headers too.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('tus-resumable', version);
    const exposed = reply.getHeader('access-control-expose-headers');
    if (exposed !== undefined) {
      reply.header('access-control-expose-headers', `${String(exposed)}, ${exposedHeaders}`);
    }
  });

  /** Answers as the library does; `method` may differ from that of the request. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    method: TusRequest['method'],
  ): Promise<never> {
    checkVersion(request);
    const { raw, params } = request;
    const { id } = params as { readonly id?: string };
    const body = method === 'PATCH' ? raw : undefined;
    const user = userOf(request.headers, context);
    const headers = headersOf(request, method);
    const endsInSlash = /^[^?]*\/(\?|$)/.test(request.url);
    const caller = callerOf(raw);
    const asked = { method, id, endsInSlash, headers, body, user, caller };
    const answering = answerTus(context, locks, asked);
    const { status, headers: given } = await tracked(context, answering);
    return reply.code(status).headers(given).send();
  }

  const ofUpload = {
    access: access.user({ header: 'x-user-id' }),
    params: tusSchemas.UploadParams,
  };
  const known = [refuse.UPLOAD_NOT_FOUND, refuse.TUS_VERSION_UNSUPPORTED] as const;
  const writing = [
    ...known,
    refuse.FILE_NOT_FOUND,
    refuse.FOLDER_NOT_FOUND,
    refuse.UPLOAD_BROKEN_OFF,
    refuse.WRONG_OFFSET,
    refuse.TOO_MANY_PIECES,
    refuse.FILE_TOO_LARGE,
    common.UNSUPPORTED_MEDIA_TYPE,
    refuse.UPLOAD_LOCKED,
    refuse.CHECKSUM_MISMATCH,
    refuse.STORAGE_FULL,
  ] as const;

  const createSchema = {
    operationId: 'fileStoreBeginUpload',
    summary: 'Begin a resumable upload',
    description:
      'Creates an upload by tus 1.0; `Location` says where to send its bytes. `Upload-Metadata` says whether it becomes a new file or a version of `file_id`. An upload is forgotten 24 hours after it last made progress.',
    access: access.user({ header: 'x-user-id' }),
    headers: tusSchemas.CreateHeaders,
    response: {
      ...refusalsOf(
        refuse.FILE_NOT_FOUND,
        refuse.FOLDER_NOT_FOUND,
        refuse.TUS_VERSION_UNSUPPORTED,
        refuse.FILE_TOO_LARGE,
        common.UNSUPPORTED_MEDIA_TYPE,
        common.QUOTA_EXCEEDED,
        refuse.STORAGE_FULL,
      ),
      201: tusSchemas.UploadBegun,
    },
  };
  const create = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, 'POST');
  app.post('/uploads', { schema: createSchema }, create);
  app.post('/uploads/', { schema: alike(createSchema) }, create);

  const headSchema = {
    ...ofUpload,
    operationId: 'fileStoreUploadOffset',
    summary: 'Show how far an upload has come',
    description:
      '`Upload-Offset` is where to continue. After the last byte, `X-File-Id` names the file.',
    headers: tusSchemas.TusHeaders,
    response: { ...refusalsOf(...known), 200: tusSchemas.UploadState },
  };
  const config = { swagger: { exposeHeadRoute: true } };
  app.head('/uploads/:id', { schema: headSchema, config }, (request, reply) =>
    answer(request, reply, 'HEAD'),
  );

  const patchSchema = {
    ...ofUpload,
    operationId: 'fileStoreContinueUpload',
    summary: 'Send more bytes of an upload',
    description:
      '`Upload-Offset` must be the number of stored bytes (409 WRONG_OFFSET otherwise). Bytes of a broken request are kept, unless it has an `Upload-Checksum`; continue from the offset that HEAD returns. The answer to the last byte names the file in `X-File-Id`. If two requests run at once, the later one wins, and the earlier one may get 423 UPLOAD_LOCKED.',
    headers: tusSchemas.PatchHeaders,
    consumes: [contentType],
    body: tusSchemas.Bytes,
    response: { ...refusalsOf(...writing), 204: tusSchemas.UploadContinued },
  };
  const bytesOptions = { validatorCompiler, preHandler: checkBody(context) };
  app.patch('/uploads/:id', { schema: patchSchema, ...bytesOptions }, (request, reply) =>
    answer(request, reply, 'PATCH'),
  );

  const endSchema = {
    ...ofUpload,
    operationId: 'fileStoreEndUpload',
    summary: 'Cancel an upload',
    description:
      'Forgets the upload and its bytes. If the upload has already become a file, the file stays.',
    headers: tusSchemas.TusHeaders,
    response: { ...refusalsOf(...known, refuse.STORAGE_FULL), 204: tusSchemas.UploadEnded },
  };
  app.delete('/uploads/:id', { schema: endSchema }, (request, reply) =>
    answer(request, reply, 'DELETE'),
  );

  const overrideSchema = {
    ...patchSchema,
    operationId: 'fileStoreOverrideUpload',
    summary: 'Continue or cancel an upload by POST',
    description:
      'Does what PATCH or DELETE does, for clients that cannot send these methods; `X-HTTP-Method-Override` names the method.',
    headers: tusSchemas.OverrideHeaders,
  };
  app.post('/uploads/:id', { schema: overrideSchema, ...bytesOptions }, (request, reply) => {
    const method = request.headers['x-http-method-override'];
    if (method === undefined) throw invalid('x-http-method-override', 'is required');
    return answer(request, reply, method);
  });

  optionsRoutes(app, context);
}

function optionsRoutes(app: App, { maxBytes }: RouteContext): void {
  const headers = {
    'tus-version': version,
    'tus-extension': extensions,
    'tus-max-size': maxBytes,
    'tus-checksum-algorithm': checksumAlgorithms.join(','),
  };
  const schema = { access: access.public, response: { 204: tusSchemas.Options } };
  const answer = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(204).headers(headers).send();
  const ofAll = {
    ...schema,
    operationId: 'fileStoreUploadOptions',
    summary: 'Show which tus extensions are supported',
  };
  app.options('/uploads', { schema: ofAll }, answer);
  app.options('/uploads/', { schema: alike(ofAll) }, answer);
  const params = tusSchemas.UploadParams;
  const ofOne = {
    ...schema,
    operationId: 'fileStoreUploadOptionsOfOne',
    summary: 'Show which extensions an upload supports',
    params,
  };
  app.options('/uploads/:id', { schema: ofOne }, answer);
}

/** @throws Refusal TUS_VERSION_UNSUPPORTED */
function checkVersion({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] === version) return;
  throw refuse.TUS_VERSION_UNSUPPORTED(undefined, { headers: { 'tus-version': version } });
}

/** Refuses a body because of its headers: FILE_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE. */
const checkBody =
  ({ maxBytes }: RouteContext): preHandlerHookHandler =>
  ({ raw: { headers, rawHeaders } }, _reply, done) => {
    if (Number(headers['content-length']) > maxBytes) return done(refuse.FILE_TOO_LARGE());
    const at = rawHeaders.findIndex((name, i) => i % 2 === 0 && /^content-type$/i.test(name));
    const isRight = at >= 0 && rawHeaders[at + 1] === contentType;
    if (isRight || headers['x-http-method-override'] === 'DELETE') return done();
    done(common.UNSUPPORTED_MEDIA_TYPE(`Content-Type must be ${contentType}`));
  };

/** Returns the headers that the library needs. */
function headersOf({ raw }: FastifyRequest, method: string): Record<string, string> {
  const own = Object.entries(raw.headers).filter(([name]) =>
    /^(tus-|upload-|content-length$)/.test(name),
  );
  const headers = Object.fromEntries(own) as Record<string, string>;
  return method === 'PATCH' ? { ...headers, 'content-type': contentType } : headers;
}
