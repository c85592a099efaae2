/** Answers a download: whole, in part, or not at all. */
import { plural } from '#kit/base/plural.ts';
import { create as disposition } from 'content-disposition';
import type { Readable } from 'node:stream';
import {
  nameOf,
  type ByteRange,
  type Content,
  type ContentStore,
} from './contents/contents-store.ts';
import { isUnchanged, type Preconditions } from './conditions.ts';
import { refuse } from './errors.ts';
import type { File, FileStore, Version } from './store/file-store.ts';

export interface Conditions extends Preconditions {
  readonly ifRange: string | undefined;
  readonly range: string | undefined;
}

export interface Download {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The bytes to be sent; undefined: none. */
  readonly range: ByteRange | undefined;
}

/**
 * Decides by conditions and range (RFC 9110) what is sent of a version.
 *
 * @throws Refusal PRECONDITION_FAILED, RANGE_NOT_SATISFIABLE
 */
export function planDownload(
  { name, mime_type }: Pick<File, 'name' | 'mime_type'>,
  { content_hash, size }: Pick<Version, 'content_hash' | 'size'>,
  { ifRange, range, ...preconditions }: Conditions,
): Download {
  const etag = `"${content_hash}"`;
  const headers = {
    etag,
    // A shared cache must not hand it to others, and a new version is to be seen at once.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'content-type': mime_type,
    'content-disposition': disposition(name),
    'x-content-type-options': 'nosniff',
  };
  // With all headers: a cache takes a new name from them (RFC 9110, 15.4.5).
  if (isUnchanged(preconditions, content_hash)) return { status: 304, headers, range: undefined };
  const part = ifRange === undefined || ifRange === etag ? partOf(range, size) : undefined;
  if (part === undefined) {
    return { status: 200, headers: { ...headers, 'content-length': size }, range: whole(size) };
  }
  const { start, end } = part;
  const partial = {
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': end - start + 1,
  };
  return { status: 206, headers: { ...headers, ...partial }, range: part };
}

const whole = (size: number) => (size === 0 ? undefined : { start: 0, end: size - 1 });

/**
 * The one range that is asked for (RFC 9110, 14.1.2). Undefined for several, and for a header that
 * does not hold a range: then the whole is sent.
 */
function partOf(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  // The last n bytes of an empty content are the whole of it.
  if (size === 0 && first === '' && Number(last) > 0) return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  const headers = { 'content-range': `bytes */${size}` };
  throw refuse.RANGE_NOT_SATISFIABLE(`the content has ${plural(size, 'byte')}`, { headers });
}

export const contentOf = ({ content_id: id, content_hash: hash, size }: Version): Content => ({
  id,
  hash,
  size,
});

/**
 * The bytes of a version.
 *
 * @throws Refusal FILE_NOT_FOUND when the file was deleted in the meantime; Error when the bytes
 *   are lost
 */
export async function openVersion(
  { files, contents }: { readonly files: FileStore; readonly contents: ContentStore },
  fileId: string,
  version: Version,
  range: ByteRange | undefined,
): Promise<Readable> {
  const content = contentOf(version);
  const stream = await contents.open(content, range);
  if (stream) return stream;
  if (!(await files.findFile(fileId))) throw refuse.FILE_NOT_FOUND();
  throw new Error(
    `the bytes of version ${version.version} of ${fileId} (${nameOf(content)}) are lost`,
  );
}
