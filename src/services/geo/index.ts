import type { Host, Running, Service } from '#kit/host/service.ts';
import { counted } from '#kit/observe/counters.ts';
import { memoryCache } from './store/memory/cache.ts';
import { registerCounters } from './counters.ts';
import { openCityDatabase } from './city.ts';
import { readConfig, Variables, type Config } from './config.ts';
import { examples } from './examples.ts';
import type { LatLng } from './cells/geometry.ts';
import { repeatInvalidations, type Hubs } from './hubs.ts';
import { routes } from './routes.ts';
import { openDatabase, sqliteStore } from './store/sqlite/sqlite-geo-store.ts';

const name = 'geo';

/** How often pending invalidations are processed, milliseconds. */
const repeatEveryMs = 1_000;

/** Where a hub is; undefined for an unknown one. */
export type FindHub = (hubId: string) => Promise<LatLng | undefined>;

interface GeoOptions {
  /** Called at start, with a function for another service of the process that needs to know where hubs are. */
  readonly onHubs?: (find: FindHub) => void;
}

export function createGeo({ onHubs }: GeoOptions = {}): Service {
  return {
    name,
    summary: 'Says whether a place is served, from which hub and how fast.',
    port: 8102,
    variables: Variables,
    examples,

    async start(host: Host): Promise<Running> {
      const { clock, log } = host;
      const config = readConfig(host.env, host.common);
      const { weights, cityDatabase, defaultHubId } = config;
      const locate = cityDatabase === undefined ? undefined : openCityDatabase(cityDatabase);
      const counts = registerCounters(host.metrics, name);
      const { store: opened, cache } = await openStores(config.store, host);
      const store = counted(opened, counts.store);
      const geo = { store, cache, weights, locate, defaultHubId, log };
      host.loop('repeating invalidations', repeatEveryMs, () => repeatInvalidations(geo, clock()));
      onHubs?.(async (hubId) => {
        const hub = await store.find(hubId);
        return hub && { lat: hub.lat, lng: hub.lng };
      });
      return { routes: (app) => routes(app, geo, { clock, counted: counts.answered }) };
    },
  };
}

export const geo = createGeo();

async function openStores(config: Config['store'], host: Host): Promise<Hubs> {
  if (config.kind === 'sqlite') {
    const db = openDatabase({ file: config.file, onCommit: host.metrics.commits(name) });
    return { store: host.own(sqliteStore(db)), cache: memoryCache(config.maxCells) };
  }
  const { openRedisCache } = await import('./store/redis/cache.ts');
  const { openPostgresStore } = await import('./store/postgres/postgres-geo-store.ts');
  const cache = host.own(await openRedisCache(config.redis, config.prefix));
  const store = host.own(await openPostgresStore(config.postgres, config.prefix));
  return { store, cache };
}
