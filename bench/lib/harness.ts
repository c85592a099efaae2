/**
 * What the benchmarks share: servers pinned to the first core, the load and the databases to the
 * second, candidates in turn, and ratios taken round by round, so that a machine whose speed drifts
 * still compares like with like.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portVariableName } from '../../src/kit/host/env.ts';
import { freePort } from '../../src/kit/testing/free-port.ts';

/** Everything once, briefly, with small numbers: does it still run? */
export const isQuick = process.env['BENCH_QUICK'] === '1';
export const rounds = setting('BENCH_ROUNDS', isQuick ? 1 : 5);
/** The length of each run. */
export const seconds = setting('BENCH_SECONDS', isQuick ? 1 : 3);

/** A number from the environment, else the standard one, or the small one of a quick run. */
export function setting(variable: string, standard: number, quick = standard): number {
  return Number(process.env[variable] ?? (isQuick ? quick : standard));
}

export const root = new URL('../..', import.meta.url).pathname;

export interface Server {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Microseconds of CPU that the process and its children have used so far. */
  cpu(): number;
  stop(): Promise<void>;
}

/** Starts `node <args>` on these cores and waits until `url` answers. */
export async function startServer(
  name: string,
  args: string[],
  env: Record<string, string>,
  url: string,
  cores = '0',
): Promise<Server> {
  const child = spawn('taskset', ['-c', cores, process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await answers(url, child);
  const pid = child.pid!;
  return { name, url, pid, cpu: () => cpuOf(pid), stop: () => stop(child) };
}

/** Starts one of our services on free ports; without further variables on its embedded stores. */
export async function startService(
  service: string,
  name: string,
  env: Record<string, string>,
  cores = '0',
): Promise<Server> {
  const [port, consolePort] = [await freePort(), await freePort()].map(String) as [string, string];
  const own = { [portVariableName(service)]: port, CONSOLE_PORT: consolePort };
  const full = { ...own, STORE_ADDR: '', DATABASE_URL: '', ...env };
  return startServer(name, ['src/main.ts', service], full, `http://127.0.0.1:${port}`, cores);
}

/** The bare Fastify routes of bare.ts: what ours is compared with. */
export async function startBare(env: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startServer(
    'bare Fastify route',
    ['bench/lib/bare.ts'],
    { ...env, PORT: String(port) },
    url,
  );
}

export async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
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

/** User and system time of a process and its children, from /proc (clock ticks of 10 ms). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) * 10_000;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').match(/\d+/g) ?? [];
  return children.reduce((sum, child) => sum + cpuOf(Number(child)), own);
}

/** Resident memory of a process, MiB. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1_024;
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

interface HttpRun {
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
function wrk(server: Server, load: Load): HttpRun {
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
      join(root, 'bench/load', load.script),
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
 * Runs every candidate in turn, every other round in reverse; the first is the one to compare with.
 *
 * @param prepare called before each run
 * @throws Error when a candidate answered wrongly
 */
export async function interleave(
  candidates: Server[],
  load: Load,
  rounds: number,
  prepare: () => void = () => {},
): Promise<void> {
  const run = (server: Server, runSeconds = load.seconds) => {
    prepare();
    return wrk(server, { ...load, seconds: runSeconds });
  };
  // The JIT needs some hundred thousand requests to be done with the longer paths.
  if (!isQuick) for (const server of candidates) run(server, 5);
  const runs = await inTurn(candidates, rounds, (server) => run(server));
  const rows = candidates.map(({ name }, i) => {
    const own = runs[i]!;
    return {
      candidate: name,
      'requests/s': Math.round(median(own.map(({ rps }) => rps))),
      ratio: ratios(
        own.map(({ rps }) => rps),
        runs[0]!.map(({ rps }) => rps),
      ),
      'CPU µs/request': median(own.map(({ cpuPerRequest }) => cpuPerRequest)).toFixed(1),
      'p50 ms': median(own.map(({ p50 }) => p50)).toFixed(2),
      'p99 ms': median(own.map(({ p99 }) => p99)).toFixed(2),
    };
  });
  console.log(`${load.connections} connections, ${rounds} rounds of ${load.seconds} s, medians`);
  printTable(rows);
  for (const [i, { name }] of candidates.entries()) {
    const errors = runs[i]!.reduce((sum, one) => sum + one.errors, 0);
    if (errors > 0) throw new Error(`${name}: ${errors} wrong answers`);
  }
}

/** Results by candidate, round by round; every other round runs them from the last to the first. */
export async function inTurn<CandidateT, ResultT>(
  candidates: readonly CandidateT[],
  rounds: number,
  run: (candidate: CandidateT) => Promise<ResultT> | ResultT,
): Promise<ResultT[][]> {
  const results = candidates.map((): ResultT[] => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...candidates.keys()];
    for (const i of round % 2 === 0 ? order : order.reverse()) {
      results[i]!.push(await run(candidates[i]!));
    }
  }
  return results;
}

/** The median of the ratios round by round, and the least and the largest. */
export function ratios(own: readonly number[], base: readonly number[]): string {
  const each = own.map((rate, round) => rate / base[round]!);
  const range = `${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)}`;
  return `${median(each).toFixed(2)} (${range})`;
}

export function median(values: readonly number[]): number {
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
