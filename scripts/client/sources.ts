/** Whether what was generated for the client is up to date. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Where the client stands. */
export const target = new URL('../../src/client/', import.meta.url);

/** @param file below `src/client` */
export const isGenerated = (file: string) =>
  file === 'operations.ts' || /^types\/.*\.ts$/.test(file);

/**
 * Returns the digest of the documents, of what turns them into files, and of these files. So a test needs no generator to
 * see that somebody has forgotten one, or has edited a file by hand.
 *
 * @param documents file name → content
 */
export function digestOf(documents: ReadonlyMap<string, string>): string {
  const scripts = readdirSync(import.meta.dirname).toSorted();
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter(isGenerated);
  const parts = [
    ...[...documents].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ...scripts.map((file) => [file, read(new URL(file, import.meta.url))] as const),
    ...files.toSorted().map((file) => [file, read(new URL(file, target))] as const),
    ['generators', read(new URL('../../generators/package-lock.json', import.meta.url))] as const,
  ];
  return hash('sha256', JSON.stringify(parts));
}

const read = (file: URL) => readFileSync(file, 'utf8');
