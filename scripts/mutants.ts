/**
 * Plants one defect at a time into a copy of the sources and runs the tests that must notice it.
 * `npm run mutants -- chat geo`; without a name, all of scripts/mutants. `MUTANTS_MINUTES` bounds the whole
 * run. See docs/adr/0023.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { outliveReaders } from '#kit/host/lost-readers.ts';
import { listNames, readList, type Mutant } from './mutant-lists.ts';

interface Result {
  kind: 'found' | 'survived' | 'problem';
  detail: string;
}

/** A run that takes longer hangs by its defect, which is a way to notice it. */
const boundMs = 60_000;
const root = resolve(import.meta.dirname, '..');

/** A database of its own: the migrations of one that has been used are not run again. */
async function freshDatabase(name: string): Promise<string | undefined> {
  const present = process.env['TEST_DATABASE_URL'];
  if (present === undefined) return undefined;
  const client = new Client(present);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(present), { pathname: name }).href;
}

let databases = 0;

/** The first test that fails; `undefined` when all pass. */
async function firstFailure(copy: string, tests: string[]): Promise<string | undefined> {
  const database = await freshDatabase(`mutant_${++databases}`);
  const child = spawn(
    process.execPath,
    ['--test', '--test-reporter=tap', '--test-concurrency=3', '--test-timeout=30000', ...tests],
    {
      cwd: copy,
      // A group of its own, so that what the tests started ends with them.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        NODE_COMPILE_CACHE: join(copy, 'compiled'),
        TMPDIR: join(copy, 'tmp'),
        ...(database !== undefined && { TEST_DATABASE_URL: database }),
      },
    },
  );
  let failure: string | undefined;
  const end = (reason: string) => {
    failure ??= reason;
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch (error) {
      // It has ended on its own.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const bound = setTimeout(end, boundMs, `longer than ${boundMs / 1000} s`);
  let passed = 0;
  createInterface(child.stdout).on('line', (line) => {
    if (/^\s*ok \d+ - /.test(line) && !line.includes(' # SKIP')) passed++;
    const failed = /^\s*not ok \d+ - (.*)$/.exec(line);
    if (failed) end(failed[1]!);
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      clearTimeout(bound);
      if (failure === undefined && code !== 0) failure = `the tests ended with ${code}`;
      if (failure === undefined && passed === 0) failure = 'no test ran';
      done(failure);
    });
  });
}

function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'hawker-mutants.'));
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !['node_modules', '.git'].includes(basename(path)),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, 'tmp'));
  return copy;
}

async function plant(copy: string, folder: string, mutant: Mutant): Promise<Result> {
  const file = join(copy, folder, mutant.file);
  const original = readFileSync(file, 'utf8');
  const parts = original.split(mutant.find);
  if (parts.length !== 2)
    return { kind: 'problem', detail: `its text occurs ${parts.length - 1} times` };
  writeFileSync(file, parts.join(mutant.replace));
  const failure = await firstFailure(
    copy,
    mutant.tests.map((test) => join(folder, test)),
  );
  writeFileSync(file, original);
  if (failure?.endsWith('.test.ts'))
    return { kind: 'problem', detail: `${failure} does not load, which any defect can do` };
  return failure === undefined
    ? { kind: 'survived', detail: mutant.tests.join(' ') }
    : { kind: 'found', detail: failure };
}

outliveReaders();
const names = process.argv.length > 2 ? process.argv.slice(2) : listNames;
const unknown = names.filter((name) => !listNames.includes(name));
if (unknown.length > 0) {
  console.error(`no list "${unknown.join('", "')}"; there are: ${listNames.join(', ')}`);
  process.exit(1);
}

const endsAt = performance.now() + Number(process.env['MUTANTS_MINUTES'] ?? Infinity) * 60_000;
const totals = { found: 0, survived: 0, problem: 0 };
const copy = copySources();
try {
  for (const name of names) {
    const { folder, mutants } = await readList(name);
    const tests = new Set(mutants.flatMap((mutant) => mutant.tests));
    const failure = await firstFailure(
      copy,
      [...tests].map((test) => join(folder, test)),
    );
    if (failure !== undefined) {
      totals.problem++;
      console.log(`problem    ${name}: fails without any defect: ${failure}`);
      continue;
    }
    for (const mutant of mutants) {
      const { kind, detail }: Result =
        performance.now() < endsAt
          ? await plant(copy, folder, mutant)
          : { kind: 'problem', detail: 'not planted: the time is over' };
      totals[kind]++;
      console.log(`${kind.padEnd(10)} ${name}: ${mutant.rule} (${mutant.file}) – ${detail}`);
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(
  Object.entries(totals)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', '),
);
if (totals.survived + totals.problem > 0) process.exitCode = 1;
