/**
 * Plants one defect at a time into a copy of the sources and runs the tests that must notice it.
 * `npm run mutants -- chat geo`; without a name, all of scripts/mutants. See docs/adr/0023.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';

/** Paths are relative to the service's folder, or to src/kit and src/client for their lists. */
export interface Mutant {
  /** The rule that the defect breaks. */
  rule: string;
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** The narrowest files, or globs, that must fail. */
  tests: string[];
  /** Why no test can or need notice it. */
  survives?: string;
}

interface Result {
  kind: 'found' | 'survived' | 'explained' | 'problem';
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
  if (failure !== undefined)
    return mutant.survives === undefined
      ? { kind: 'found', detail: failure }
      : { kind: 'problem', detail: `explained as surviving, found by: ${failure}` };
  return mutant.survives === undefined
    ? { kind: 'survived', detail: mutant.tests.join(' ') }
    : { kind: 'explained', detail: mutant.survives };
}

const lists = join(import.meta.dirname, 'mutants');
const known = readdirSync(lists).map((file) => basename(file, '.ts'));
const names = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${known.join(', ')}`);

const totals = { found: 0, survived: 0, explained: 0, problem: 0 };
const copy = copySources();
try {
  for (const name of names) {
    const { default: mutants } = (await import(join(lists, `${name}.ts`))) as { default: Mutant[] };
    const folder = name === 'kit' || name === 'client' ? `src/${name}` : `src/services/${name}`;
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
      const { kind, detail } = await plant(copy, folder, mutant);
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
