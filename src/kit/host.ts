/** Runs services in one process: opens stores, listens, and takes everything down in order. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { adminGuard } from './admin.ts';
import { createConsole } from './console.ts';
import {
  CommonVariables,
  isLoopback,
  portVariable,
  portVariableName,
  readEnv,
  StartupError,
  type Common,
  type Environment,
} from './env.ts';
import { createApp, mount, type App } from './http.ts';
import { Metrics } from './metrics.ts';
import type { Clock, Running, Service } from './service.ts';

export interface HostOptions {
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One service that runs, as the console and the start-up lines show it. */
export interface Stall {
  readonly service: Service;
  readonly running: Running;
  /** `http://127.0.0.1:8080`, once it listens. */
  address: string;
}

export interface RunningHost {
  readonly stalls: readonly Stall[];
  /** OpenAPI documents by file name: `chat.json`. */
  readonly documents: ReadonlyMap<string, () => object>;
  readonly console: string;
  /** Stops accepting, answers what was accepted, flushes, closes. */
  stop(): Promise<void>;
}

/** @throws StartupError, with everything closed again, when one of them cannot start */
export async function startHost(
  services: readonly Service[],
  options: HostOptions,
): Promise<RunningHost> {
  const host = new HostProcess(options);
  try {
    await host.start(services);
    return host;
  } catch (error) {
    await host.stop();
    throw error;
  }
}

class HostProcess implements RunningHost {
  readonly stalls: Stall[] = [];
  readonly documents = new Map<string, () => object>();
  console = '';
  readonly #options: HostOptions;
  readonly #common: Common;
  readonly #metrics = new Metrics();
  readonly #stopping = new AbortController();
  readonly #listeners = new Map<string, App>();
  /** Everything that was started, to be closed whatever fails later. */
  readonly #running: Running[] = [];
  #stopped: Promise<void> | undefined;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#common = readEnv(CommonVariables, options.env);
    const { HOST, ADMIN_TOKEN } = this.#common;
    if (!isLoopback(HOST) && ADMIN_TOKEN === undefined) {
      throw new StartupError(`HOST=${HOST} can be reached from outside: set ADMIN_TOKEN as well`);
    }
  }

  async start(services: readonly Service[]): Promise<void> {
    for (const service of services) await this.#open(service);
    for (const stall of this.stalls) stall.address = await this.#listen(stall.service);
    const board = createConsole({
      stalls: this.stalls,
      documents: this.documents,
      metrics: this.#metrics,
      log: this.#options.log,
      stopping: this.#stopping.signal,
    });
    this.#listeners.set('console', board);
    this.console = await listen(
      board,
      this.#common.HOST,
      this.#common.CONSOLE_PORT,
      'CONSOLE_PORT',
    );
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running.map(async (running) => running.drain?.()));
    await Promise.all([...this.#listeners.values()].map(closeListener));
    await Promise.all(this.#running.map((running) => running.close()));
  }

  async #open(service: Service): Promise<void> {
    const { env, clock, log } = this.#options;
    const app = this.#listenerOf(service);
    const running = await service.start({
      env,
      clock,
      log: log.child({ service: service.name }),
      common: this.#common,
      metrics: this.#metrics,
      admin: adminGuard(this.#common.ADMIN_TOKEN),
      stopping: this.#stopping.signal,
    });
    this.#running.push(running);
    const { name, summary } = service;
    const routes = (scope: App) => running.routes(scope);
    this.documents.set(
      `${name}.json`,
      mount(app, { name, summary, metrics: this.#metrics, routes }),
    );
    if (running.upgrade) acceptUpgrades(app.server, running);
    this.stalls.push({ service, running, address: '' });
  }

  /** Services on one port share one listener. Port 0 stands for any free port, one each. */
  #listenerOf(service: Service): App {
    const port = this.#port(service);
    const key = port === 0 ? service.name : String(port);
    const existing = this.#listeners.get(key);
    if (existing) return existing;
    const app = this.#createApp();
    this.#listeners.set(key, app);
    return app;
  }

  #createApp(): App {
    const { TRUSTED_PROXIES: trustedProxies } = this.#common;
    try {
      return createApp({ log: this.#options.log, trustedProxies });
    } catch (error) {
      throw new StartupError(`TRUSTED_PROXIES="${trustedProxies}": ${(error as Error).message}`);
    }
  }

  async #listen(service: Service): Promise<string> {
    const app = this.#listenerOf(service);
    if (app.server.listening) return addressOf(app);
    const variable = portVariableName(service.name);
    return listen(app, this.#common.HOST, this.#port(service), variable);
  }

  #port({ name, port }: Service): number {
    const values = readEnv(portVariable(name, port), this.#options.env);
    return Number(values[portVariableName(name)]);
  }
}

/** How long the last answers may take when the process stops, milliseconds. */
const closeLimit = 4_000;

async function listen(app: App, host: string, port: number, variable: string): Promise<string> {
  try {
    await app.listen({ host, port });
    return addressOf(app);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartupError(`port ${port} is in use; set ${variable} to a free one`);
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupError(
        `cannot listen on ${host}:${port} (${code}); see HOST and ${variable}`,
      );
    }
    throw error;
  }
}

/** Stops accepting and waits for the last answer. */
async function closeListener(app: App): Promise<void> {
  // A connection that was busy when the listener closed stays open, idle, after its answer.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  // Who has not sent the whole request by then will not be answered.
  const limit = setTimeout(() => app.server.closeAllConnections(), closeLimit);
  await app.close();
  clearInterval(idle);
  clearTimeout(limit);
}

function addressOf(app: App): string {
  const { address, port, family } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function acceptUpgrades(server: Server, running: Running): void {
  // Other offers (curl's HTTP/2, say) are no reason to refuse a plain request.
  Object.assign(server, {
    shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
      headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    running.upgrade!(request, socket, head),
  );
}
