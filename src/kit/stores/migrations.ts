/** Numbered migrations: a folder of `0001-name.sql`, `0002-…`, each applied once, in order. */
import { readdirSync, readFileSync } from 'node:fs';
import { StartupError } from '../base/startup-error.ts';

/**
 * The migrations after the first `version` ones.
 *
 * @param what has that version, for the error
 * @throws StartupError when there are not as many: a newer program has migrated it
 */
export function migrationsAfter(version: number, folder: URL, what: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  if (version > files.length) {
    throw new StartupError(
      `${what} has version ${version}, but this program knows only ${files.length}; run a newer one`,
    );
  }
  const later = files.toSorted().slice(version);
  return later.map((file) => readFileSync(new URL(file, folder), 'utf8'));
}
