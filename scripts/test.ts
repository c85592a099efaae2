/**
 * Runs tests.
 *
 * - `node scripts/test.ts plain|pages|processes|all [folder…]`: those of a kind
 * - `node scripts/test.ts [kind] file…`: the named files, or patterns of files
 * - `--list` prints the files instead; `--without-servers` leaves out what needs Redis or PostgreSQL
 * - `--watch`, `--test-name-pattern=…` and other options of `node --test` are passed on
 *
 * The kinds:
 *
 * - `pages`: opens pages of the product in a browser
 * - `processes`: starts the product, or a server of its own, mostly to kill it
 * - `plain`: everything else
 *
 * The kind follows from what a file imports, directly or through its fixtures, so that no list can go stale.
 * Plain tests of a folder share one process, since loading what they test takes longer than most of them do;
 * pages share a browser.
 * Redis, its Cluster and PostgreSQL are started once (scripts/with-stores.sh), and only if a test needs one.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const kinds = ['plain', 'pages', 'processes'] as const;
type Kind = (typeof kinds)[number];

const testing = (name: string) => join(root, `src/kit/testing/${name}.ts`);
const browsers = new Set([testing('chromium')]);
const starters = new Set([
  ...['process', 'cluster', 'small-disk', 'caddy'].map(testing),
  join(root, 'faults/lib/postgres.ts'),
]);

/** The most files of a batch, so that batches of one folder can run beside each other. */
const maxFiles = { plain: 20, pages: 8 };

/** Returns the files of this project that a file imports. */
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

/** Returns whether a test, or a fixture of it, satisfies a condition. */
function someFile(
  file: string,
  condition: (file: string) => boolean,
  seen = new Set<string>(),
): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return (
    condition(file) ||
    importsOf(file).some((imported) => isOfTests(imported) && someFile(imported, condition, seen))
  );
}

const importsOneOf = (targets: ReadonlySet<string>) => (file: string) =>
  importsOf(file).some((imported) => targets.has(imported));

function kindOf(file: string): Kind {
  if (someFile(file, importsOneOf(browsers))) return 'pages';
  return someFile(file, importsOneOf(starters)) ? 'processes' : 'plain';
}

/** `servers` and `missing` of src/kit/testing/testing.ts say where a server is, or that there is none. */
const namesServers = (file: string) =>
  file !== testing('testing') &&
  /\bservers\b.*testing\.ts|\bservers\.|\bmissing\(/.test(readFileSync(file, 'utf8'));
const needsServers = (file: string) => someFile(join(root, file), namesServers);

/** Returns the test files under some folders, relative to the root, by kind. */
function filesByKind(folders: readonly string[]): Readonly<Record<Kind, readonly string[]>> {
  const patterns = folders.map((folder) => join(root, folder, '**/*.test.ts'));
  const files = globSync(patterns);
  const byKind = Object.groupBy(files.toSorted(), kindOf);
  const named = (kind: Kind) => (byKind[kind] ?? []).map((file) => relative(root, file));
  return { plain: named('plain'), pages: named('pages'), processes: named('processes') };
}

/** Writes files that import the tests of a folder each, and returns their paths. */
function batchesOf(kind: keyof typeof maxFiles, files: readonly string[]): string[] {
  const folderOf = (file: string) => /^src\/(?:services\/)?[^/]+/.exec(file)?.[0] ?? 'src';
  const folder = join(root, '.tests', String(process.pid));
  mkdirSync(folder, { recursive: true });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return Object.entries(Object.groupBy(files, folderOf)).flatMap(([name, of = []]) => {
    const count = Math.ceil(of.length / maxFiles[kind]);
    return Array.from({ length: count }, (_, part) => {
      const path = join(folder, `${kind}-${name.replaceAll('/', '-')}-${part + 1}.test.ts`);
      const imported = of.filter((_, index) => index % count === part);
      writeFileSync(path, imported.map((file) => `import '../../${file}';\n`).join(''));
      return relative(root, path);
    });
  });
}

/**
 * Returns the folder for what tests write: in memory where the machine has room for it, since thousands of
 * writes would wait for the disk. Tests kill processes, never the machine.
 */
function folderOfTests(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 8 * 1024 ** 3 ? memory : tmpdir();
}

function run(files: readonly string[], withServers: boolean): void {
  const isSet = (name: string) => options.some((option) => option.startsWith(`--${name}`));
  const command = [
    process.execPath,
    '--test',
    // Two more than two cores: tests wait for servers, and for processes that end.
    ...(isSet('test-concurrency') ? [] : ['--test-concurrency=4']),
    // Ends a test that hangs; on a busy machine some take ten times as long as on an idle one.
    ...(isSet('test-timeout') ? [] : ['--test-timeout=300000']),
    ...options,
    ...files,
  ];
  const [program = '', ...args] = withServers ? ['scripts/with-stores.sh', ...command] : command;
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      STORES_FSYNC: 'off',
      TMPDIR: folderOfTests(),
      ...process.env,
      // Many processes load the same files.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
    },
  });
  child.on('exit', (code) => (process.exitCode = code ?? 1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
}

const own = new Set(['--list', '--without-servers']);
const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('--') && !own.has(arg));
const words = args.filter((arg) => !arg.startsWith('--'));
const patterns = words.filter((word) => word.endsWith('.test.ts'));
const [kind, ...folders] = words;
const chosen = kinds.filter((one) => one === kind || kind === 'all');

const files = filesByKind(folders.length > 0 ? folders : ['src']);
const total =
  patterns.length > 0 ? globSync(patterns, { cwd: root }) : chosen.flatMap((one) => files[one]);
if (total.length === 0) throw new Error(`no tests: ${words.join(' ')}`);
if (args.includes('--list')) {
  console.log(total.join('\n'));
} else {
  const batched = (['plain', 'pages'] as const)
    .filter((one) => patterns.length === 0 && chosen.includes(one))
    .flatMap((one) => batchesOf(one, files[one]));
  const alone = patterns.length > 0 ? total : chosen.includes('processes') ? files.processes : [];
  const withServers = !args.includes('--without-servers') && total.some(needsServers);
  run([...batched, ...alone], withServers);
}
