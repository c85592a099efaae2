/** Contents on the local disk; the folder belongs to one process. */
import {
  access,
  constants,
  open,
  opendir,
  stat,
  statfs,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { plural } from '#kit/base/plural.ts';
import { diskRefusal } from '#kit/stores/disk.ts';
import { Refusal } from '#kit/web/problem.ts';
import { storageError } from '../errors.ts';
import {
  makeFolder,
  prepareTemporaryFolder,
  temporaryFolderOf,
  type TemporaryFolder,
} from '../uploads/receive.ts';
import {
  contentFolders,
  keyOf,
  nameOf,
  type ByteRange,
  type ContentStore,
} from './contents-store.ts';

/** Bytes of one read. */
const readBytes = 256 * 1024;

/** Where uploads wait that become contents in `folder`. */
export const diskTemporaryFolder = (folder: string): TemporaryFolder => ({
  path: temporaryFolderOf(folder),
  isShared: false,
});

/**
 * Makes the folders, and removes what uploads of a former process left.
 *
 * @throws StartupError when they cannot be made
 */
export async function openDiskContents(folder: string): Promise<ContentStore> {
  await prepareTemporaryFolder(diskTemporaryFolder(folder));
  await Promise.all(contentFolders().map((name) => makeFolder(join(folder, name))));
  await syncFolder(folder);
  return diskContents(folder);
}

/** @param folder of the contents; its `tmp` holds uploads that are under way */
export function diskContents(folder: string): ContentStore {
  const temporary = temporaryFolderOf(folder);
  const pathOf = (name: string) => join(folder, name);

  return {
    description: folder,
    async put(content, { file }) {
      const target = pathOf(nameOf(content));
      try {
        await file.moveTo(target);
        await syncFolder(join(target, '..'));
      } catch (error) {
        throw storageError(error);
      }
    },
    async open(content, range) {
      const file = await open(pathOf(nameOf(content))).catch(ignoreMissing);
      if (!file) return undefined;
      await checkSize(file, content.hash, content.size);
      const bytes = readRange(file, range ?? { start: 0, end: content.size - 1 });
      const stream = Readable.from(bytes, { objectMode: false });
      return stream.once('close', () => void file.close());
    },
    async sizeOf(key) {
      const found = await stat(pathOf(nameOf(key))).catch(ignoreMissing);
      return found?.size;
    },
    remove: async (key) => unlink(pathOf(nameOf(key))).catch(ignoreMissing),
    async *list() {
      for await (const entry of await opendir(folder, { recursive: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || path.startsWith(temporary + sep)) continue;
        const name = relative(folder, path).replaceAll(sep, '/');
        yield { name, key: keyOf(name) };
      }
    },
    ready: () => checkSpace(temporary),
    close: async () => {},
  };
}

/** The space that must be free, bytes: as much as the embedded stores ask for. */
const minFreeBytes = 256 * 1024;

/** @throws Refusal STORE_FULL, STORE_UNAVAILABLE when an upload would be refused */
async function checkSpace(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free >= minFreeBytes) return;
    throw diskRefusal('full', folder, `${plural(free, 'byte is', 'bytes are')} free`);
  } catch (error) {
    throw error instanceof Refusal ? error : diskRefusal('unwritable', folder, error);
  }
}

/** @throws Error, with the file closed, when it has another size */
async function checkSize(file: FileHandle, hash: string, size: number): Promise<void> {
  const found = await file.stat();
  if (found.size === size) return;
  await file.close();
  throw new Error(`content ${hash} has ${found.size} bytes instead of ${size}`);
}

/** Fails when the file has become shorter; a read stream of Node would end as if it were whole. */
async function* readRange(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let position = start; position <= end;) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(readBytes, end + 1 - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) throw new Error(`a content of ${end + 1} bytes or more ends early`);
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Makes the file names in a folder durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
