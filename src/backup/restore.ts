/** `hawker restore`: makes a data folder out of a backup. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '#kit/base/startup-error.ts';
import { plural } from '#kit/base/plural.ts';
import { checkRestored, unfinishedRestore } from '#kit/stores/restored.ts';
import { within, writeFile as writeDurably } from './folder.ts';
import { manifestName, parseManifest, type BackedUpFile, type Manifest } from './manifest.ts';
import { measured } from './measured.ts';
import type { BackupTarget } from './backup-target.ts';

/** A manifest has some 150 bytes for each file. */
const maxManifestBytes = 256 * 1024 * 1024;

/**
 * @returns what was restored
 * @throws StartupError when the place holds no backup, or another one than its manifest says, or
 *   the data folder is not empty; it is empty again then
 */
export async function restore(dataFolder: string, place: BackupTarget): Promise<Manifest> {
  const stored = await place.read(manifestName);
  if (stored === undefined) {
    throw new StartupError(
      `${place.name} holds no ${manifestName}: it is not a backup, or not a whole one`,
    );
  }
  const manifest = parseManifest(await text(measured(stored, maxManifestBytes).bytes));
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  checkRestored(dataFolder);
  if ((await readdir(dataFolder)).length > 0) {
    throw new StartupError(`${dataFolder} is not empty; set DATA_DIR to another folder`);
  }
  const unfinished = join(dataFolder, unfinishedRestore);
  await writeFile(unfinished, '', { flag: 'wx', flush: true });
  try {
    for (const file of manifest.files) await restoreFile(dataFolder, place, file);
  } catch (error) {
    // The mark goes last.
    for (const name of await readdir(dataFolder)) {
      if (name !== unfinishedRestore) await rm(join(dataFolder, name), { recursive: true });
    }
    await rm(unfinished);
    throw error;
  }
  await rm(unfinished);
  return manifest;
}

async function restoreFile(
  dataFolder: string,
  place: BackupTarget,
  file: BackedUpFile,
): Promise<void> {
  const stored = await place.read(file.path);
  if (stored === undefined) throw new StartupError(`${place.name} lacks ${file.path}`);
  const { bytes, sum } = measured(stored, file.bytes);
  await writeDurably(within(dataFolder, file.path), bytes).catch((error: Error) => {
    throw new StartupError(`${file.path} in ${place.name}: ${error.message}`, { cause: error });
  });
  const found = sum();
  if (found.bytes === file.bytes && found.sha256 === file.sha256) return;
  throw new StartupError(
    `${file.path} in ${place.name} is not what was backed up: ${plural(found.bytes, 'byte')}, SHA-256 ${found.sha256}`,
  );
}
