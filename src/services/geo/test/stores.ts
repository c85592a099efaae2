/** Both pairs of stores, for tests below HTTP. */
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { pino } from 'pino';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { memoryCache } from '../store/memory/cache.ts';
import { openRedisCache } from '../store/redis/cache.ts';
import type { LatLng } from '../cells/geometry.ts';
import type { Hubs } from '../hubs.ts';
import { locateHub, type Geo } from '../serviceability.ts';
import { openPostgresStore } from '../store/postgres/postgres-geo-store.ts';
import { openDatabase, sqliteStore } from '../store/sqlite/sqlite-geo-store.ts';
import { T0 } from './fixtures.ts';

export type Open = (t: TestContext) => Promise<Hubs>;

/** Runs a suite on SQLite with memory and on PostgreSQL with Redis. */
export function onBothStores(what: string, suite: (open: Open) => void): void {
  void describe(`${what} on SQLite and memory`, () =>
    suite(async (t) => {
      const db = openDatabase({ file: join(temporaryFolder(), 'geo.db') });
      t.after(() => db.close());
      return { store: sqliteStore(db), cache: memoryCache(10_000) };
    }));
  const skip = missing('postgres') || missing('redis');
  void describe(`${what} on PostgreSQL and Redis`, { skip }, () =>
    suite(async (t) => {
      const name = unique('geo');
      const store = await openPostgresStore(servers.postgres, name);
      t.after(() => store.close());
      const cache = await openRedisCache(servers.redis, name);
      t.after(() => cache.close());
      return { store, cache };
    }),
  );
}

/** A service without city database and default hub. */
export const geoOf = ({ store, cache }: Pick<Geo, 'store' | 'cache'>): Geo => ({
  store,
  cache,
  weights: { distance: 0.4, stock: 0.4, rider: 0.2 },
  locate: undefined,
  defaultHubId: undefined,
  log: pino({ level: 'silent' }),
});

/** The hub that serves the point, and its distance. */
export async function best(hubs: Hubs, point: LatLng) {
  const { candidates } = await locateHub(geoOf(hubs), { point, address: '', now: T0 });
  const [first] = candidates;
  return first && { id: first.hub.id, name: first.hub.name, km: first.distanceKm };
}
