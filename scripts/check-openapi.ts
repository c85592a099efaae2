/**
 * Has two generators read every API document, and compiles what they make: types by
 * openapi-typescript, a client by openapi-ts. Fails when one of them complains.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { documentOfAll } from '../src/kit/host/console.ts';
import { withAllServices } from '../src/openapi.ts';

const folder = fileURLToPath(new URL('../generators/', import.meta.url));
const out = `${folder}out/`;

/** What a generator says when all is well. */
const progress = [
  /^✨ openapi-typescript /,
  /^🚀 /,
  /^@hey-api\/openapi-ts v/,
  /^\[Job 1\] (~ Generating|\[1\] |✓ )/,
];

let complaints = 0;

function run(command: string, ...args: string[]): void {
  const { stdout, stderr, status } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  const lines = stripVTControlCharacters(stdout + stderr).split('\n');
  const wrong = lines
    .map((line) => line.trim().replaceAll(/ +/g, ' '))
    .filter((line) => line !== '' && !progress.some((usual) => usual.test(line)));
  if (status === 0 && wrong.length === 0) return;
  complaints++;
  console.error([command, ...args].join(' '), `ended with ${status}:\n${wrong.join('\n')}`);
}

rmSync(out, { recursive: true, force: true });
const documents = await withAllServices(async ({ documents }) => {
  const each = [...documents].map(([file, document]) => [file, document()] as const);
  return [...each, ['openapi.json', documentOfAll(documents)] as const];
});
for (const [file, document] of documents) {
  const name = file.replace('.json', '');
  mkdirSync(`${out}${name}`, { recursive: true });
  const input = `${out}${name}/${file}`;
  writeFileSync(input, JSON.stringify(document));
  run('node_modules/.bin/openapi-typescript', input, '--output', `${out}${name}/types.ts`);
  run('node_modules/.bin/openapi-ts', '--input', input, '--output', `${out}${name}/client`);
}
run('node_modules/.bin/tsc', '--project', '.');
console.log(`${documents.length} documents, 2 generators, ${complaints} complaints`);
if (complaints > 0) process.exitCode = 1;
