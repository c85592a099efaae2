/** A backup in a folder. */
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '#kit/base/startup-error.ts';
import type { BackupTarget } from './backup-target.ts';

export function folderTarget(folder: string): BackupTarget {
  return {
    name: folder,
    async isEmpty() {
      const entries = await readdir(folder).catch(ignoreMissing);
      return entries === undefined || entries.length === 0;
    },
    write: (path, bytes) => writeFile(within(folder, path), bytes),
    async read(path) {
      const file = within(folder, path);
      const found = await lstat(file).catch(ignoreMissing);
      if (found === undefined) return undefined;
      // A link may lead out of the backup, and a pipe never ends.
      if (!found.isFile()) throw new StartupError(`${file} is not a regular file`);
      return createReadStream(file);
    },
    remove: (path) => rm(within(folder, path), { force: true }),
  };
}

/**
 * Whatever the check of a manifest let pass, nothing outside is read or written.
 *
 * @throws StartupError when the path leads out of the folder
 */
export function within(folder: string, path: string): string {
  const target = resolve(folder, path);
  if (target.startsWith(resolve(folder) + sep)) return target;
  throw new StartupError(`${JSON.stringify(path)} leads out of ${folder}`);
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
