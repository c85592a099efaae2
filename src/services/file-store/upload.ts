/** Uploads: a new file, or a new version of one. */
import { fileTypeFromBuffer } from 'file-type';
import type { IncomingMessage } from 'node:http';
import { invalid } from '#kit/problem.ts';
import { compileStrict, describeError, Name } from '#kit/schema.ts';
import { spool, type Spooled } from './contents/spool.ts';
import { tagsOf } from './download.ts';
import { refuse } from './errors.ts';
import { keep, type Vault } from './keep.ts';
import { formOverhead, receiveForm } from './multipart.ts';
import { mimePattern } from './schemas.ts';
import type { File } from './store.ts';

export interface NewFileQuery {
  readonly name?: string;
  readonly owner_id: string;
  readonly parent_id: string;
  readonly mime_type?: string;
}

/** A body on its way, and what its header says of it. */
export interface Body {
  readonly stream: IncomingMessage;
  /** As the client sent it, if it did. */
  readonly contentType: string | undefined;
  /** Bytes; undefined when the client does not say. */
  readonly length: number | undefined;
  /** Called when all of it is here. */
  readonly arrived: () => void;
}

const isForm = ({ contentType }: Body) => /^multipart\/form-data\b/i.test(contentType ?? '');

/** Creates a file from a raw body, or from the first file of a form. */
export async function createFile(vault: Vault, query: NewFileQuery, body: Body): Promise<File> {
  const { name, spooled, mimeType } = await (isForm(body) ? fromForm : fromRaw)(vault, query, body);
  const { owner_id, parent_id } = query;
  const file = { name, owner_id, parent_id, mime_type: mimeType };
  return keep(vault, spooled, (contentId) =>
    vault.files.createFile(file, contentId, vault.clock()),
  );
}

interface Received {
  readonly name: string;
  readonly mimeType: string;
  readonly spooled: Spooled;
}

async function fromRaw(vault: Vault, query: NewFileQuery, body: Body): Promise<Received> {
  const { name, mime_type: asked } = query;
  if (name === undefined) throw invalid('name', 'is required');
  const given = asked ?? (body.contentType && checkMimeType('content-type', body.contentType));
  const spooled = await receive(vault, body);
  return { name, spooled, mimeType: given ?? (await sniff(spooled.head)) };
}

async function fromForm(vault: Vault, query: NewFileQuery, body: Body): Promise<Received> {
  refuseLonger(body, vault.maxBytes + formOverhead);
  const { spooled, filename, mimeType } = await receiveForm(
    body.stream,
    body.contentType!,
    vault.maxBytes + formOverhead,
    (file) => spool(vault.spool, file, vault.maxBytes),
  );
  body.arrived();
  try {
    const name = query.name ?? checkFilename(filename);
    const type = query.mime_type ?? checkMimeType('content-type', mimeType);
    return { name, spooled, mimeType: type };
  } catch (error) {
    await spooled.discard();
    throw error;
  }
}

/** Appends a version; the body is taken as it is, whatever its type. */
export async function appendVersion(
  vault: Vault,
  { id }: File,
  update: { readonly mimeType: string | undefined; readonly ifMatch: string | undefined },
  body: Body,
): Promise<File> {
  const { mimeType, ifMatch } = update;
  const expected = ifMatch === undefined ? undefined : tagsOf(ifMatch, 'strong');
  const spooled = await receive(vault, body);
  const appended = await keep(vault, spooled, (contentId) =>
    vault.files.appendVersion(id, contentId, { mimeType, expected }, vault.clock()),
  );
  if (appended === 'unknown') throw refuse.FILE_NOT_FOUND();
  if (appended === 'mismatch') throw refuse.PRECONDITION_FAILED();
  return appended;
}

async function receive({ spool: to, maxBytes }: Vault, body: Body): Promise<Spooled> {
  refuseLonger(body, maxBytes);
  const spooled = await spool(to, body.stream, maxBytes);
  body.arrived();
  return spooled;
}

function refuseLonger({ length = 0 }: Body, limit: number): void {
  if (length > limit) throw refuse.FILE_TOO_LARGE(`files have at most ${limit} bytes`);
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

async function sniff(head: Buffer): Promise<string> {
  // Bytes may be anything, also what looks like a format and is none.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? 'application/octet-stream';
}
