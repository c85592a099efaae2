/** Uploads: a new file, or a new version of one. */
import { fileTypeFromBuffer } from 'file-type';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { invalid } from '#kit/web/problem.ts';
import { compileStrict, describeError, Name } from '#kit/web/schema.ts';
import { transientChunks } from '../contents/chunks.ts';
import { entityTags } from '../download.ts';
import { refuse } from '../errors.ts';
import { mimePattern } from '../schemas.ts';
import type { File } from '../store/store.ts';
import { commitUpload, type UploadContext } from './commit.ts';
import { formOverheadBytes, receiveForm } from './multipart.ts';
import { receive, type ReceivedBody } from './receive.ts';

export interface NewFileQuery {
  readonly name?: string;
  readonly owner_id: string;
  readonly parent_id: string;
  readonly mime_type?: string;
}

/** A body under way, and what its header says of it. */
export interface RequestBody {
  readonly stream: Readable;
  /** As the client sent it, if it did. */
  readonly contentType: string | undefined;
  /** Bytes; undefined when the client does not say. */
  readonly length: number | undefined;
}

const isForm = ({ contentType }: RequestBody) => /^multipart\/form-data\b/i.test(contentType ?? '');

/**
 * Creates a file from a raw body, or from the first file of a form.
 *
 * @throws Refusal VALIDATION_FAILED for a name, type or form that is wrong; FOLDER_NOT_FOUND,
 *   FILE_TOO_LARGE, UPLOAD_BROKEN_OFF, STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function createFile(
  context: UploadContext,
  query: NewFileQuery,
  request: RequestBody,
): Promise<File> {
  const upload = await (isForm(request) ? fromForm : fromRaw)(context, query, request);
  const { owner_id, parent_id } = query;
  const file = { name: upload.name, owner_id, parent_id, mime_type: upload.mimeType };
  const created = await commitUpload(context, upload.body, (contentId) =>
    context.files.createFile(file, contentId, context.clock()),
  );
  // The folder was deleted during the upload.
  if (created === 'unknown') throw refuse.FOLDER_NOT_FOUND();
  return created;
}

interface NamedUpload {
  readonly name: string;
  readonly mimeType: string;
  readonly body: ReceivedBody;
}

async function fromRaw(
  context: UploadContext,
  query: NewFileQuery,
  request: RequestBody,
): Promise<NamedUpload> {
  const { name, mime_type: asked } = query;
  if (name === undefined) throw invalid('name', 'is required');
  const given =
    asked ?? (request.contentType && checkMimeType('content-type', request.contentType));
  const body = await receiveRaw(context, request);
  return orDiscard(body, async () => ({ name, body, mimeType: given ?? (await sniff(body)) }));
}

async function fromForm(
  { temporaryFolder, maxBytes }: UploadContext,
  query: NewFileQuery,
  request: RequestBody,
): Promise<NamedUpload> {
  const maxFormBytes = maxBytes + formOverheadBytes;
  checkLength(request, maxFormBytes);
  const { body, filename, mimeType } = await receiveForm(
    request.stream,
    request.contentType!,
    maxFormBytes,
    (file) => receive(temporaryFolder, file.iterator({ destroyOnReturn: false }), maxBytes),
  );
  return orDiscard(body, async () => ({
    name: query.name ?? checkFilename(filename),
    mimeType: query.mime_type ?? checkMimeType('content-type', mimeType),
    body,
  }));
}

/** Discards the body when `work` throws. */
export async function orDiscard<T>({ file }: ReceivedBody, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/**
 * Appends a version; the body is taken as it is, whatever its type.
 *
 * @throws Refusal FILE_NOT_FOUND, PRECONDITION_FAILED, FILE_TOO_LARGE, UPLOAD_BROKEN_OFF,
 *   STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function appendVersion(
  context: UploadContext,
  { id }: File,
  update: { readonly mimeType: string | undefined; readonly ifMatch: string | undefined },
  request: RequestBody,
): Promise<File> {
  const { mimeType, ifMatch } = update;
  const expected = ifMatch === undefined ? undefined : entityTags(ifMatch, 'strong');
  const body = await receiveRaw(context, request);
  const appended = await commitUpload(context, body, (contentId) =>
    context.files.appendVersion(id, contentId, { mimeType, expected }, context.clock()),
  );
  if (appended === 'unknown') throw refuse.FILE_NOT_FOUND();
  if (appended === 'mismatch') throw refuse.PRECONDITION_FAILED();
  return appended;
}

async function receiveRaw(
  { temporaryFolder, maxBytes }: UploadContext,
  request: RequestBody,
): Promise<ReceivedBody> {
  checkLength(request, maxBytes);
  return receive(temporaryFolder, chunksOf(request.stream), maxBytes);
}

/** Only a request from the network owns its chunks; those of a test's `inject` are the test's. */
function chunksOf(stream: Readable): AsyncIterable<Buffer> {
  if (stream instanceof IncomingMessage) return transientChunks(stream);
  return stream.iterator({ destroyOnReturn: false });
}

function checkLength({ length = 0 }: RequestBody, maxBytes: number): void {
  if (length > maxBytes) throw refuse.FILE_TOO_LARGE(`a file may have at most ${maxBytes} bytes`);
}

const isName = compileStrict(Name());

function checkFilename(name = ''): string {
  if (isName(name)) return name;
  const { message } = describeError(isName.errors![0]!);
  throw invalid('name', name === '' ? 'is required' : message);
}

const mimeType = new RegExp(mimePattern);

function checkMimeType(path: string, type: string): string {
  if (type.length <= 255 && mimeType.test(type)) return type;
  throw invalid(path, 'must be a media type, such as image/png');
}

/** Enough for the magic numbers of file formats. */
const sniffedBytes = 4100;

/** The type that the bytes look like. */
export async function sniff({ file }: ReceivedBody): Promise<string> {
  const head = await file.read(sniffedBytes);
  // The package throws on bytes that look like a format and end too early.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? 'application/octet-stream';
}
