/** The list of versions as JSON, sent while it is read, and its contents with it. */
import { Readable } from 'node:stream';
import type { ContentStore } from './contents/contents-store.ts';
import { openVersion } from './download.ts';
import { refuse } from './errors.ts';
import type { File, FileStore, Version } from './store/file-store.ts';

type Stores = { readonly files: FileStore; readonly contents: ContentStore };

/** Versions that are read at once: a file may have tens of thousands. */
const portionSize = 250;

/** As clients see them, without their contents. @throws Refusal as `readVersions` */
export async function* listVersions(files: FileStore, file: File) {
  for await (const versions of readVersions(files, file)) yield versions.map(versionView);
}

/**
 * The versions that a file has, some at a time.
 *
 * @throws Refusal FILE_NOT_FOUND when the file is deleted during the read
 */
async function* readVersions(files: FileStore, { id, version: latest }: File) {
  for (let last = 0; last < latest;) {
    const versions = await files.versions(id, last, Math.min(portionSize, latest - last));
    if (versions.length === 0) throw refuse.FILE_NOT_FOUND();
    yield versions;
    last = versions.at(-1)!.version;
  }
}

function versionView({ version, size, created_at, content_hash }: Version) {
  return { version, size, created_at, content_hash };
}

/** The stream ends with an error when the bytes of a version are lost. */
export function versionsJson(stores: Stores, file: File): Readable {
  return Readable.from(pieces(stores, file), { objectMode: false });
}

async function* pieces(stores: Stores, file: File) {
  yield '{"versions":[';
  for await (const versions of readVersions(stores.files, file)) {
    for (const version of versions) {
      const head = JSON.stringify(versionView(version)).slice(0, -1);
      yield `${version.version === 1 ? '' : ','}${head},"content":"`;
      const range = version.size === 0 ? undefined : { start: 0, end: version.size - 1 };
      yield* base64(await openVersion(stores, file.id, version, range));
      yield '"}';
    }
  }
  yield ']}';
}

/** Three bytes are four characters: the bytes left over go with the next chunk. */
async function* base64(bytes: Readable) {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const all = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    const even = all.length - (all.length % 3);
    yield all.toString('base64', 0, even);
    rest = all.subarray(even);
  }
  yield rest.toString('base64');
}
