/**
 * Resumable uploads by the protocol tus 1.0 (https://tus.io/protocols/resumable-upload). The library
 * has the protocol: methods, headers, offsets. What an upload is, and what expires, is ours.
 */
import { ERRORS, Server } from '@tus/server';
import { Readable } from 'node:stream';
import { newId } from '#kit/base/ids.ts';
import type { Caller } from '#kit/web/identity/caller.ts';
import { invalid, Refusal } from '#kit/web/problem.ts';
import type { User } from '../access/access.ts';
import { refuse } from '../errors.ts';
import type { QuotaContext } from '../uploads/upload.ts';
import { SentBody } from './body.ts';
import { Checksum } from './checksum.ts';
import { UploadDataStore } from './data-store.ts';
import type { UploadLocks } from './locks.ts';

export interface TusRequest {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  /** Undefined when an upload is made. */
  readonly id: string | undefined;
  /** Whether the path of the request ends so: `Location` is relative to it. */
  readonly endsInSlash: boolean;
  /** Those of tus, by their names in lower case, and the length of the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | undefined;
  readonly user: User;
  /** Whose quota holds. */
  readonly caller: Caller;
}

interface TusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const path = '/uploads';
/** Of every request: the library is told of which upload it speaks. */
const address = `http://localhost${path}/id`;

/**
 * @throws Refusal for whatever is not answered with success; Error for a fault
 */
export async function answerTus(
  context: QuotaContext,
  locks: UploadLocks,
  request: TusRequest,
): Promise<TusAnswer> {
  const { user, caller, headers, method, id = '', endsInSlash } = request;
  const { 'upload-checksum': digest, 'upload-metadata': metadata = '' } = headers;
  const checksum = digest === undefined ? undefined : new Checksum(digest);
  const body = request.body && new SentBody(request.body);
  const store = new UploadDataStore(context, { user, caller, metadata, checksum, body });
  let failure: unknown;
  // One for each request, so that its store knows the request.
  const server = new Server({
    path,
    datastore: store,
    locker: locks,
    // Who has to give way does so at once; 0 would be 3 s.
    lockDrainTimeout: 1,
    maxSize: context.maxBytes,
    // CORS is the business of the whole listener.
    allowedOrigins: () => false,
    namingFunction: () => newId('upload', context.clock()),
    // Relative to the request, so that it holds behind any proxy.
    generateUrl: (_request, made) => (endsInSlash ? made.id : `uploads/${made.id}`),
    getFileIdFromRequest: () => id,
    async onUploadFinish() {
      // An empty one is complete before anything was written.
      if (store.upload?.file_id === null) await store.write(Readable.from([]), id, 0);
      return {};
    },
    onResponseError(_request, error) {
      failure = error;
      return undefined;
    },
  });
  const answer = await server.handleWeb(toWeb(method, headers, body));
  if (failure !== undefined) throw refusalOf(failure, body);
  if (!answer.ok) throw wrongHeader(await answer.text());
  return { status: answer.status, headers: headersOf(answer, store) };
}

function toWeb(method: string, headers: TusRequest['headers'], body?: SentBody): Request {
  if (body === undefined) return new Request(address, { method, headers });
  const stream = ReadableStream.from(body.chunks());
  return new Request(address, { method, headers, body: stream, duplex: 'half' });
}

function headersOf(answer: Response, { upload }: UploadDataStore): Record<string, string> {
  const wanted = /^(location|upload-.*|cache-control|connection)$/;
  const own = [...answer.headers].filter(([name]) => wanted.test(name));
  const headers = Object.fromEntries(own);
  // Nothing is left to say of one that was ended.
  if (upload === undefined) return headers;
  const { file_id, expires_at, metadata } = upload;
  if ('upload-length' in headers && metadata !== '') headers['upload-metadata'] = metadata;
  if (file_id === null) headers['upload-expires'] = new Date(expires_at).toUTCString();
  else headers['x-file-id'] = file_id;
  return headers;
}

/** What the library says by its own errors, in our words. A fault stays as it is. */
function refusalOf(error: unknown, body: SentBody | undefined): unknown {
  if (error instanceof Refusal) return error;
  switch (error) {
    case ERRORS.INVALID_OFFSET:
      return refuse.WRONG_OFFSET();
    case ERRORS.FILE_NOT_FOUND:
      return refuse.UPLOAD_NOT_FOUND();
    case ERRORS.ABORTED:
      if (body?.refusal) return body.refusal;
      return body?.isBroken ? refuse.UPLOAD_BROKEN_OFF() : refuse.UPLOAD_LOCKED();
    case ERRORS.MISSING_OFFSET:
      return invalid('upload-offset', 'is required');
    case ERRORS.INVALID_LENGTH:
      return invalid('upload-length', 'is required');
    case ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION:
      return invalid('upload-length', 'must be known when the upload is created');
    case ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION:
      return invalid('upload-concat', 'is not supported');
  }
  const { status_code: status } = error as { status_code?: number };
  return status === 413 ? refuse.FILE_TOO_LARGE() : error;
}

/** Of a malformed header the library tells the name alone. */
function wrongHeader(text: string): Refusal {
  const [, name = 'request'] = /^Invalid ([\w-]+)/.exec(text) ?? [];
  return invalid(name, 'must have the form that tus 1.0 defines');
}
