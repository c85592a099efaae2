import { randomInt } from 'node:crypto';
import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { registerCounters } from './counters.ts';
import { examples } from './examples.ts';
import { routes } from './routes.ts';
import { openDatabase, sqliteStore } from './store/sqlite/sqlite-video-catalog-store.ts';
import type { VideoStore } from './store/video-catalog-store.ts';

const name = 'video-catalog';

/** Pause between two runs of the loop that forgets keys. */
const forgetPauseMs = 60_000;

export const videoCatalog = createVideoCatalog({ drawDuration: () => randomInt(10, 610) });

interface VideoCatalogOptions {
  /** Yields the duration of an uploaded video, seconds, 10 to 609. */
  readonly drawDuration: () => number;
}

export function createVideoCatalog({ drawDuration }: VideoCatalogOptions): Service {
  return {
    name,
    summary: 'Keeps what is known of videos, counts their views, and finds them.',
    port: 8089,
    variables: Variables,
    examples,

    async start(host: Host): Promise<Running> {
      const config = readConfig(host.env, host.common);
      const counts = registerCounters(host.metrics, name);
      const store = counted(host.own(await openStore(config.store, host)), counts);
      host.loop('forget', forgetPauseMs, async () => {
        while (!host.stopping.aborted && (await store.forget(host.clock())));
      });
      return { routes: (app) => routes(app, { store, drawDuration }, host.clock) };
    },
  };
}

async function openStore(where: Config['store'], host: Host): Promise<VideoStore> {
  if (where.kind === 'sqlite') {
    return sqliteStore(openDatabase({ file: where.file, onCommit: host.metrics.commits(name) }));
  }
  // Loaded only where it is used: what does not run takes no memory.
  const { openPostgresStore } = await import('./store/postgres/postgres-video-catalog-store.ts');
  return openPostgresStore(where.url, where.deployment);
}
