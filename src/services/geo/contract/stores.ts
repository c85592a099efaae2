/** Both pairs of stores, for tests below HTTP. */
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { pino } from 'pino';
import { missing, servers, temporaryFolder, unique } from '#kit/testing.ts';
import { memoryCache } from '../cache.memory.ts';
import { openRedisCache } from '../cache.redis.ts';
import type { Point } from '../geometry.ts';
import type { Hubs } from '../hubs.ts';
import { locateHub, type Geo } from '../serviceability.ts';
import { openPostgresStore } from '../store.postgres.ts';
import { openDatabase, sqliteStore } from '../store.sqlite.ts';
import { T0 } from './fixtures.ts';

export type Open = (t: TestContext) => Promise<Hubs>;

/** Runs a suite on SQLite with memory and on PostgreSQL with Redis. */
export function onBothStores(what: string, suite: (open: Open) => void): void {
  describe(`${what} on SQLite and memory`, () =>
    suite(async (t) => {
      const db = openDatabase({ file: join(temporaryFolder(), 'geo.db') });
      return closing(t, { store: sqliteStore(db), cache: memoryCache(10_000) });
    }));
  const skip = missing('postgres') || missing('redis');
  describe(`${what} on PostgreSQL and Redis`, { skip }, () =>
    suite(async (t) => {
      const name = unique('geo');
      const store = await openPostgresStore(servers.postgres, name);
      return closing(t, { store, cache: await openRedisCache(servers.redis, name) });
    }),
  );
}

function closing(t: TestContext, hubs: Hubs): Hubs {
  t.after(() => Promise.all([hubs.store.close(), hubs.cache.close()]));
  return hubs;
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
export async function best(hubs: Hubs, point: Point) {
  const { candidates } = await locateHub(geoOf(hubs), { point, address: '', now: T0 });
  const [first] = candidates;
  return first && { id: first.hub.id, name: first.hub.name, km: first.distanceKm };
}
