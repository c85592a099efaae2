/** What tests share: a clock to turn, services without a port, real processes, servers if present. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { adminGuard } from './admin.ts';
import { CommonVariables, readEnv, type Environment } from './env.ts';
import { createApp, mount, type App } from './http.ts';
import { Metrics } from './metrics.ts';
import type { Clock, Running, Service } from './service.ts';

export type FakeClock = Clock & { advance(ms: number): void };

export function fakeClock(start = Date.UTC(2026, 0, 1, 12)): FakeClock {
  let now = start;
  return Object.assign(() => now, { advance: (ms: number) => void (now += ms) });
}

/** A new folder. It is removed when the process ends: after whatever the tests close at theirs. */
export function temporaryFolder(): string {
  if (root === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'hawker-test-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    root = made;
  }
  return mkdtempSync(join(root, 'test-'));
}

let root: string | undefined;

/**
 * Addresses of the servers that scripts/with-stores.sh started. Without one, its suites are
 * skipped by the reason in `missing`, and that script has said so aloud.
 */
export const servers = {
  redis: process.env['TEST_STORE_ADDR'] ?? '',
  cluster: process.env['TEST_CLUSTER_ADDR'] ?? '',
  postgres: process.env['TEST_DATABASE_URL'] ?? '',
};

/** For `{skip}`: false when the server is there, else why the suite is left out. */
export function missing(server: keyof typeof servers): string | false {
  return servers[server] === '' ? `no ${server} server: see scripts/with-stores.sh` : false;
}

/** A name of its own for each test's keys or tables. */
export const unique = (prefix: string) => `${prefix}${randomUUID().slice(0, 8)}`;

export interface OpenService {
  /** Answers `inject`; listens to nothing. */
  readonly app: App;
  readonly clock: FakeClock;
  readonly running: Running;
  /** The OpenAPI document. */
  openapi(): object;
  close(): Promise<void>;
}

/** Starts a service in this process with a clock to turn, in a folder of its own. */
export async function openService(
  t: TestContext,
  service: Service,
  env: Environment = {},
): Promise<OpenService> {
  const full: Environment = { DATA_DIR: temporaryFolder(), ...env };
  const common = readEnv(CommonVariables, full);
  const clock = fakeClock();
  const log = pino({ level: 'error' });
  const stopping = new AbortController();
  const metrics = new Metrics();
  const admin = adminGuard(common.ADMIN_TOKEN);
  const host = { env: full, common, clock, log, metrics, admin, stopping: stopping.signal };
  const running = await service.start(host);
  const app = createApp({ log, trustedProxies: common.TRUSTED_PROXIES });
  const { name, summary } = service;
  const routes = (scope: App) => running.routes(scope);
  const openapi = mount(app, { name, summary, metrics, routes });
  await app.ready();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());
  async function closeAll() {
    stopping.abort();
    await running.drain?.();
    await app.close();
    await running.close();
  }
  t.after(close);
  return { app, clock, running, openapi, close };
}

export interface TestProcess {
  readonly child: ChildProcess;
  /** Address of each service, and of `console`. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly output: () => string;
  /** Sends the signal, once, and resolves with the exit code (null after SIGKILL). */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Runs `node src/main.ts <args>` on free ports and waits until it has announced the console. */
export async function startProcess(
  t: TestContext,
  args: string[],
  env: Environment,
): Promise<TestProcess> {
  const { child, output } = spawnMain(args, { ...freePorts, ...env });
  t.after(() => child.kill('SIGKILL'));
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

/** Runs `node src/main.ts <args>` to its end. */
export async function runToEnd(args: string[], env: Environment) {
  const { child, output } = spawnMain(args, { ...freePorts, ...env });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

const freePorts = {
  FLASH_SALE_PORT: '0',
  URL_SHORTENER_PORT: '0',
  CHAT_PORT: '0',
  CONSOLE_PORT: '0',
};

function spawnMain(args: string[], env: Environment) {
  const main = new URL('../main.ts', import.meta.url).pathname;
  const inherited = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  };
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { child, output: () => text };
}
