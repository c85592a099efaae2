/** The console port: health, metrics and API documents, apart from the services' own paths. */
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
  /** Notes the console's routes. */
  readonly routes: DeclaredRoutes;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** In the text format of Prometheus. */
  readonly readMetrics: () => Promise<string>;
  readonly listener: AppOptions;
  /** Most requests of one caller to the operator paths of a service; undefined: any number. */
  readonly operatorLimit: Limit | undefined;
  /** Listeners of the services, for `/api/<service>/…`. */
  readonly listenerOf: FindListener;
  /** Routes of the page that people look at. Without it there is none. */
  readonly page: ((app: Listener) => void) | undefined;
  /** Once aborted, `/readyz` says so, and a load balancer sends its traffic elsewhere. */
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

  // For the page: without keys of tokens, nothing but an admin path would refuse a mistyped ADMIN_TOKEN.
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
  // Its one path is the same at the console's address and below that of each service.
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
