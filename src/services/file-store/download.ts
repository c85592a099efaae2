/** What a download answers: whole, in part, or not at all. */
import { create as disposition } from 'content-disposition';
import type { Readable } from 'node:stream';
import type { ByteRange, ContentStore } from './contents/store.ts';
import { refuse } from './errors.ts';
import type { File, FileStore, Version } from './store/store.ts';

export interface Conditions {
  readonly ifNoneMatch: string | undefined;
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
 * @throws Refusal RANGE_NOT_SATISFIABLE
 */
export function planDownload(
  { name, mime_type }: Pick<File, 'name' | 'mime_type'>,
  { content_hash, size }: Pick<Version, 'content_hash' | 'size'>,
  { ifNoneMatch, ifRange, range }: Conditions,
): Download {
  const etag = `"${content_hash}"`;
  // A shared cache must not hand it to others, and a new version is to be seen at once.
  const common = { etag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes' };
  if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, content_hash, 'weak')) {
    return { status: 304, headers: common, range: undefined };
  }
  const headers = {
    ...common,
    'content-type': mime_type,
    'content-disposition': disposition(name),
    'x-content-type-options': 'nosniff',
  };
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
 * is no range: then the whole is sent.
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
  throw refuse.RANGE_NOT_SATISFIABLE(`the content has ${size} bytes`, { headers });
}

/**
 * Whether a list of entity tags, or `*`, names this content.
 *
 * @param comparison weak tags count in `If-None-Match` only (RFC 9110, 8.8.3.2)
 */
export function matchesTag(header: string, hash: string, comparison: 'weak' | 'strong'): boolean {
  return header.trim() === '*' || (entityTags(header, comparison)?.includes(hash) ?? false);
}

/** The hashes that a list of entity tags names; undefined for `*`. */
export function entityTags(header: string, comparison: 'weak' | 'strong'): string[] | undefined {
  if (header.trim() === '*') return undefined;
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)]
    .filter(([, weak]) => comparison === 'weak' || weak === undefined)
    .map(([, , tag]) => tag!);
}

/**
 * The bytes of a version.
 *
 * @throws Refusal FILE_NOT_FOUND when the file was deleted meanwhile; Error when the bytes are lost
 */
export async function openVersion(
  { files, contents }: { readonly files: FileStore; readonly contents: ContentStore },
  fileId: string,
  { version, content_id: id, content_hash: hash, size }: Version,
  range: ByteRange | undefined,
): Promise<Readable> {
  const stream = await contents.open({ id, hash, size }, range);
  if (stream) return stream;
  if (!(await files.findFile(fileId))) throw refuse.FILE_NOT_FOUND();
  throw new Error(`the bytes of version ${version} of ${fileId} (${hash}.${id}) are lost`);
}
