/**
 * `npm run bench -- <name>` runs bench/<name>.ts. Without a name each one is run for a second or so
 * with small numbers: that shows that none is broken, and says nothing about speed. `BENCH_PART=1/2` and
 * `2/2` are one half each, for two runs beside each other.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { outliveReaders } from '../src/kit/host/lost-readers.ts';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.replace('.ts', ''));
const [name] = process.argv.slice(2);

outliveReaders();
if (name === undefined) runEach();
else if (names.includes(name)) await import(new URL(`${name}.ts`, folder).href);
else {
  console.error(`no benchmark "${name}"; there are: ${names.join(', ')}`);
  process.exitCode = 1;
}

function runEach(): void {
  const env = { ...process.env, BENCH_QUICK: '1' };
  const [part = 1, parts = 1] = (process.env['BENCH_PART'] ?? '1/1').split('/').map(Number);
  const chosen = names.filter((_name, i) => i % parts === part - 1);
  const broken = chosen.filter((each) => {
    console.log(`\n# ${each}`);
    const { status } = spawnSync(process.execPath, [import.meta.filename, each], {
      env,
      stdio: 'inherit',
      timeout: 300_000,
    });
    return status !== 0;
  });
  console.log(`\n${chosen.length - broken.length} of ${chosen.length} benchmarks ran`);
  if (broken.length === 0) return;
  console.error(`broken: ${broken.join(', ')}`);
  process.exitCode = 1;
}
