/**
 * Lookups among 10,000 hubs: cached over HTTP, against a bare Fastify route; uncached in the store
 * alone, with Redis GEOSEARCH for the nearest hub beside them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { cellOf, cellReachKm, centreOf, hexagonsOf } from '../src/services/geo/cells/cells.ts';
import type { LatLng } from '../src/services/geo/cells/geometry.ts';
import type { HubStore, NewHub } from '../src/services/geo/store/geo-store.ts';
import { openPostgresStore } from '../src/services/geo/store/postgres/postgres-geo-store.ts';
import { openDatabase, sqliteStore } from '../src/services/geo/store/sqlite/sqlite-geo-store.ts';
import {
  interleave,
  median,
  printTable,
  startBare,
  startService,
  withFolder,
  type Server,
  rounds,
  seconds,
  isQuick,
} from './lib/harness.ts';

const redisAddress = process.env['TEST_STORE_ADDR'] ?? '';
const databaseUrl = process.env['TEST_DATABASE_URL'] ?? '';
const hasServers = redisAddress !== '' && databaseUrl !== '';
const deployment = `bench${process.pid}`;

/** Hubs 3 km apart on a grid of 300 km, each with a radius of 3 km: a point has about three. */
const hubs = Array.from({ length: isQuick ? 1_000 : 10_000 }, (_, i): NewHub => {
  const lat = -8 + Math.floor(i / 100) * 0.027;
  const lng = 106 + (i % 100) * 0.027;
  const shares = { stock: 1 - (i % 7) / 10, riders: 1 - (i % 3) / 10 };
  return { id: `hub-${i}`, name: `Hub ${i}`, lat, lng, radiusKm: 3, ...shares, count: 270 };
});

/** Points among the hubs, the same in every run. */
const points = Array.from({ length: isQuick ? 200 : 2_000 }, (_, i): LatLng => ({
  lat: -8 + ((i * 7919) % 26_700) / 10_000,
  lng: 106 + ((i * 104_729) % 26_700) / 10_000,
}));

await withFolder(async (folder) => {
  if (!hasServers)
    console.log('redis-server or postgres is not installed: their rows are left out');
  await inTheStore(folder);
  await overHttp(folder);
  await hexagons();
});

/** One question after another, as a lookup puts it: the hubs that may hold a point of the cell. */
async function inTheStore(folder: string): Promise<void> {
  const stores = [
    { name: 'SQLite R*Tree', store: sqliteStore(openDatabase({ file: join(folder, 'geo.db') })) },
  ];
  if (hasServers) {
    const store = await openPostgresStore(databaseUrl, deployment);
    stores.push({ name: 'PostgreSQL, GiST on boxes', store });
  }
  const candidates = stores.map(({ name, store }) => ({
    name,
    ask: async (point: LatLng) =>
      void (await store.hubsReaching(centreOf(cellOf(point)), cellReachKm)),
  }));
  for (const { store } of stores) await fill(store);
  const redis = hasServers ? new Redis(redisAddress) : undefined;
  if (redis)
    candidates.push({ name: 'peer: Redis GEOSEARCH, nearest hub', ask: await peer(redis) });
  printTable(await timed(candidates));
  await redis?.del(`${deployment}:peer`);
  redis?.disconnect();
  for (const { store } of stores) await store.close();
}

async function fill(store: HubStore): Promise<void> {
  for (let i = 0; i < hubs.length; i += 500) {
    await Promise.all(hubs.slice(i, i + 500).map((hub) => store.save(hub, 0)));
  }
  // What is pending would be dropped by the services that start next.
  await store.removeInvalidations((await store.pendingInvalidations(0)).map(({ id }) => id));
}

async function peer(redis: Redis) {
  const key = `${deployment}:peer`;
  for (const { id, lat, lng } of hubs) await redis.geoadd(key, lng, lat, id);
  return async ({ lat, lng }: LatLng) =>
    void (await redis.geosearch(
      key,
      'FROMLONLAT',
      lng,
      lat,
      'BYRADIUS',
      3,
      'km',
      'ASC',
      'COUNT',
      1,
    ));
}

async function timed(candidates: { name: string; ask: (point: LatLng) => Promise<void> }[]) {
  const times = candidates.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { ask }] of candidates.entries()) {
      for (const point of points) {
        const started = performance.now();
        await ask(point);
        if (round > 0) times[i]!.push((performance.now() - started) * 1000); // the first warms up
      }
    }
  }
  console.log(`${hubs.length} hubs, one lookup at a time, ${rounds} rounds of ${points.length}`);
  return candidates.map(({ name }, i) => {
    const sorted = times[i]!.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)]!;
    return { store: name, 'p50 µs': median(sorted).toFixed(0), 'p99 µs': p99.toFixed(0) };
  });
}

async function overHttp(folder: string): Promise<void> {
  const servers: Server[] = [];
  try {
    servers.push(await startBare());
    const none = { STORE_ADDR: '', DATABASE_URL: '' };
    servers.push(await startService('geo', 'embedded, cached', { ...none, DATA_DIR: folder }));
    if (hasServers) {
      const shared = {
        STORE_ADDR: redisAddress,
        DATABASE_URL: databaseUrl,
        GEO_PREFIX: deployment,
      };
      servers.push(await startService('geo', 'Redis and PostgreSQL, cached', shared));
    }
    const file = join(folder, 'queries');
    const queries = points.map(({ lat, lng }) => `lat=${lat}&lng=${lng}`);
    writeFileSync(file, queries.join('\n'));
    for (const { url } of servers) {
      for (const query of queries) await (await fetch(`${url}/serviceability?${query}`)).text();
    }
    const load = { connections: 64, seconds, script: 'geo.lua', args: [file] };
    await interleave(servers, load, rounds);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The largest hub: how long its hexagons take, and for how long they keep the event loop. */
async function hexagons(): Promise<void> {
  let last = performance.now();
  let longest = 0;
  let isDone = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  const started = performance.now();
  const found = await hexagonsOf({ ...hubs[0]!, radiusKm: 50 });
  isDone = true;
  const ms = (performance.now() - started).toFixed(0);
  const count = found.length;
  printTable([{ 'hexagons of 50 km': count, ms, 'longest stall, ms': longest.toFixed(1) }]);
}
