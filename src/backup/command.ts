/** `hawker backup <place>` and `hawker restore <place>`, a place being a folder or `s3://bucket/prefix`. */
import { readCommon, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { plural } from '#kit/base/plural.ts';
import { loadReferences } from '../services.ts';
import { ownVersion } from '../version.ts';
import { backup } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { openTarget } from './open-target.ts';
import { restore } from './restore.ts';

/** @throws StartupError saying what is wrong */
export async function backupCommand(args: readonly string[], env: Environment): Promise<void> {
  const common = readCommon(env);
  const place = await openTarget(onlyPlace('backup', args), env);
  const began = performance.now();
  const manifest = await backup({
    dataFolder: common.DATA_DIR,
    place,
    version: ownVersion(),
    now: Date.now(),
    references: await loadReferences(),
  });
  tell(`${common.DATA_DIR} is backed up in ${place.name}`, manifest, began);
  const shared = Object.entries({
    STORE_ADDR: common.STORE_ADDR,
    DATABASE_URL: common.DATABASE_URL,
  }).filter(([, address]) => address !== undefined);
  for (const [name] of shared)
    console.log(
      `the backup does not include what is stored in ${name}: use the tools of that server`,
    );
}

/** @throws StartupError saying what is wrong */
export async function restoreCommand(args: readonly string[], env: Environment): Promise<void> {
  const { DATA_DIR } = readCommon(env);
  const place = await openTarget(onlyPlace('restore', args), env);
  const began = performance.now();
  const manifest = await restore(DATA_DIR, place);
  tell(`${DATA_DIR} is what ${place.name} held of ${manifest.created_at}`, manifest, began);
}

function onlyPlace(command: string, args: readonly string[]): string {
  const [place, ...more] = args;
  if (place !== undefined && place !== '' && more.length === 0) return place;
  throw new StartupError(`usage: hawker ${command} <folder | s3://bucket/prefix>`);
}

function tell(what: string, { files }: Manifest, began: number): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${what}: ${plural(files.length, 'file')}, ${plural(bytes, 'byte')}, ${seconds} s`);
}
