/** A backup in a folder. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Place } from './place.ts';

export function folderPlace(folder: string): Place {
  return {
    name: folder,
    async isEmpty() {
      const entries = await readdir(folder).catch(ignoreMissing);
      return entries === undefined || entries.length === 0;
    },
    write: (path, bytes) => writeFile(join(folder, path), bytes),
    async read(path) {
      const found = await stat(join(folder, path)).catch(ignoreMissing);
      return found && createReadStream(join(folder, path));
    },
    remove: (path) => rm(join(folder, path), { force: true }),
  };
}

/** Writes a file that only its owner can read; it and its name are durable when it resolves. */
export async function writeFile(path: string, bytes: Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
