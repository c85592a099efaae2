/** Contents on the local disk; the folder belongs to one process. */
import { mkdir, open, opendir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { explainFull } from '../errors.ts';
import { openSpoolFile, prepareSpool, spoolFolder, type Spool, type Spooled } from './spool.ts';
import { keyOf, nameOf, type ByteRange, type Content, type ContentStore } from './store.ts';

/**
 * Bytes of one read. A download of 10 MiB files, to a client on the same machine, ran at 0.47 of
 * nginx with 64 KiB, at 0.65 with 256 KiB and at 0.75 with 512 KiB and more.
 */
const readSize = 512 * 1024;

/**
 * Makes the folders, and removes what uploads of a former process left.
 *
 * @throws StartupError when they cannot be made
 */
export async function openDiskContents(folder: string): Promise<ContentStore> {
  await prepareSpool(diskSpool(folder));
  return diskContents(folder);
}

export const diskSpool = (folder: string): Spool => ({
  folder: spoolFolder(folder),
  nameless: false,
});

/** @param folder of the contents; its `tmp` holds what is on its way */
export function diskContents(folder: string): ContentStore {
  const spool = diskSpool(folder);
  const pathOf = (name: string) => join(folder, name);
  const settled = new Set<string>();

  /** Makes the folder of a content; its own name is durable before a content is put in it. */
  async function prepare(path: string): Promise<void> {
    if (settled.has(path)) return;
    await mkdir(path, { recursive: true });
    await syncFolder(dirname(path));
    await syncFolder(folder);
    settled.add(path);
  }

  async function put(content: Content, { at }: Spooled): Promise<void> {
    const target = pathOf(nameOf(content));
    await prepare(dirname(target));
    const inMemory = Buffer.isBuffer(at);
    const { path, handle } = inMemory ? await openSpoolFile(spool) : at;
    try {
      if (inMemory) await handle.writeFile(at);
      await handle.datasync();
      await rename(path, target);
    } catch (error) {
      if (inMemory) await rm(path, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    await syncFolder(dirname(target));
  }

  return {
    put: (content, spooled) => put(content, spooled).catch(rethrowFull),
    async open(content, range) {
      const file = await open(pathOf(nameOf(content))).catch(ignoreMissing);
      return file && readable(file, content, range);
    },
    async sizeOf(key) {
      const found = await stat(pathOf(nameOf(key))).catch(ignoreMissing);
      return found?.size;
    },
    remove: async (key) => unlink(pathOf(nameOf(key))).catch(ignoreMissing),
    async *list() {
      for await (const entry of await opendir(folder, { recursive: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || path.startsWith(spool.folder + sep)) continue;
        const name = relative(folder, path).replaceAll(sep, '/');
        yield { name, key: keyOf(name) };
      }
    },
    ready: async () => void (await stat(spool.folder)),
    close: async () => {},
  };
}

async function readable(
  file: FileHandle,
  { hash, size }: Content,
  range: ByteRange | undefined,
): Promise<Readable> {
  try {
    const found = await file.stat();
    if (found.size !== size) {
      throw new Error(`content ${hash} has ${found.size} bytes instead of ${size}`);
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  return file.createReadStream({ ...range, highWaterMark: readSize });
}

/** Makes the names in it durable. */
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

function rethrowFull(error: unknown): never {
  throw explainFull(error);
}
