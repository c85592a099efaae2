/** The OpenAPI documents of all services, as the package holds them and the client is made from them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { pageRoutes } from './console/routes.ts';
import { startHost, type RunningHost } from '#kit/host/host.ts';
import { portVariableName, type Environment } from '#kit/host/env.ts';
import { loadServices } from './services.ts';

/** File name → content. */
export function openapiDocuments(): Promise<Map<string, string>> {
  return withAllServices(
    async ({ documents }) =>
      new Map(
        [...documents].map(([file, document]) => [
          file,
          `${JSON.stringify(document(), null, 2)}\n`,
        ]),
      ),
  );
}

/** Runs all services on free ports, with stores in a folder of their own, as long as `work` takes. */
export async function withAllServices<T>(
  work: (host: RunningHost) => Promise<T>,
  more: Environment = {},
): Promise<T> {
  const services = await loadServices();
  const folder = mkdtempSync(join(tmpdir(), 'hawker-openapi-'));
  const anyPort = services.map(({ name }) => [portVariableName(name), '0']);
  const env = { DATA_DIR: folder, CONSOLE_PORT: '0', ...Object.fromEntries(anyPort), ...more };
  const log = pino({ level: 'error' });
  const host = await startHost(services, { env, clock: Date.now, log, page: pageRoutes });
  try {
    return await work(host);
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
