/**
 * `hawker backup`: copies the embedded stores while they are in use. Everything that was acknowledged
 * before it began is in it.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { StartupError } from '#kit/base/startup-error.ts';
import { ignoreMissing } from './folder.ts';
import { checkWhole } from '#kit/stores/restored.ts';
import { Instant } from '#kit/stores/sqlite/instant.ts';
import { manifestName, newManifest, type BackedUpFile, type Manifest } from './manifest.ts';
import { measured } from './measured.ts';
import type { BackupTarget } from './backup-target.ts';

/** Yields the files, below the data folder, that a copy of a database refers to. */
type References = (database: string) => Iterable<string>;

interface BackupOptions {
  readonly dataFolder: string;
  readonly place: BackupTarget;
  /** The version of this hawker. */
  readonly version: string;
  readonly now: number;
  /** By the name of a database: `file-store.db`. */
  readonly references: ReadonlyMap<string, References>;
}

/**
 * @returns what is in it
 * @throws StartupError when there is nothing to back up, the data folder is half restored or imported
 *   or lacks a file that a database refers to, or something lies in the place already
 */
export async function backup(options: BackupOptions): Promise<Manifest> {
  const { dataFolder, place, version, now } = options;
  const groups = await databasesOf(dataFolder);
  // Only now: a store that was listed is marked until it is whole.
  checkWhole(dataFolder);
  if (!(await place.isEmpty())) throw new StartupError(`${place.name} is not empty`);
  return withScratch(async (scratch) => {
    let files: BackedUpFile[] = [];
    for (const name of await secretsOf(dataFolder)) {
      files.push(await copyFile(join(dataFolder, name), place, name));
    }
    for (const group of groups) {
      files = files.concat(await copyGroup(options, group, scratch));
    }
    const manifest = newManifest(version, now, files);
    await place.write(manifestName, Readable.from([JSON.stringify(manifest, undefined, 2)]));
    return manifest;
  });
}

/** Lends a folder for copies of databases. It is removed also when a signal ends the process. */
async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'hawker-backup-'));
  const end = (signal: NodeJS.Signals) => {
    // A copy may be under way: it makes files until its folder is gone.
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    // Nobody listens any more, so it ends the process.
    process.kill(process.pid, signal);
  };
  process.once('SIGTERM', end).once('SIGINT', end);
  try {
    return await work(folder);
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Those of one service together: the record of the inventory agrees with its stock at one instant. */
async function databasesOf(folder: string): Promise<string[][]> {
  const entries = await readdir(folder).catch(ignoreMissing);
  const names = (entries ?? []).filter((name) => name.endsWith('.db'));
  if (names.length === 0) throw new StartupError(`${folder} holds no stores; see DATA_DIR`);
  const serviceOf = (name: string) => name.replace(/(-record)?\.db$/, '');
  return [...Map.groupBy(names.toSorted(), serviceOf).values()];
}

const secretsOf = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.secret'));

async function copyGroup(
  options: BackupOptions,
  group: readonly string[],
  scratch: string,
): Promise<BackedUpFile[]> {
  const { dataFolder, place, references } = options;
  const copies = group.map((name) => join(scratch, name));
  const snapshot = async () => {
    for (const copy of copies) await rm(copy, { force: true });
    const instant = new Instant(group.map((name) => join(dataFolder, name)));
    try {
      await instant.copyTo(copies);
    } finally {
      instant.close();
    }
  };
  await snapshot();
  let files: BackedUpFile[] = [];
  for (const [i, name] of group.entries()) {
    const referred = references.get(name);
    if (!referred) continue;
    files = files.concat(await copyReferred(options, () => referred(copies[i]!), snapshot));
  }
  for (const [i, name] of group.entries()) {
    files.push(await copyFile(copies[i]!, place, name));
    await rm(copies[i]!);
  }
  return files;
}

/**
 * Copies what a database refers to. A file that was deleted during the copy was not needed any more at the end:
 * then a later instant of the database takes the place of its copy.
 *
 * @throws StartupError when that instant refers to the file all the same
 */
async function copyReferred(
  { dataFolder, place }: BackupOptions,
  referred: () => Iterable<string>,
  snapshot: () => Promise<void>,
): Promise<BackedUpFile[]> {
  const copied = new Map<string, BackedUpFile>();
  for (;;) {
    const missing = await copyUntilMissing(dataFolder, place, referred(), copied);
    if (missing === undefined) break;
    await snapshot();
    if (Iterator.from(referred()).every((path) => path !== missing)) continue;
    throw new StartupError(
      `${join(dataFolder, missing)} is missing, and its database refers to it`,
    );
  }
  const needed = new Set(referred());
  for (const path of copied.keys()) {
    if (needed.has(path)) continue;
    copied.delete(path);
    await place.remove(path);
  }
  return [...copied.values()];
}

/** @returns the first one that is not there, if any */
async function copyUntilMissing(
  dataFolder: string,
  place: BackupTarget,
  paths: Iterable<string>,
  copied: Map<string, BackedUpFile>,
): Promise<string | undefined> {
  for (const path of paths) {
    if (copied.has(path)) continue;
    const file = await copyFile(join(dataFolder, path), place, path).catch(ignoreMissing);
    if (file === undefined) return path;
    copied.set(path, file);
  }
  return undefined;
}

/** @throws ENOENT when it is not there; what is removed from here on is copied all the same */
async function copyFile(from: string, place: BackupTarget, path: string): Promise<BackedUpFile> {
  await using file = await open(from);
  const { bytes, sum } = measured(file.createReadStream({ highWaterMark: 1024 * 1024 }));
  await place.write(path, bytes);
  return { path, ...sum() };
}
