import { loop } from '#kit/loop.ts';
import type { Host, Running, Service } from '#kit/service.ts';
import { memoryCache } from './cache.memory.ts';
import { openCityDatabase } from './city.ts';
import { readConfig, Variables, type Config } from './config.ts';
import type { Point } from './geometry.ts';
import { catchUp, type Hubs } from './hubs.ts';
import { routes } from './routes.ts';
import { openDatabase, sqliteStore } from './store.sqlite.ts';

const name = 'geo';

/** How often pending invalidations are looked for, milliseconds. */
const catchUpInterval = 1_000;

/** Where a hub is; undefined for an unknown one. */
export type FindHub = (hubId: string) => Promise<Point | undefined>;

export interface GeoOptions {
  /** Called at start, for another service of the process that needs the hubs' places. */
  readonly onHubs?: (find: FindHub) => void;
}

export function createGeo({ onHubs }: GeoOptions = {}): Service {
  return {
    name,
    summary: 'Says whether a place is served, from which hub and how fast.',
    port: 8102,
    variables: Variables,

    async start(host: Host): Promise<Running> {
      const { clock, log, stopping } = host;
      const {
        store: where,
        weights,
        cityDatabase,
        defaultHubId,
      } = readConfig(host.env, host.common);
      const locate = cityDatabase === undefined ? undefined : openCityDatabase(cityDatabase);
      const { store, cache } = await openStores(where, host);
      const geo = { store, cache, weights, locate, defaultHubId, log };
      const catchingUp = loop(
        { name: 'catching up on invalidations', every: catchUpInterval, signal: stopping, log },
        () => catchUp(geo, clock()),
      );
      onHubs?.(async (hubId) => {
        const hub = await store.find(hubId);
        return hub && { lat: hub.lat, lng: hub.lng };
      });
      return {
        store: where.kind === 'sqlite' ? `sqlite ${where.file}` : 'redis, postgres',
        routes: (app) => routes(app, geo, clock, host.admin),
        // Without the cache lookups are slower; without the hubs most of them fail.
        ready: () => store.ready(),
        async close() {
          await catchingUp;
          await Promise.all([store.close(), cache.close()]);
        },
      };
    },
  };
}

export const geo = createGeo();

async function openStores(where: Config['store'], host: Host): Promise<Hubs> {
  if (where.kind === 'sqlite') {
    const db = openDatabase({ file: where.file, onCommit: host.metrics.commits(name) });
    return { store: sqliteStore(db), cache: memoryCache(where.cells) };
  }
  const { openRedisCache } = await import('./cache.redis.ts');
  const { openPostgresStore } = await import('./store.postgres.ts');
  const cache = await openRedisCache(where.redis, where.prefix);
  try {
    return { store: await openPostgresStore(where.postgres, where.prefix), cache };
  } catch (error) {
    await cache.close();
    throw error;
  }
}
