/** Moves the bytes of contents beside the rows: in lines of bounded size, so that one file holds everything. */
import { createHash, type Hash } from 'node:crypto';
import { StartupError } from '#kit/base/startup-error.ts';
import { RowError, type Entry, type Filling, type Row } from '#kit/moving/movable-store.ts';
import { TemporaryFile, type TemporaryFolder } from '../uploads/receive.ts';
import type { Content, ContentStore } from './contents-store.ts';

/** One row for each piece of a content: id, hash, size, start (bytes), bytes (base64). */
export const bytesTable = 'content_bytes';

const pieceBytes = 384 * 1024;

export interface MovedContent extends Content {
  /** How many refer to it. */
  readonly refs: number;
}

/** @throws StartupError when one that is referred to is not there */
export async function* readContents(
  store: ContentStore,
  contents: AsyncIterable<MovedContent> | Iterable<MovedContent>,
): AsyncGenerator<Entry> {
  for await (const { id, hash, size, refs } of contents) {
    const stream = await store.open({ id, hash, size });
    if (stream === undefined) {
      if (refs === 0) continue; // never arrived, or is deleted already
      throw new StartupError(`the content ${hash} is not there: was it deleted during the copy?`);
    }
    const named = { id, hash, size };
    if (size === 0) {
      stream.destroy();
      yield { table: bytesTable, row: { ...named, start: 0, bytes: '' } };
    }
    let start = 0;
    for await (const piece of size === 0 ? [] : piecesOf(stream)) {
      yield { table: bytesTable, row: { ...named, start, bytes: piece.toString('base64') } };
      start += piece.length;
    }
  }
}

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(gathered);
    [gathered, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}

interface Arriving {
  readonly content: Content;
  readonly file: TemporaryFile;
  readonly digest: Hash;
  bytes: number;
}

/** Puts contents where they are not yet; when it is given up, only those that it has put are removed. */
export function contentsFilling(store: ContentStore, folder: TemporaryFolder): Filling {
  const added: Content[] = [];
  let arriving: Arriving | undefined;

  async function take(row: Row): Promise<void> {
    const content = { id: Number(row['id']), hash: String(row['hash']), size: Number(row['size']) };
    if (row['start'] === 0 && arriving === undefined) {
      const file = await TemporaryFile.create(folder);
      arriving = { content, file, digest: createHash('sha256'), bytes: 0 };
    }
    if (
      arriving === undefined ||
      arriving.content.id !== content.id ||
      arriving.bytes !== row['start']
    )
      throw new RowError(`a piece of the content ${content.hash} is missing`);
    const bytes = Buffer.from(String(row['bytes']), 'base64');
    arriving.digest.update(bytes);
    arriving.bytes += bytes.length;
    await arriving.file.write(bytes);
    if (arriving.bytes >= content.size) await put(arriving);
  }

  async function put({ content, file, digest }: Arriving): Promise<void> {
    const { hash, size } = content;
    if (digest.digest('hex') !== hash) throw new RowError(`the content ${hash} has other bytes`);
    // A bucket may have it already: from an import that was killed, or of an installation in use.
    if ((await store.sizeOf(content)) !== size) {
      await file.flush();
      await store.put(content, { hash, size, file });
      added.push(content);
    }
    await file.discard();
    arriving = undefined;
  }

  return {
    async write(entries) {
      for (const { row } of entries) await take(row);
    },
    async finish() {
      if (arriving) throw new RowError(`the content ${arriving.content.hash} is not whole`);
      await store.close();
    },
    async abandon() {
      await arriving?.file.discard();
      for (const content of added) await store.remove(content);
      await store.close();
    },
  };
}
