/** Contents on the local disk; the folder belongs to one process. */
import { mkdir, open, opendir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { explainFull } from '../errors.ts';
import { openBytes } from './disk-bytes.ts';
import { openSpoolFile, prepareSpool, spoolFolder, type Spool, type Spooled } from './spool.ts';
import { foldersOf, keyOf, nameOf, type Content, type ContentStore } from './store.ts';

export const diskSpool = (folder: string): Spool => ({
  folder: spoolFolder(folder),
  nameless: false,
});

/**
 * Makes the folders, and removes what uploads of a former process left.
 *
 * @throws StartupError when they cannot be made
 */
export async function openDiskContents(folder: string): Promise<ContentStore> {
  await prepareSpool(diskSpool(folder));
  await Promise.all(foldersOf().map((name) => mkdir(join(folder, name), { recursive: true })));
  await syncFolder(folder);
  return diskContents(folder);
}

/** @param folder of the contents; its `tmp` holds what is on its way */
export function diskContents(folder: string): ContentStore {
  const spool = diskSpool(folder);
  const pathOf = (name: string) => join(folder, name);

  async function put(content: Content, { at }: Spooled): Promise<void> {
    const target = pathOf(nameOf(content));
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
    await syncFolder(join(target, '..'));
  }

  return {
    put: (content, spooled) => put(content, spooled).catch(rethrowFull),
    open: (content, range) => openBytes(pathOf(nameOf(content)), content, range),
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
