import { randomInt } from 'node:crypto';
import type { Host, Running, Service } from '#kit/service.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { Finisher } from './finisher.ts';
import { routes } from './routes.ts';
import type { VideoStore } from './store.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';

const name = 'video-catalog';

export const videoCatalog = videoCatalogDrawing(() => randomInt(10, 610));

/** @param drawDuration yields the duration of a video that becomes ready, seconds, 10 to 609 */
export function videoCatalogDrawing(drawDuration: () => number): Service {
  return {
    name,
    summary: 'Keeps what is known of videos, counts their views, and finds them.',
    port: 8089,
    variables: Variables,

    async start(host: Host): Promise<Running> {
      const { store: where } = readConfig(host.env, host.common);
      const store = await openStore(where, host);
      const pipeline = { store, drawDuration };
      const { clock, log, stopping: signal } = host;
      const finisher = new Finisher({ pipeline, clock, signal, log });
      return {
        store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'postgres',
        routes: (app) => routes(app, pipeline, clock, () => finisher.uploaded()),
        ready: () => store.ready(),
        async close() {
          await finisher.close();
          await store.close();
        },
      };
    },
  };
}

async function openStore(where: Config['store'], host: Host): Promise<VideoStore> {
  if (where.kind === 'sqlite') {
    return sqliteStore(openDatabase({ file: where.file, onCommit: host.metrics.commits(name) }));
  }
  const { openPostgresStore } = await import('./store.postgres.ts');
  return openPostgresStore(where.url, where.deployment);
}
