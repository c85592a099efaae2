/** A disk that takes no writes: which errors say so, what clients are told, when it takes them again. */
import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StartupError } from '../base/startup-error.ts';
import { storeFull, storeUnavailable, type Refusal } from '../base/refusal.ts';
import { StoreFailure } from './store.ts';

/** Primary result codes, which are the low byte of extended ones: https://sqlite.org/rescode.html */
const codes = {
  FULL: 13,
  IOERR: 10,
  unwritable: [3 /* PERM */, 8 /* READONLY */, 14 /* CANTOPEN */],
};
const fullCodes = new Set(['ENOSPC', 'EDQUOT']);
const unwritableCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EIO', 'EFBIG']);

/** What must fit on a disk that has space, bytes: about as much as the larger transactions write. */
const probeBytes = 256 * 1024;

type DiskTrouble = 'full' | 'unwritable';

/**
 * What an error of SQLite or of the file system says of the disk; undefined: it is something else.
 *
 * @param file the file beside which free space is checked when the error does not tell
 */
export function diskTrouble(error: unknown, file: string): DiskTrouble | undefined {
  const { errcode = 0 } = error as { errcode?: number };
  const primary = errcode & 0xff;
  if (primary === codes.FULL) return 'full';
  // A quota that is used up is an IOERR as well: SQLite does not say why a write failed.
  if (primary === codes.IOERR) return hasSpace(file) ? 'unwritable' : 'full';
  return codes.unwritable.includes(primary) ? 'unwritable' : fileTrouble(error);
}

/** The same of an error of the file system. */
export function fileTrouble(error: unknown): DiskTrouble | undefined {
  const { code } = error as { code?: unknown };
  if (fullCodes.has(String(code))) return 'full';
  return unwritableCodes.has(String(code)) ? 'unwritable' : undefined;
}

/** What a client is told; the log shows the file and the cause. */
export function diskRefusal(trouble: DiskTrouble, file: string, cause: unknown): Refusal {
  const failure = new StoreFailure(file, cause);
  if (trouble === 'full') return storeFull(failure);
  return storeUnavailable(failure, 'the data folder cannot be written');
}

/** What trouble with the disk becomes at a start; any other error is returned as it is. */
export function startupError(error: unknown, file: string): unknown {
  if (error instanceof StartupError) return error;
  // A unit of work that the disk refused.
  const { cause } = error as Error;
  const found = cause instanceof StoreFailure ? cause.cause : error;
  const { path, message } = found as Error & { path?: string };
  const trouble = diskTrouble(found, file);
  if (trouble === 'full') {
    return new StartupError(
      `${file}: the disk is full; make room, or set DATA_DIR to another folder`,
    );
  }
  const isElsewhere = path !== undefined && !resolve(path).startsWith(resolve(file, '..'));
  if (trouble === undefined || isElsewhere) return error;
  return new StartupError(`${file} cannot be written (${message}); see DATA_DIR`);
}

/** False when there is none; true when there is, or something else is wrong. */
function hasSpace(file: string): boolean {
  const path = `${file}.probe`;
  try {
    const probe = openSync(path, 'w');
    try {
      writeFileSync(probe, Buffer.alloc(probeBytes));
      return true;
    } finally {
      closeSync(probe);
      rmSync(path);
    }
  } catch (error) {
    return !fullCodes.has(String((error as NodeJS.ErrnoException).code));
  }
}

/** @throws Error (ENOSPC, EROFS …) when next to the file nothing can be written */
export async function probeDisk(file: string): Promise<void> {
  const path = `${file}.probe`;
  const probe = await open(path, 'w');
  try {
    await rm(path); // a process that ends now leaves nothing
    await probe.writeFile(Buffer.alloc(probeBytes));
    await probe.sync();
  } finally {
    await probe.close();
  }
}

/**
 * Tells whether files are still those that were opened. What is written to a deleted file is gone
 * with the process.
 */
export class FilesInPlace {
  readonly #files: readonly { readonly path: string; readonly ino: number }[];

  constructor(paths: readonly string[]) {
    this.#files = paths.map((path) => ({ path, ino: statSync(path).ino }));
  }

  /** Why writes would be lost, if they would. */
  missing(): Error | undefined {
    const lost = this.#files.find(
      ({ path, ino }) => statSync(path, { throwIfNoEntry: false })?.ino !== ino,
    );
    return lost && new Error(`${lost.path} was removed or replaced`);
  }
}
