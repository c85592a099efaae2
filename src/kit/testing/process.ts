/** What process tests share: the real process, servers of their own to kill, a line to cut. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { portVariableName, type Environment } from '../host/env.ts';
import { undocumented } from './documented-answers.ts';
import { freePort } from './free-port.ts';
import { leaked } from './kept-secrets.ts';
import { temporaryFolder, type Ends } from './testing.ts';

export interface TestProcess {
  readonly child: ChildProcess;
  /** Address of each service, and of `console`. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly output: () => string;
  /** Sends the signal, once, and resolves with the exit code (null after SIGKILL). */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/**
 * Runs `src/main.ts`, or `HAWKER_MAIN`, on free ports and waits until it has announced the console.
 *
 * @param args names of services; where there is none, `env` has the ports of all
 */
export async function startProcess(
  t: Ends,
  args: readonly string[],
  env: Environment,
): Promise<TestProcess> {
  const { child, output } = spawnMain(args, { ...freePortsOf(args), ...env });
  t.after(() => {
    child.kill('SIGKILL');
    const lines = output().split('\n');
    assert.deepEqual(
      lines.filter((line) => line.startsWith(undocumented) || line.startsWith(leaked)),
      [],
    );
  });
  const addresses: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [name = '', address = ''] = line.split(/\s+/);
    addresses[name] = address;
    if (name === 'console') break;
  }
  if (addresses['console'] === undefined) throw new Error(`it did not start: ${output()}`);
  child.stdout.resume();
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const end = (signal: NodeJS.Signals) => {
    // A second signal would cut short what the first one began.
    if (!child.killed) child.kill(signal);
    return exit;
  };
  return { child, addresses, output, end };
}

/** Runs the same to its end. */
export async function runToEnd(args: readonly string[], env: Environment) {
  const { child, output } = spawnMain(args, { ...freePortsOf(args), ...env });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

/** Any free port for each of these services and for the console. */
export function freePortsOf(services: readonly string[]): Environment {
  const names = [...services.map(portVariableName), 'CONSOLE_PORT'];
  return Object.fromEntries(names.map((name) => [name, '0']));
}

/** The package has another one, with which the same tests must pass. */
const main = process.env['HAWKER_MAIN'] ?? new URL('../../main.ts', import.meta.url).pathname;

/** `hawker <args>`, with the checks of all that it answers and logs. */
export function spawnMain(args: readonly string[], env: Environment) {
  const inherited = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  };
  const checks = ['./documented-answers.ts', './kept-secrets.ts'].flatMap((file) => [
    '--import',
    new URL(file, import.meta.url).href,
  ]);
  const child = spawn(process.execPath, [...checks, main, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { child, output: () => text };
}

/** Posts JSON to a process; `data` is the payload of an enveloped answer. */
export async function post(address: string, path: string, json: object) {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  const body = (await response.json()) as any;
  return { status: response.status, body, data: body.data };
}

/** A Redis of our own, to be killed: everything it acknowledged is in its append-only file. */
export async function privateRedis(t: Ends, more: readonly string[] = []) {
  const folder = temporaryFolder();
  const port = await freePort();
  const options = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
  const launch = async () => {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      ...options,
      ...more,
    ];
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    t.after(() => child.kill('SIGKILL'));
    for await (const chunk of child.stdout) {
      if (String(chunk).includes('Ready to accept connections')) break;
    }
    return child;
  };
  let child = await launch();
  return {
    port,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async start() {
      child = await launch();
    },
    /** It keeps its connections and takes new ones, and answers nothing. */
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

/**
 * A way to a server (`redis://…`, `postgres://…`) that can be cut and mended, or frozen: then
 * connections are taken and nothing passes until it thaws. It needs no closing: it does not keep the
 * process alive, and outlives what the test closes at its end.
 */
export async function relay(address: string) {
  const target = new URL(address);
  const directions = new Map<Socket, Socket>();
  let isFrozen = false;
  let taken = 0;
  const listener = createServer((client) => {
    taken++;
    const server = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      directions.set(from.unref(), to);
      if (!isFrozen) from.pipe(to);
      from
        .on('error', () => {})
        .on('close', () => {
          directions.delete(from);
          to.destroy();
        });
    }
  });
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    listener.unref();
    return (listener.address() as AddressInfo).port;
  };
  const cut = async () => {
    const closed = listener.listening ? once(listener, 'close') : undefined;
    listener.close();
    for (const socket of directions.keys()) socket.destroy();
    await closed;
  };
  // Nobody else is given it while the way is cut.
  const port = await listen(await freePort());
  const url = new URL(address);
  url.port = String(port);
  return {
    url: url.href,
    cut,
    mend: () => listen(port),
    freeze() {
      isFrozen = true;
      for (const [from, to] of directions) from.unpipe(to).pause();
    },
    thaw() {
      isFrozen = false;
      for (const [from, to] of directions) from.pipe(to);
    },
    /** How many connections it has taken. */
    taken: () => taken,
  };
}
