/** Serves the console port: health, metrics and API documents, separate from the services' paths. */
import { countUnrouted, createApp, mount, type AppOptions } from './listener.ts';
import type { Listener } from '../web/app.ts';
import { oneDocument } from '../openapi/one-document.ts';
import { referenceRoutes } from '../openapi/reference.ts';
import { defaultConsolePort } from './env.ts';
import { apiPath, defaultServers, type FindListener } from './gateway.ts';
import type { Metrics } from '../observe/metrics.ts';
import { overviewRoutes } from './overview.ts';
import { access } from '../web/identity/access.ts';
import { limitRequests } from '../web/safety/api-limit.ts';
import type { Limit } from '../web/safety/rate-limit-headers.ts';
import { callerOf } from '../web/identity/caller.ts';
import type { Identity } from '../web/identity/identity.ts';
import { ticketDocument, ticketRoute } from '../web/identity/ticket-route.ts';
import type { DeclaredRoutes } from '../web/identity/declared-routes.ts';
import { common } from '../web/problem.ts';
import type { Clock, RunningService } from './service.ts';

interface ConsoleOptions {
  readonly services: readonly RunningService[];
  /** API documents by file name. A service's operator paths add one: `<service>-console.json`. */
  readonly documents: Map<string, () => object>;
  readonly identity: Identity;
  /** Records the routes of the console. */
  readonly routes: DeclaredRoutes;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Returns all metrics in the text format of Prometheus. */
  readonly readMetrics: () => Promise<string>;
  readonly listener: AppOptions;
  /** The limit on one caller's requests to the operator paths of a service; undefined: none. */
  readonly operatorLimit: Limit | undefined;
  /** Finds the listener of a service, for `/api/<service>/…`. */
  readonly listenerOf: FindListener;
  /** Adds the routes of the page for people; undefined: there is no page. */
  readonly page: ((app: Listener) => void) | undefined;
  /** Once it aborts, `/readyz` answers 503, so that a load balancer sends its traffic elsewhere. */
  readonly stopping: AbortSignal;
}

export function createConsole(options: ConsoleOptions): Listener {
  const {
    services,
    documents,
    identity,
    routes: declared,
    metrics,
    clock,
    readMetrics,
    listener,
    operatorLimit,
    listenerOf,
    page,
    stopping,
  } = options;
  const operatorPaths = new Set<string>();
  const apis: FindListener = (name) => (operatorPaths.has(name) ? app.server : listenerOf(name));
  const app: Listener = createApp({ ...listener, apis });
  countUnrouted(app, metrics);

  for (const { service, running } of services) {
    if (!running.console) continue;
    const name = `${service.name}-console`;
    operatorPaths.add(name);
    const document = mount(app, {
      name,
      summary: `Operator paths of ${service.name}, on the console port.`,
      servers: defaultServers(name, defaultConsolePort),
      metrics,
      writesToDisk: service.writesToDisk ?? true,
      examples: service.examples?.requests ?? [],
      routes: (scope) => {
        declared.watch(scope, name);
        if (operatorLimit !== undefined) limitRequests(scope, operatorLimit);
        running.console!(scope);
      },
    });
    documents.set(`${name}.json`, document);
  }

  declared.watch(app, 'console', (scope) => scope === app);
  const open = { schema: { access: access.public } };
  const { lastMinutes: minutes } = metrics;
  overviewRoutes(app, { services, minutes, clock, check, log: listener.log, stopping });
  page?.(app);

  app.get('/healthz', open, () => ({ status: 'ok' }));

  // The page calls it: while identity is off, only an admin path would refuse a mistyped ADMIN_TOKEN.
  app.get('/caller', open, (request) => ({ kind: callerOf(request).kind }));

  ticketRoute(app, identity);

  app.get('/readyz', open, async (_request, reply) => {
    const checks = await Promise.all(services.map(check));
    const ready = !stopping.aborted && checks.every(({ ready }) => ready);
    const statuses = Object.fromEntries(checks.map(({ name, status }) => [name, status]));
    const status = stopping.aborted ? 'stopping' : ready ? 'ready' : 'not ready';
    return reply.code(ready ? 200 : 503).send({ status, services: statuses });
  });

  app.get('/metrics', open, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await readMetrics()),
  );

  app.get('/openapi/:file', open, (request) => {
    const { file } = request.params as { file: string };
    const openapi = documents.get(file);
    if (!openapi) throw common.NOT_FOUND(`there is no document ${file}`);
    return openapi();
  });

  let everything: string | undefined;
  app.get('/openapi.json', open, (_request, reply) => {
    everything ??= JSON.stringify(documentOfAll(documents));
    return reply.type('application/json; charset=utf-8').send(everything);
  });

  referenceRoutes(app);

  return app;
}

/** @param documents by file name */
export function documentOfAll(documents: ReadonlyMap<string, () => object>): object {
  const byName = [...documents].map(
    ([file, document]) => [file.replace('.json', ''), document()] as const,
  );
  const servers = ['/', `http://localhost:${defaultConsolePort}`];
  // Tickets have one path on every listener, so it is listed once, without the prefix of a service.
  const all = new Map<string, object>([...byName, ['tickets', ticketDocument()]]);
  return oneDocument(all, { servers, prefix: (name) => (name === 'tickets' ? '' : apiPath(name)) });
}

async function check(running: RunningService) {
  const failure = await running.ready().then(
    () => undefined,
    (error: Error & { code?: unknown }) =>
      error.code === common.STORE_FULL.code ? `full: ${error.message}` : error.message,
  );
  return { name: running.service.name, ready: failure === undefined, status: failure ?? 'ready' };
}
