/**
 * `npm run build`: makes `dist/`, what the package consists of. The compiler writes JavaScript and
 * types; the files that the code reads at its start are copied to the same places.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePage } from '../src/console/files.ts';
import { openapiDocuments } from '../src/openapi.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const target = join(root, 'dist');

rmSync(target, { recursive: true, force: true });
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
for (const file of globSync('**/*.{sql,lua}', { cwd: source, exclude: ['**/testing/**'] })) {
  cpSync(join(source, file), join(target, file));
}
const renderer = 'kit/openapi/renderer';
cpSync(join(source, renderer), join(target, renderer), { recursive: true });
// The nearest package.json says what `#kit/…` means: the compiler leaves such imports as they are.
const scope = { type: 'module', imports: { '#kit/*.ts': './kit/*.js' } };
writeFileSync(join(target, 'package.json'), `${JSON.stringify(scope, null, 2)}\n`);
const pageFolder = join(target, 'console/page');
mkdirSync(pageFolder, { recursive: true });
for (const [name, content] of await bundlePage()) writeFileSync(join(pageFolder, name), content);
mkdirSync(join(target, 'openapi'));
for (const [name, content] of await openapiDocuments()) {
  writeFileSync(join(target, 'openapi', name), content);
}
chmodSync(join(target, 'bin.js'), 0o755);
