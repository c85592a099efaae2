/**
 * `node scripts/vendor-reference.ts` brings the renderer of the reference into the tree: the built file of
 * OpenAPI Explorer, and the licences of all that may be in it. As a dependency it would put 76 packages
 * (48 MB) into every checkout. To take another version, change the two constants and run this.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const name = 'openapi-explorer';
const version = '2.4.820';
const sha256 = '6bb3f4f29b0d740f1fc0970cd4245e01d2c1346df5a26ecd20a2f7a5dda5f837';

const target = join(import.meta.dirname, '../src/kit/openapi/renderer');
const folder = mkdtempSync(join(tmpdir(), 'renderer-'));
try {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, `${name}@${version}`], { cwd: folder });
  const built = readFileSync(join(folder, `node_modules/${name}/dist/browser/${name}.min.js`));
  assert.equal(createHash('sha256').update(built).digest('hex'), sha256);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, `${name}.js`), built);
  writeFileSync(join(target, 'LICENSES.txt'), licencesIn(join(folder, 'node_modules')));
} finally {
  rmSync(folder, { recursive: true });
}

/** Each text once, below the names of the packages that it is for. */
function licencesIn(modules: string): string {
  const packagesOf = new Map<string, string[]>();
  for (const file of globSync('{*,@*/*}/package.json', { cwd: modules }).toSorted()) {
    const [text] = globSync('{licen[cs]e,LICEN[CS]E}*', { cwd: join(modules, dirname(file)) });
    const about = JSON.parse(readFileSync(join(modules, file), 'utf8')) as Record<string, string>;
    const licence =
      text === undefined
        ? `${about['license']}`
        : readFileSync(join(modules, dirname(file), text), 'utf8')
            .replaceAll('\r', '')
            .trim();
    const named = `${about['name']} ${about['version']}`;
    packagesOf.set(licence, [...(packagesOf.get(licence) ?? []), named]);
  }
  const parts = [...packagesOf].map(([licence, names]) => `${names.join('\n')}\n\n${licence}\n`);
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}
