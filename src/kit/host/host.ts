/** Runs services in one process: opens stores, listens, and takes everything down in order. */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createConsole } from './console.ts';
import {
  readCommon,
  listenerOptions,
  portVariable,
  portVariableName,
  readEnv,
  type Common,
  type Environment,
} from './env.ts';
import { StartupError } from '../base/startup-error.ts';
import { defaultServers } from './gateway.ts';
import { checkImported, checkRestored } from '../stores/restored.ts';
import type { EvictionWatch } from '../stores/redis-eviction.ts';
import type { Store } from '../stores/store.ts';
import { endConnections, keepDescriptorBack, keepOpen } from '../web/safety/bounds.ts';
import { countUpgrade } from '../web/safety/api-limit.ts';
import { upgradeAddresses } from '../web/safety/upgrade-address.ts';
import type { OpenStreams } from '../web/safety/open-streams.ts';
import { callerOf } from '../web/identity/caller.ts';
import { countUnrouted, createApp, mount, type AppOptions } from './listener.ts';
import type { Listener } from '../web/app.ts';
import { DeclaredRoutes } from '../web/identity/declared-routes.ts';
import type { Identity } from '../web/identity/identity.ts';
import { ticketRoute } from '../web/identity/ticket-route.ts';
import { refuseUpgrade } from '../web/raw-answer.ts';
import { followUpgrade } from '../observe/requests.ts';
import type { Pause } from './loop.ts';
import { openIdentity } from './identity.ts';
import { rootRoute } from './root.ts';
import { Metrics } from '../observe/metrics.ts';
import type { Clock, RunningService, Service } from './service.ts';
import { ServiceScope } from './service-scope.ts';

export interface HostOptions {
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * Makes the pause of one loop of a service. A caller that gives a `clock` of simulated time decides
   * by this when its loops are due; without it they pause in real time.
   */
  readonly pauses?: () => Pause;
  /**
   * Yields what reads the metrics of several processes, this one among them; without it `/metrics`
   * shows those of this process.
   */
  readonly metricsOfAll?: (own: Registry) => () => Promise<string>;
  /** Adds the routes of the page that people look at to the console's. */
  readonly page?: (app: Listener) => void;
}

export interface RunningHost {
  readonly services: readonly RunningService[];
  /** OpenAPI documents by file name: `chat.json`. */
  readonly documents: ReadonlyMap<string, () => object>;
  readonly identity: Identity;
  /** The routes, each with the callers that it allows. */
  readonly routes: DeclaredRoutes;
  /** Address of the console. */
  readonly console: string;
  /** Stops accepting, answers what comes on open connections, flushes, closes. */
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
  /** Everything that was begun, to be closed whatever fails later. */
  readonly services: ServiceScope[] = [];
  readonly documents = new Map<string, () => object>();
  readonly routes = new DeclaredRoutes();
  console = '';
  readonly #options: HostOptions;
  readonly #common: Common;
  readonly identity: Identity;
  readonly #listener: AppOptions;
  readonly #streams: OpenStreams;
  readonly #metrics: Metrics;
  readonly #stopping = new AbortController();
  readonly #listeners = new Map<string, Listener>();
  #stopped: Promise<void> | undefined;
  #usedTickets: Store | undefined;
  #eviction: EvictionWatch | undefined;
  #endTraces = async () => {};

