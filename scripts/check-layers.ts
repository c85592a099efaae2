/** Part of `npm run check`: a folder of the kit imports only what lies below it (docs/adr/0052). */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folders of src/kit from the ground up, each with those it may import. CONTRIBUTING.md shows them. */
const layers: Readonly<Record<string, readonly string[]>> = {
  base: [],
  stores: ['base'],
  moving: ['base', 'stores'],
  web: ['base', 'stores'],
  observe: ['base', 'stores', 'web'],
  openapi: ['base', 'web'],
  host: ['base', 'stores', 'web', 'observe', 'openapi'],
  testing: ['base', 'stores', 'web', 'observe', 'openapi', 'host'],
};

const kit = join(import.meta.dirname, '../src/kit');

/** The file that an import names, from the kit's folder. Undefined for `node:` and packages. */
function imported(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#kit/')) return specifier.slice('#kit/'.length);
  return specifier.startsWith('.') ? join(dirname(file), specifier) : undefined;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

// Tests may import everything of the kit, and the services that they are about.
for (const file of globSync('**/*.ts', { cwd: kit, exclude: ['**/*.test.ts'] })) {
  const [folder = ''] = file.split('/');
  const below = layers[folder];
  if (below === undefined) {
    fail(`src/kit/${file} does not lie in a layer`);
    continue;
  }
  const allowed = [folder, ...below];
  const text = readFileSync(join(kit, file), 'utf8');
  for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const [target = folder] = imported(file, specifier)?.split('/') ?? [];
    if (allowed.includes(target)) continue;
    fail(`src/kit/${file} imports ${specifier}; ${folder} may import ${allowed.join(', ')}`);
  }
}
