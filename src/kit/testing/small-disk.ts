/** A disk of a few megabytes for a test, which can be filled. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, type Ends } from './testing.ts';

interface SmallDisk {
  readonly folder: string;
  /** Takes all the space there is, but for `spare` bytes. */
  fill(spare?: number): void;
  /** Gives back what `fill` took. */
  free(): void;
  /** From now on nothing can be written; to be called while no file is open for writing. */
  makeReadOnly(): void;
}

/** Returns the reason to skip a suite, or false when this user may mount a disk. */
export function noSmallDisk(): string | false {
  const folder = temporaryFolder();
  const failure = mount(folder, 'size=1m');
  if (failure === undefined) unmount(folder);
  return failure === undefined ? false : `no tmpfs can be mounted: ${failure}`;
}

/** @param folder where it is mounted; it is made */
export function smallDisk(t: Ends, { megabytes = 8, folder = temporaryFolder() } = {}): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const failure = mount(folder, `size=${megabytes}m`);
  if (failure !== undefined) throw new Error(failure);
  mounted.add(folder);
  t.after(() => unmount(folder));
  const filler = join(folder, 'filler');
  const reserve = join(folder, 'reserve');
  return {
    folder,
    fill(spare = 0) {
      if (spare > 0) take(reserve, spare);
      take(filler, Infinity);
      rmSync(reserve, { force: true });
    },
    free: () => rmSync(filler, { force: true }),
    makeReadOnly() {
      const remounted = mount(folder, 'remount,ro');
      if (remounted !== undefined) throw new Error(remounted);
    },
  };
}

/** Adds up to this many bytes to a file, as far as there is space. */
function take(path: string, bytes: number): void {
  const file = openSync(path, 'a');
  const page = Buffer.alloc(4096);
  try {
    for (let taken = 0; taken < bytes;) taken += writeSync(file, page);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** Says why it failed, if it did. */
function mount(folder: string, options: string): string | undefined {
  const args = ['-t', 'tmpfs', '-o', options, 'tmpfs', folder];
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

function unmount(folder: string): void {
  mounted.delete(folder);
  spawnSync('umount', ['-l', folder]);
}

/** What a test that ended the process has left; before the temporary folders are removed. */
const mounted = new Set<string>();
process.prependListener('exit', () => mounted.forEach(unmount));
