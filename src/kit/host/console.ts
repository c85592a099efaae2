/** The console port: health, metrics and API documents, apart from the services' own paths. */
import { countUnrouted, createApp, mount, type App, type AppOptions } from '../web/http.ts';
import type { Metrics } from './metrics.ts';
import { access } from '../web/identity/access.ts';
import type { DeclaredRoutes } from '../web/identity/declared-routes.ts';
import { common } from '../web/problem.ts';
import type { RunningService } from './service.ts';

export interface ConsoleOptions {
  readonly services: readonly RunningService[];
  /** API documents by file name. A service's operator paths add one: `<service>-console.json`. */
  readonly documents: Map<string, () => object>;
  /** Notes the console's routes. */
  readonly routes: DeclaredRoutes;
  readonly metrics: Metrics;
  readonly listener: AppOptions;
  /** Once aborted, `/readyz` says so, and a load balancer sends its traffic elsewhere. */
  readonly stopping: AbortSignal;
}

export function createConsole(options: ConsoleOptions): App {
  const { services, documents, routes: declared, metrics, listener, stopping } = options;
  const app = createApp(listener);
  countUnrouted(app, metrics);

  for (const { service, running } of services) {
    if (!running.console) continue;
    const name = `${service.name}-console`;
    const summary = `Operator paths of ${service.name}, on the console port.`;
    const { writesToDisk = true } = service;
    const routes = (scope: App) => {
      declared.watch(scope, service.name);
      running.console!(scope);
    };
    documents.set(`${name}.json`, mount(app, { name, summary, metrics, writesToDisk, routes }));
  }

  declared.watch(app, 'console');
  const open = { schema: { access: access.public } };
  app.get('/', { ...open, config: { navigable: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(services)),
  );

  app.get('/healthz', open, () => ({ status: 'ok' }));

  app.get('/readyz', open, async (_request, reply) => {
    const checks = await Promise.all(services.map(check));
    const ready = !stopping.aborted && checks.every(({ ready }) => ready);
    const statuses = Object.fromEntries(checks.map(({ name, status }) => [name, status]));
    const status = stopping.aborted ? 'stopping' : ready ? 'ready' : 'not ready';
    return reply.code(ready ? 200 : 503).send({ status, services: statuses });
  });

  app.get('/metrics', open, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  app.get('/openapi/:file', open, (request) => {
    const { file } = request.params as { file: string };
    const openapi = documents.get(file);
    if (!openapi) throw common.NOT_FOUND(`there is no document ${file}`);
    return openapi();
  });

  return app;
}

async function check(running: RunningService) {
  const failure = await running.ready().then(
    () => undefined,
    (error: Error & { code?: unknown }) =>
      error.code === common.STORE_FULL.code ? `full: ${error.message}` : error.message,
  );
  return { name: running.service.name, ready: failure === undefined, status: failure ?? 'ready' };
}

function page(services: readonly RunningService[]): string {
  const rows = services.map(
    ({ service: { name, summary }, description, address }) =>
      `<tr><td>${name}<td>${summary}<td>${address}<td>${description}<td><a href="/openapi/${name}.json">API</a>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>hawker</title>
<style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:70rem;padding:0 1rem}
td,th{padding:.3rem 1rem .3rem 0;text-align:left}</style>
<h1>hawker</h1><table><tr><th>Service<th>What it does<th>Address<th>Store<th>
${rows.join('\n')}</table>
<p><a href="/healthz">health</a> · <a href="/readyz">readiness</a> · <a href="/metrics">metrics</a></html>`;
}
