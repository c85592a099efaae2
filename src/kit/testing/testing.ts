/** What tests share: a clock to turn, services without a port, the servers that are present. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import './declared-keys.ts';
import './documented-answers.ts';
import './kept-secrets.ts';
import { readCommon, listenerOptions, type Environment } from '../host/env.ts';
import { openIdentity } from '../host/identity.ts';
import { createLog } from '../host/log.ts';
import type { Pause } from '../host/loop.ts';
import { createApp, mount, type AppOptions } from '../host/listener.ts';
import type { Listener } from '../web/app.ts';
import { Metrics } from '../observe/metrics.ts';
import { problemType } from '../web/problem.ts';
import type { Clock, Running, Service } from '../host/service.ts';
import { ServiceScope } from '../host/service-scope.ts';

/** Ends what a helper starts: the context of a test, or something like it. */
export interface Ends {
  after(end: () => unknown): void;
}

export type FakeClock = Clock & { advance(ms: number): void };

export function fakeClock(start = Date.UTC(2026, 0, 1, 12)): FakeClock {
  let now = start;
  return Object.assign(() => now, { advance: (ms: number) => void (now += ms) });
}

/**
 * Resolves once `condition` holds. For what no event tells: it is asked in each turn of the event loop at
 * first, then the more seldom the longer it takes, since what is waited for needs the processor itself.
 *
 * @throws Error when it does not hold within a minute
 */
export async function eventually(condition: () => unknown): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    const waitedMs = performance.now() - began;
    if (waitedMs > 60_000) throw new Error(`it never came true: ${String(condition)}`);
    const pauseMs = Math.min(20, Math.floor(waitedMs / 10));
    // That of the module: a test may have mocked the global one.
    await (pauseMs === 0 ? setImmediate() : sleep(pauseMs));
  }
}

/** Resolves once the stores of a service, or one of them, answer: a probe finds back what was away. */
export function readyAgain({ ready }: { readonly ready: () => Promise<void> }): Promise<void> {
  return eventually(() =>
    ready().then(
      () => true,
      () => false,
    ),
  );
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

/** Returns the reason to skip a suite, or false when its server is there. */
export function missing(server: keyof typeof servers): string | false {
  return servers[server] === '' ? `no ${server} server: see scripts/with-stores.sh` : false;
}

/** A name of its own for each test's keys or tables. */
export const unique = (prefix: string) => `${prefix}${randomUUID().slice(0, 8)}`;

/**
 * Two replicas on one state, opened at once: where they migrate a database, one does, and the other
 * waits for it. `reopen` closes them and opens the state again.
 */
export async function twoReplicas<T extends { close(): Promise<void> }>(
  t: TestContext,
  openOne: () => Promise<T>,
) {
  const opened = new Set<T>();
  const closeAll = async () => {
    await Promise.all([...opened].map((store) => store.close()));
    opened.clear();
  };
  t.after(closeAll);
  const open = async () => {
    const store = await openOne();
    opened.add(store);
    return store;
  };
  const [first, second] = await Promise.all([open(), open()]);
  const reopen = async () => {
    await closeAll();
    return open();
  };
  return { first, second, another: open, reopen };
}

/** Reads a stream of server-sent events. */
export class EventReader {
  readonly response: IncomingMessage;
  #text = '';
  readonly #chunks: AsyncIterator<string>;

  constructor(response: IncomingMessage) {
    this.response = response;
    this.#chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
  }

  /** The next block, comments included; undefined once the stream has ended. */
  async block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return block;
      }
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#text += value;
    }
  }
}

/** The answer of a service whose store is away. */
export function assertUnavailable(answer: {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}): void {
  assert.equal(answer.statusCode, 503, answer.body);
  assert.equal(answer.headers['content-type'], problemType);
  assert.equal(answer.headers['retry-after'], '1');
  assert.equal((JSON.parse(answer.body) as { code: string }).code, 'STORE_UNAVAILABLE');
}

/** A listener as a start without variables makes it. */
export function createTestApp(options: Partial<AppOptions> = {}): Listener {
  const log = pino({ level: 'silent' });
  return createApp({ log, ...listenerOptions(readCommon({})), ...options });
}

export interface OpenService {
  /** Answers `inject`; listens to nothing. */
  readonly app: Listener;
  /** Answers `inject` with the service's operator paths on the console port. */
  readonly consoleApp: Listener;
  readonly clock: FakeClock;
  readonly running: Running;
  /** Resolves when the stores answer. */
  readonly ready: () => Promise<void>;
  /** The OpenAPI document. */
  readonly openapi: () => object;
  readonly close: () => Promise<void>;
}

/** Everything is written, so that it can be held against what must not be; only errors are shown. */
function showErrors(line: string): void {
  if (/^\{"level":[56]0/.test(line)) process.stdout.write(line);
}

interface OpenOptions extends Partial<AppOptions> {
  /** What its loops pause by; otherwise that is real time. */
  readonly pauses?: () => Pause;
}

/** Loops do not run: what a service answers depends on what it keeps, and not on when it is asked. */
export const withoutLoops = (): Pause => async (_ms, signal) => {
  await once(signal, 'abort');
  throw signal.reason;
};

/** Starts a service in this process with a clock to turn, in a folder of its own. */
export async function openService(
  t: TestContext,
  service: Service,
  env: Environment = {},
  { pauses, ...appOptions }: OpenOptions = {},
): Promise<OpenService> {
  const full: Environment = { DATA_DIR: temporaryFolder(), ...env };
  const common = readCommon(full);
  const clock = fakeClock();
  const log = createLog('info', { output: { write: showErrors } });
  const stopping = new AbortController();
  const metrics = new Metrics();
  const identity = openIdentity(common, clock, log);
  const signal = stopping.signal;
  const { streams } = listenerOptions(common);
  const shared = { env: full, common, clock, log, metrics, identity, stopping: signal };
  const options = { ...shared, pauses, streams };
  const scope = new ServiceScope(service, options);
  await scope.start().catch(async (error: unknown) => {
    stopping.abort();
    await scope.close();
    throw error;
  });
  const { running } = scope;
  const listener = { log, ...listenerOptions(common), identity, ...appOptions };
  const app = createApp(listener);
  const { name, summary, writesToDisk = true } = service;
  const routes = (mounted: Listener) => running.routes(mounted);
  const openapi = mount(app, { name, summary, metrics, writesToDisk, routes });
  await app.ready();
  const consoleApp = createApp(listener);
  running.console?.(consoleApp);
  await consoleApp.ready();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());
  async function closeAll() {
    stopping.abort();
    await scope.drain();
    await Promise.all([app.close(), consoleApp.close()]);
    await scope.close();
  }
  t.after(close);
  const ready = () => scope.ready();
  return { app, consoleApp, clock, running, ready, openapi, close };
}
