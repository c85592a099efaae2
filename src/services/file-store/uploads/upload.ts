/** Uploads: a new file, or a new version of one. */
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Pieces } from '#kit/web/collect-body.ts';
import type { Caller } from '#kit/web/identity/caller.ts';
import { invalid } from '#kit/web/problem.ts';
import { compileStrict, describeError, Name } from '#kit/web/schema.ts';
import { transientChunks } from '../contents/chunks.ts';
import type { User } from '../access/access.ts';
import { fileCheck, type Preconditions } from '../conditions.ts';
import { refuse } from '../errors.ts';
import { mimePattern } from '../schemas.ts';
import type { KeptQuotas } from '../quotas.ts';
import type { File } from '../store/file-store.ts';
import { authorizeNew } from '../tree.ts';
import { commitUpload, type UploadContext } from './commit.ts';
import { formOverheadBytes, receiveForm } from './multipart.ts';
import { receive, type ReceivedBody } from './receive.ts';
import { sniff } from './sniff.ts';

export interface QuotaContext extends UploadContext {
  readonly quotas: KeptQuotas;
}

interface NewFileQuery {
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
  /** The caller whose quota counts. */
  readonly caller: Caller;
}

const isForm = ({ contentType }: RequestBody) => /^multipart\/form-data\b/i.test(contentType ?? '');

/**
 * Creates a file from a raw body, or from the first file of a form.
 *
 * @throws Refusal VALIDATION_FAILED for a name, type or form that is wrong; FORBIDDEN,
 *   FOLDER_NOT_FOUND, FILE_TOO_LARGE, UPLOAD_BROKEN_OFF, QUOTA_EXCEEDED, STORAGE_FULL,
 *   STORE_UNAVAILABLE
 */
export async function createFile(
  context: QuotaContext,
  user: User,
  query: NewFileQuery,
  request: RequestBody,
): Promise<File> {
  await authorizeNew(context.files, user, query);
  const { owner_id, parent_id } = query;
  const payer = { caller: request.caller, ownerId: owner_id };
  await context.quotas.demandRoom(payer, leastBytes(request));
  const upload = await (isForm(request) ? fromForm : fromRaw)(context, query, request);
  const file = { name: upload.name, owner_id, parent_id, mime_type: upload.mimeType };
  const created = await commitUpload(
    context,
    upload.body,
    (contentId) => context.files.createFile(file, contentId, context.clock(), user?.id),
    (commit) => context.quotas.add(payer, upload.body.size, commit),
  );
  // The share was taken back during the upload.
  if (created === 'forbidden') throw refuse.FORBIDDEN();
  // The folder was deleted during the upload.
  if (created === 'unknown') throw refuse.FOLDER_NOT_FOUND();
  return created;
}

/** How many bytes it will at least be. */
const leastBytes = (request: RequestBody) => (isForm(request) ? 0 : (request.length ?? 0));

/** Many clients label a body so when they were told nothing: curl, for one. */
const isDefaultLabel = (type: string) =>
  /^application\/x-www-form-urlencoded[ \t]*(;|$)/i.test(type);

/** The type that the client gave the body; undefined when it gave none. */
function labelOf({ contentType = '' }: RequestBody): string | undefined {
  if (contentType === '' || isDefaultLabel(contentType)) return undefined;
  return checkMimeType('content-type', contentType);
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
  const { name } = query;
  if (name === undefined) throw invalid('name', 'is required');
  const given = query.mime_type || labelOf(request);
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
  return orDiscard(body, async () => {
    const name = query.name ?? checkFilename(filename);
    const given = query.mime_type || (mimeType && typeOfPart(mimeType));
    return { name, body, mimeType: given || (await sniff(body)) };
  });
}

/** A parameter that is malformed must not cost the upload. */
function typeOfPart(type: string): string {
  return isMimeType(type) ? type : checkMimeType('content-type', type.split(';', 1)[0]!.trimEnd());
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
 * @throws Refusal FILE_NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, FILE_TOO_LARGE, UPLOAD_BROKEN_OFF,
 *   QUOTA_EXCEEDED, STORAGE_FULL, STORE_UNAVAILABLE
 */
export async function appendVersion(
  context: QuotaContext,
  before: File,
  user: User,
  update: { readonly mimeType: string | undefined; readonly preconditions: Preconditions },
  request: RequestBody,
): Promise<File> {
  const { preconditions } = update;
  const mayChange = fileCheck(preconditions);
  const step = { mimeType: update.mimeType, mayChange, by: user?.id };
  // Checked early to spare the client the body, and again when the version is recorded.
  if (mayChange?.(before) === false) throw refuse.PRECONDITION_FAILED();
  const payer = { caller: request.caller, ownerId: before.owner_id };
  await context.quotas.demandRoom(payer, leastBytes(request));
  const body = await receiveRaw(context, request);
  const appended = await commitUpload(
    context,
    body,
    (contentId) => context.files.appendVersion(before.id, contentId, step, context.clock()),
    (commit) => context.quotas.add(payer, body.size, commit),
  );
  if (appended === 'unknown') throw refuse.FILE_NOT_FOUND();
  if (appended === 'forbidden') throw refuse.FORBIDDEN();
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

async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  const pieces = new Pieces();
  // Only a request from the network owns its chunks; those of a test's `inject` are the test's.
  const isOwn = stream instanceof IncomingMessage;
  for await (const chunk of isOwn
    ? transientChunks(stream)
    : stream.iterator({ destroyOnReturn: false })) {
    pieces.add(chunk.length);
    yield chunk;
  }
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
const isMimeType = (type: string) => type.length <= 255 && mimeType.test(type);

function checkMimeType(path: string, type: string): string {
  if (isMimeType(type)) return type;
  throw invalid(path, 'must be a media type, such as image/png');
}
