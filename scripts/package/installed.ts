/** The package in an empty folder, as `npm pack` and `npm install` leave it there, and what runs in it. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { portVariableName } from '#kit/host/env.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { neededNode } from '../../src/needed-node.ts';
import { serviceNames } from '../../src/services.ts';

export const run = promisify(execFile);
export const root = join(import.meta.dirname, '../..');
export const folder = temporaryFolder();
export const installed = join(folder, 'node_modules/hawker');

const ownFile = { private: true, type: 'module', scripts: { start: 'hawker autocomplete' } };
/** The first Node that the package says it can be installed on. */
const leastNode = 20;

export async function install(): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
  });
  // The lines before it are the build's.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  const dependencies = { hawker: `file:${packed.filename}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...ownFile, dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), lockFor(packed.filename));
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
  // Frameworks are the user's own.
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['express', 'hono', '@types/express']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

/**
 * The versions that this checkout has: what a registry has of later ones, while somebody publishes a
 * hundred packages that need each other, may not fit together.
 */
function lockFor(file: string): string {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  const { '': own, ...others } = packages;
  const needed = Object.entries(others).filter(([, { dev }]) => dev !== true);
  const { version, bin, dependencies, optionalDependencies } = own!;
  const hawker = { version, resolved: `file:${file}`, bin, dependencies, optionalDependencies };
  return JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { hawker: `file:${file}` } },
      'node_modules/hawker': hawker,
      ...Object.fromEntries(needed),
    },
  });
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly version: string;
  readonly bin?: object;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
}

export const freePorts = {
  ...process.env,
  ...Object.fromEntries(
    [...serviceNames.map(portVariableName), 'CONSOLE_PORT'].map((name) => [name, '0']),
  ),
};

export const bundled = process.execPath;
const olderNode = findOlderNode();
export const older = {
  name: "the machine's older Node",
  node: olderNode ?? '',
  skip: olderNode === undefined && tellThatThereIsNone(),
};
export const nodes = [
  { name: 'the Node that comes with it', node: bundled, skip: false as const },
  older,
];

/** Runs the command of the package with this Node, on free ports. */
export function start(
  t: TestContext,
  node: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return launch(t, node, [join(installed, 'dist/bin.js'), ...args], env);
}

/** Runs something that starts services, on free ports. */
export function launch(
  t: TestContext,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...freePorts, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return {
    child,
    /** Address of each service, and of `console`. */
    announced: readAddresses(child.stdout),
    /** Resolves with its exit code and signal once all that it started have ended: they write to one output. */
    ended: once(child, 'close'),
  };
}

async function readAddresses(output: NodeJS.ReadableStream): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for await (const line of createInterface({ input: output })) {
    const [name = '', address = ''] = line.split(/\s+/);
    addresses.set(name, address);
    if (name !== 'console') continue;
    output.resume();
    return addresses;
  }
  throw new Error('it did not start');
}

/** The first on the PATH that is older than the services need. */
function findOlderNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .map((one) => join(one, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => {
      const version = Number.parseInt(
        execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }),
      );
      return version >= leastNode && version < neededNode;
    });
}

/** CI has one: half of the tests need it. */
function tellThatThereIsNone(): string {
  const reason = `no Node from ${leastNode} to ${neededNode - 1} is on the PATH`;
  if (process.env['REQUIRE_STORES'] !== '1') return reason;
  console.error(`check:package: ${reason}, THE HAND-OVER TO THE BUNDLED NODE IS NOT TESTED`);
  return `${reason}: THE HAND-OVER TO THE BUNDLED NODE IS NOT TESTED`;
}
