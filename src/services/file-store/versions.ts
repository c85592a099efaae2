/** The list of versions as JSON, with their contents in it, sent without holding any of them. */
import { Readable } from 'node:stream';
import type { ContentStore } from './contents/store.ts';
import { openVersion } from './download.ts';
import type { FileStore, Version } from './store/store.ts';

type Stores = { readonly files: FileStore; readonly contents: ContentStore };

/** A version as clients see it, without its content. */
export function versionView({ version, size, created_at, content_hash }: Version) {
  return { version, size, created_at, content_hash };
}

/** The stream ends with an error when the bytes of a version are lost. */
export function versionsJson(stores: Stores, fileId: string, versions: Version[]): Readable {
  return Readable.from(pieces(stores, fileId, versions), { objectMode: false });
}

async function* pieces(stores: Stores, fileId: string, versions: Version[]) {
  yield '{"versions":[';
  for (const [i, version] of versions.entries()) {
    const head = JSON.stringify(versionView(version)).slice(0, -1);
    yield `${i === 0 ? '' : ','}${head},"content":"`;
    const range = version.size === 0 ? undefined : { start: 0, end: version.size - 1 };
    const bytes = await openVersion(stores, fileId, version, range);
    yield* base64(bytes);
    yield '"}';
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