  constructor(options: HostOptions) {
    this.#options = options;
    this.#common = readCommon(options.env);
    const { clock, log } = options;
    this.#metrics = new Metrics(clock);
    this.identity = openIdentity(this.#common, clock, log);
    const listener = listenerOptions(this.#common);
    this.#listener = { log, ...listener, identity: this.identity };
    this.#streams = listener.streams;
    const { reachedBy, ADMIN_TOKEN, INSECURE } = this.#common;
    const isGuarded = ADMIN_TOKEN !== undefined || this.identity.isOn || INSECURE === '1';
    if (reachedBy !== undefined && !isGuarded) {
      throw new StartupError(
        `${reachedBy} lets others reach hawker: set ADMIN_TOKEN, or a key of identity (AUTH_JWKS_URL, AUTH_JWT_PUBLIC_KEY, AUTH_JWT_SECRET); INSECURE=1 starts it open to all of them`,
      );
    }
  }

  async start(services: readonly Service[]): Promise<void> {
    this.#metrics.observeProcess(this.#stopping.signal);
    const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = this.#common;
    if (collector !== undefined) {
      // Loaded only where it is used: it takes time and memory.
      const { startTraces } = await import('../observe/traces.ts');
      this.#endTraces = startTraces(collector, this.#options.log);
    }
    checkRestored(this.#common.DATA_DIR);
    for (const { name } of services) checkImported(this.#common.DATA_DIR, name);
    await this.#shareTickets();
    for (const service of services) await this.#open(service);
    await this.#watchEviction();
    this.#addRoots();
    for (const scope of this.services) scope.address = await this.#listen(scope.service);
    const { registry } = this.#metrics;
    const readMetrics = this.#options.metricsOfAll?.(registry) ?? (() => registry.metrics());
    const consoleApp = createConsole({
      services: this.services,
      documents: this.documents,
      identity: this.identity,
      routes: this.routes,
      metrics: this.#metrics,
      clock: this.#options.clock,
      readMetrics,
      // Those who watch must not be refused.
      listener: { ...this.#listener, limit: undefined },
      operatorLimit: this.#listener.limit,
      listenerOf: (name) => this.#apiListener(name),
      page: this.#options.page,
      stopping: this.#stopping.signal,
    });
    this.#listeners.set('console', consoleApp);
    const { HOST, CONSOLE_PORT } = this.#common;
    this.console = await listen(consoleApp, HOST, CONSOLE_PORT, 'CONSOLE_PORT');
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  /** Takes every step, even when the one before it fails. */
  async #stop(): Promise<void> {
    this.#stopping.abort();
    const listeners = [...this.#listeners.values()];
    const [drained] = await Promise.all([
      Promise.allSettled(this.services.map((scope) => scope.drain())),
      // All of them before one refuses anything: the console hands requests over to the others.
      ...listeners.map(answerLast),
    ]);
    const ended = await Promise.allSettled(listeners.map(closeListener));
    const closed = await Promise.allSettled(this.services.map((scope) => scope.close()));
    this.#eviction?.close();
    await this.#usedTickets?.close();
    await this.#endTraces();
    const failures = [...drained, ...ended, ...closed].filter(
      ({ status }) => status === 'rejected',
    );
    if (failures.length === 0) return;
    const reasons = failures.map((failure) => (failure as PromiseRejectedResult).reason as unknown);
    throw new AggregateError(reasons, 'not everything was closed well');
  }

  /** With Redis, a ticket is used once in all processes. */
  async #shareTickets(): Promise<void> {
    const { STORE_ADDR: address } = this.#common;
    if (address === undefined || !this.identity.isOn) return;
    // Loaded only where it is used: it takes time and memory.
    const { openUsedTickets } = await import('../web/identity/redis-used-tickets.ts');
    const used = await openUsedTickets(address);
    this.#usedTickets = used;
    this.identity.shareTickets(used);
  }

  /** Expects that Redis keeps the keys of services and tickets, before a request can write any. */
  async #watchEviction(): Promise<void> {
    const { STORE_ADDR: address, ALLOW_EVICTION } = this.#common;
    // Tickets that were used are kept there for all services.
    const affected = this.services.filter(({ usesRedis }) => usesRedis || this.#usedTickets);
    if (address === undefined || affected.length === 0) return;
    const mayLoseKeys =
      ALLOW_EVICTION === '1' || affected.every(({ service }) => service.mayLoseKeys === true);
    // Loaded only where it is used: it takes time and memory.
    const { watchEviction } = await import('../stores/redis-eviction.ts');
    const watch = await watchEviction({ address, mayLoseKeys, log: this.#options.log });
    this.#eviction = watch;
    for (const scope of affected) scope.require(() => watch.ready());
  }

  async #open(service: Service): Promise<void> {
    const { env, clock, log, pauses } = this.#options;
    const app = this.#listenerOf(service);
    const scope = new ServiceScope(service, {
      env,
      clock,
      log,
      pauses,
      streams: this.#streams,
      common: this.#common,
      identity: this.identity,
      metrics: this.#metrics,
      stopping: this.#stopping.signal,
    });
    this.services.push(scope);
    await scope.start();
    const { running } = scope;
    const { name, summary, port, writesToDisk = true } = service;
    const document = mount(app, {
      name,
      summary,
      servers: defaultServers(name, port),
      metrics: this.#metrics,
      writesToDisk,
      examples: service.examples?.requests ?? [],
      routes: (mounted) => {
        this.routes.watch(mounted, name);
        running.routes(mounted);
      },
    });
    this.documents.set(`${name}.json`, document);
    if (running.upgrade) acceptUpgrades(app.server, scope, this.#listener);
  }

  /** Services on one port share one listener. Port 0 stands for any free port, one each. */
  #listenerOf(service: Service): Listener {
    const port = this.#port(service);
    const key = port === 0 ? service.name : String(port);
    const existing = this.#listeners.get(key);
    if (existing) return existing;
    const app = this.#createApp();
    keepDescriptorBack(app.server);
    countUnrouted(app, this.#metrics);
    this.#listeners.set(key, app);
    return app;
  }

  #addRoots(): void {
    for (const app of this.#listeners.values()) {
      const own = this.services.filter(({ service }) => this.#listenerOf(service) === app);
      const consolePort = () => Number(new URL(this.console).port);
      ticketRoute(app, this.identity);
      rootRoute(app, { services: own.map(({ service }) => service.name), consolePort });
    }
  }

  #apiListener(name: string): Server | undefined {
    const scope = this.services.find(({ service }) => service.name === name);
    return scope && this.#listenerOf(scope.service).server;
  }

  #createApp(): Listener {
    try {
      return createApp(this.#listener);
    } catch (error) {
      if (this.#listener.trustedProxies === '') throw error;
      throw new StartupError(
        'TRUSTED_PROXIES must have the form 10.0.0.1,192.168.0.0/16: addresses or networks, comma-separated',
      );
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

/** How long a connection on which nothing is asked stays open when the process stops, milliseconds. */
const idleMs = 300;
/** How long requests on open connections are still answered then, milliseconds. */
const lateMs = 3_000;
/** How long the last answers may take after that, milliseconds. */
const closeTimeoutMs = 1_000;

async function listen(
  app: Listener,
  host: string,
  port: number,
  variable: string,
): Promise<string> {
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

/** Stops accepting, and answers what comes on open connections until they have ended. */
async function answerLast({ server }: Listener): Promise<void> {
  // HTTP's own close would cut idle connections, also when a request is on its way, and answers that
  // are not taken yet.
  NetServer.prototype.close.call(server);
  endConnections(server, idleMs);
  await once(server, 'close', { signal: AbortSignal.timeout(lateMs) }).catch(() => {});
}

/** Refuses what comes now, and waits for the last answer. */
async function closeListener(app: Listener): Promise<void> {
  // A connection that is still busy stays open, idle, after its answer.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  // A client that has not sent its whole request by then gets no answer.
  const timeout = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs);
  await app.close();
  clearInterval(idle);
  clearTimeout(timeout);
}

function addressOf(app: Listener): string {
  const { address, port, family } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** @param work called once, at once for a socket that has closed already */
function whenClosed(socket: Duplex, work: () => void): void {
  if (socket.closed) work();
  else socket.once('close', work);
}

function acceptUpgrades(
  server: Server,
  scope: ServiceScope,
  { browser, identity, streams, trustedProxies }: AppOptions,
): void {
  const { running, host } = scope;
  const { log } = host;
  const { upgradeRoute: route = 'upgrade' } = running;
  const addressOf = upgradeAddresses(trustedProxies);
  const followed = { service: scope.service.name, route, log };
  // A request that offers another protocol (curl offers HTTP/2) is answered as a plain request.
  Object.assign(server, {
    shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
      headers.upgrade?.toLowerCase() === 'websocket',
  });
  const answer = async (request: IncomingMessage, socket: Duplex, head: Buffer, id: string) => {
    try {
      browser.checkHost(request);
      browser.checkOrigin(request, running.upgradeOrigins);
      const address = addressOf(request);
      const count = () => countUpgrade(server, callerOf(request), address);
      // One with a token that is not good counts as well.
      await identity?.checkUpgrade(request).finally(count);
      const leave = streams?.open(callerOf(request), address);
      if (leave !== undefined) whenClosed(socket, leave);
      await running.upgrade!(request, socket, head);
      return 101;
    } catch (error) {
      return refuseUpgrade(socket, error, id, log);
    }
  };
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // `close` follows; without a listener the process would end.
    socket.on('error', () => {});
    keepOpen(socket as Socket);
    followUpgrade({ ...followed, request, socket }, (id) => answer(request, socket, head, id));
  });
}
