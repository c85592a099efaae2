/**
 * What the benchmarks share: servers pinned to the first core, the load to the second, rounds
 * interleaved, and ratios taken round by round, so that a machine whose speed drifts still
 * compares like with like.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portVariableName } from '../src/kit/env.ts';

export const root = new URL('..', import.meta.url).pathname;

export interface Server {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Microseconds of CPU that the process has used so far. */
  cpu(): number;
  stop(): Promise<void>;
}

/** Starts `node <args>` on the first core and waits until `url` answers. */
export async function startServer(
  name: string,
  args: string[],
  env: Record<string, string>,
  url: string,
): Promise<Server> {
  const child = spawn('taskset', ['-c', '0', process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await answers(url, child);
  return { name, url, pid: child.pid!, cpu: () => cpuOf(child.pid!), stop: () => stop(child) };
}

/** Starts one of our services on free ports; without further variables on its embedded stores. */
export async function startService(
  service: string,
  name: string,
  env: Record<string, string>,
): Promise<Server> {
  const [port, board] = [await freePort(), await freePort()].map(String) as [string, string];
  const own = { [portVariableName(service)]: port, CONSOLE_PORT: board };
  const full = { ...own, STORE_ADDR: '', DATABASE_URL: '', ...env };
  return startServer(name, ['src/main.ts', service], full, `http://127.0.0.1:${port}`);
}

/** The bare Fastify routes of bare.ts: what ours is compared with. */
export async function startBare(env: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startServer('bare Fastify route', ['bench/bare.ts'], { ...env, PORT: String(port) }, url);
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended`);
    const up = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`nothing answers at ${url}`);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

/** User and system time of a process, all threads, from /proc (clock ticks of 10 ms). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Runs `work` with a new folder that is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'hawker-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface HttpRun {
  readonly rps: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuPerRequest: number;
  readonly errors: number;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** A Lua script for wrk, and its arguments. */
  readonly script: string;
  readonly args: string[];
}

/** One run of wrk from the second core. Answers that the script counts as wrong are errors. */
export function wrk(server: Server, load: Load): HttpRun {
  const before = server.cpu();
  const { stdout, stderr, error } = spawnSync(
    'taskset',
    [
      '-c',
      '1',
      'wrk',
      '-t1',
      `-c${load.connections}`,
      `-d${load.seconds}s`,
      '--latency',
      '-s',
      join(root, 'bench', load.script),
      server.url,
      '--',
      ...load.args,
    ],
    { encoding: 'utf8' },
  );
  if (error) throw error;
  const line = stdout.split('\n').find((text) => text.startsWith('RESULT '));
  if (line === undefined) throw new Error(`wrk: ${stdout}${stderr}`);
  const { requests, rps, p50, p99, errors } = JSON.parse(line.slice(7));
  return { rps, p50, p99, errors, cpuPerRequest: (server.cpu() - before) / requests };
}

/**
 * Runs every candidate in turn, `rounds` times; the first candidate is the one to compare with.
 *
 * @param prepare called before each run
 */
export function interleave(
  candidates: Server[],
  load: Load,
  rounds: number,
  prepare: () => void = () => {},
): void {
  const run = (server: Server, seconds = load.seconds) => {
    prepare();
    return wrk(server, { ...load, seconds });
  };
  // The JIT needs some hundred thousand requests to be done with the longer paths.
  for (const server of candidates) run(server, 5);
  const runs = candidates.map((): HttpRun[] => []);
  for (let round = 0; round < rounds; round++) {
    candidates.forEach((server, i) => runs[i]!.push(run(server)));
  }
  const rows = candidates.map(({ name }, i) => {
    const own = runs[i]!;
    const ratios = own.map(({ rps }, round) => rps / runs[0]![round]!.rps);
    return {
      candidate: name,
      'requests/s': Math.round(median(own.map(({ rps }) => rps))),
      ratio: `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
      'CPU µs/request': median(own.map(({ cpuPerRequest }) => cpuPerRequest)).toFixed(1),
      'p50 ms': median(own.map(({ p50 }) => p50)).toFixed(2),
      'p99 ms': median(own.map(({ p99 }) => p99)).toFixed(2),
      errors: own.reduce((sum, { errors }) => sum + errors, 0),
    };
  });
  const { connections, seconds } = load;
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, medians`);
  printTable(rows);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints a Markdown table. */
export function printTable(rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  console.log(`| ${columns.join(' | ')} |`);
  console.log(`|${columns.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${columns.map((column) => row[column]).join(' | ')} |`);
}
