/**
 * `node scripts/tests.ts plain|processes [folder]` prints the test files of a kind, one a line:
 *
 * - `processes`: starts the product, a browser or a server of its own, often to kill it
 * - `plain`: everything else
 *
 * The kind follows from what a file imports, itself or by its fixtures, so that no list can go stale.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The files that start processes, mount disks and open browsers for tests. */
const starters = new Set(
  ['process', 'cluster', 'small-disk', 'caddy', 'chromium'].map((name) =>
    join(root, `src/kit/testing/${name}.ts`),
  ),
);

/** The files of this project that a file imports. */
function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...specifiers].flatMap(([, name = '']) => {
    const kit = /^#kit\/(.*)/.exec(name)?.[1];
    const path = kit === undefined ? resolve(dirname(file), name) : join(root, 'src/kit', kit);
    return existsSync(path) ? [path] : [];
  });
}

/** Only fixtures are followed: that the product itself starts a process says nothing about a test. */
const isOfTests = (file: string) => /\/(test|testing|contract|laws)\//.test(file);

function startsProcesses(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some(
    (imported) =>
      starters.has(imported) || (isOfTests(imported) && startsProcesses(imported, seen)),
  );
}

const [kind, folder = 'src'] = process.argv.slice(2);
if (kind === 'plain' || kind === 'processes') {
  const files = globSync('**/*.test.ts', { cwd: join(root, folder) }).map((file) =>
    join(root, folder, file),
  );
  const chosen = files.filter((file) => startsProcesses(file) === (kind === 'processes'));
  console.log(
    chosen
      .map((file) => relative(root, file))
      .toSorted()
      .join('\n'),
  );
} else {
  console.error('usage: node scripts/tests.ts plain|processes [folder]');
  process.exitCode = 1;
}
