import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../base/startup-error.ts';

/** While this file is in the data folder, a restore is under way there, or was broken off. */
export const unfinishedRestore = 'restore-unfinished';

const importEnding = '.import-unfinished';

/** While this file is in the data folder, the service is being imported, or that was broken off. */
export const unfinishedImport = (service: string) => service + importEnding;

/** @throws StartupError when a restore into the folder was broken off */
export function checkRestored(dataFolder: string): void {
  if (!existsSync(join(dataFolder, unfinishedRestore))) return;
  throw new StartupError(
    `${dataFolder} holds a restore that was broken off; empty it and restore again`,
  );
}

/** @throws StartupError when an import of the service was broken off */
export function checkImported(dataFolder: string, service: string): void {
  if (!existsSync(join(dataFolder, unfinishedImport(service)))) return;
  throw new StartupError(
    `${dataFolder} holds an import of ${service} that was broken off; import it again`,
  );
}

/** @throws StartupError when a restore into the folder, or an import of any service, was broken off */
export function checkWhole(dataFolder: string): void {
  checkRestored(dataFolder);
  for (const name of readdirSync(dataFolder)) {
    if (name.endsWith(importEnding)) checkImported(dataFolder, name.slice(0, -importEnding.length));
  }
}
