/**
 * Dispatch: how good the two greedy orders are beside the optimum, how long matching takes, how
 * long a batch holds up everybody else, and the two busiest paths over HTTP.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../src/kit/host/log.ts';
import { openRedis } from '../src/kit/stores/redis.ts';
import { unique } from '../src/kit/testing/testing.ts';
import { seeded } from '../src/kit/testing/seeded.ts';
import { tick } from '../src/services/dispatch/batch.ts';
import { cellOf, distanceKm } from '../src/services/dispatch/matching/lat-lng.ts';
import { match, type Method } from '../src/services/dispatch/matching/matching.ts';
import type { BatchOrder, IdleDriver } from '../src/services/dispatch/matching/ranking.ts';
import { variantA } from '../src/services/dispatch/rules/variant-a.ts';
import { variantB } from '../src/services/dispatch/rules/variant-b.ts';
import { openRedisStore } from '../src/services/dispatch/store/redis/store.ts';
import { openSqliteStore } from '../src/services/dispatch/store/sqlite/store.ts';
import type { DispatchStore } from '../src/services/dispatch/store/store.ts';
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
} from './lib/harness.ts';

const methods: Method[] = ['per driver', 'by pair', 'optimal'];
const now = Date.UTC(2026, 0, 1);
const log = createLog('error');

/** A city of so many kilometres a side. */
function city(drivers: number, orders: number, side: number, seed: number) {
  const chance = seeded(seed);
  const somewhere = () => {
    const off = () => ((chance() - 0.5) * side) / 111.2;
    const at = { lat: 12.97 + off(), lng: 77.59 + off() };
    return { ...at, cell: cellOf(at) };
  };
  const idle = Array.from({ length: drivers }, (_, i): IdleDriver => {
    const lastAssignedAt = chance() < 0.3 ? undefined : now - chance() * 600_000;
    const speedKmh = 15 + chance() * 30;
    return { driverId: `d${i}`, ...somewhere(), speedKmh, active: 0, maxOrders: 1, lastAssignedAt };
  });
  const batch = Array.from({ length: orders }, (_, i): BatchOrder => {
    const submittedAt = now - chance() * 60_000;
    return {
      orderId: `o${i}`,
      ...somewhere(),
      priorityWeight: chance(),
      submittedAt,
      rejectedBy: [],
    };
  });
  return { idle, batch };
}

async function quality(): Promise<void> {
  const cities = 4 * rounds;
  console.log(`share of the largest total score, and mean way to the pickup; ${cities} cities`);
  const rows = [];
  for (const [drivers, orders] of [
    [10, 3],
    [30, 30],
    [100, 100],
  ] as const) {
    for (const rules of [variantA, variantB]) {
      const sums = methods.map(() => ({ score: 0, km: 0, pairs: 0 }));
      for (let seed = 1; seed <= cities; seed++) {
        const { idle, batch } = city(drivers, orders, 8, seed);
        for (const [m, method] of methods.entries()) {
          const { matches } = await match(rules, method, batch, idle, now);
          for (const { orderId, driverId, score } of matches) {
            const driver = idle[Number(driverId.slice(1))]!;
            sums[m]!.score += score;
            sums[m]!.km += distanceKm(driver, batch[Number(orderId.slice(1))]!);
            sums[m]!.pairs++;
          }
        }
      }
      const best = sums.at(-1)!.score;
      for (const [m, { score, km, pairs }] of sums.entries()) {
        rows.push({
          'drivers × orders': `${drivers} × ${orders}`,
          scores: rules.name,
          method: `${methods[m]}${methods[m] === rules.matching ? ' (as specified)' : ''}`,
          'of the optimum': `${((100 * score) / best).toFixed(1)} %`,
          'mean km': (km / pairs).toFixed(2),
        });
      }
    }
  }
  printTable(rows);
}

async function matchingTime(): Promise<void> {
  console.log('\n1,000 drivers × 200 orders in one batch, score tables included');
  const rows = [];
  for (const side of [18, 40]) {
    const { idle, batch } = city(1_000, 200, side, 1);
    for (const [rules, method] of batches) {
      const times = [];
      for (let run = 0; run < 10 * rounds; run++) {
        const started = performance.now();
        await match(rules, method, batch, idle, now);
        times.push(performance.now() - started);
      }
      const warm = times.slice(2 * rounds);
      rows.push({
        city: `${side} km`,
        method,
        'median ms': median(warm).toFixed(1),
        'least ms': Math.min(...warm).toFixed(1),
      });
    }
  }
  printTable(rows);
}

const batches = [
  [variantA, 'per driver'],
  [variantB, 'by pair'],
  [variantB, 'optimal'],
] as const;

/** A whole tick on a store, and the longest that nobody else had a turn meanwhile. */
async function stalls(): Promise<void> {
  console.log('\na batch of 200 orders with 1,000 drivers in 18 km, from claim to offers');
  const redis = process.env['TEST_STORE_ADDR'];
  const rows = [];
  for (const [rules, method] of batches) {
    const open: [string, (folder: string) => DispatchStore | Promise<DispatchStore>][] = [
      ['embedded', (folder) => openSqliteStore({ file: join(folder, 'dispatch.db') }, rules)],
    ];
    if (redis) open.push(['Redis', () => openRedisStore(redis, unique('stall'), rules, log)]);
    for (const [name, openStore] of open) {
      const ticks: { ms: number; stallMs: number }[] = [];
      for (let run = 0; run < 5 * rounds; run++) {
        await withFolder(async (folder) => {
          const store = await openStore(folder);
          await fill(store);
          const hubs = async () => undefined;
          const optimal = method === 'optimal';
          const times = { acceptTimeoutMs: 30_000, orderMs: 24 * 3_600_000 };
          const settings = { ...times, optimal, hubs, keepBatches: 1_000 };
          ticks.push(await timed(() => tick({ rules, store, ...settings }, () => now)));
          await store.close();
        });
      }
      const warm = ticks.slice(rounds);
      rows.push({
        store: name,
        method,
        'median ms': median(warm.map(({ ms }) => ms)).toFixed(0),
        'longest stall, median ms': median(warm.map(({ stallMs }) => stallMs)).toFixed(1),
        'least ms': Math.min(...warm.map(({ stallMs }) => stallMs)).toFixed(1),
      });
    }
  }
  printTable(rows);
}

/** A thousand drivers, and two hundred orders that are due. */
async function fill(store: DispatchStore): Promise<void> {
  const { idle, batch } = city(1_000, 200, 18, 1);
  const reports = idle.map((driver) => store.drivers.report(driver, now));
  const endsAt = now + 24 * 3_600_000;
  const goal = { dropoffLat: null, dropoffLng: null, note: null };
  const variant = { dispatchId: null, hubId: null, priority: 5, batchId: 'bat', endsAt, ...goal };
  const orders = batch.map(({ orderId, lat, lng, cell, priorityWeight, submittedAt }) => {
    const order = { orderId, lat, lng, cell, priorityWeight, submittedAt };
    return store.orders.submit({ ...order, ...variant }, now);
  });
  await Promise.all([...reports, ...orders]);
}

async function timed(work: () => Promise<void>): Promise<{ ms: number; stallMs: number }> {
  const started = performance.now();
  let [last, stallMs, isOver] = [started, 0, false];
  const look = () => {
    const time = performance.now();
    stallMs = Math.max(stallMs, time - last);
    last = time;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return { ms: performance.now() - started, stallMs };
}

async function overHttp(): Promise<void> {
  await withFolder(async (folder) => {
    const servers: Server[] = [];
    try {
      servers.push(await startBare());
      servers.push(await ours('embedded, full fsync', { DATA_DIR: folder }));
      const address = process.env['TEST_STORE_ADDR'];
      if (address) {
        const DISPATCH_PREFIX = unique('bench');
        servers.push(await ours('Redis, AOF everysec', { STORE_ADDR: address, DISPATCH_PREFIX }));
      } else console.log('redis-server is not installed: the Redis rows are left out');
      for (const path of ['location', 'order']) {
        console.log(`\nPOST /dispatch/${path === 'order' ? path : 'driver/location'}`);
        const load = { connections: 64, seconds, script: 'dispatch.lua', args: [path] };
        await interleave(servers, load, rounds);
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
}

const ours = (name: string, store: Record<string, string>) =>
  startService('dispatch-a', name, store);

/** A report on Redis beside a bare GEOADD through the same client, both from this process. */
async function besideGeoadd(address: string): Promise<void> {
  const prefix = unique('bench');
  const store = await openRedisStore(address, prefix, variantA, log);
  const redis = await openRedis(address);
  const { idle } = city(1_000, 0, 18, 1);
  const steps: [string, (driver: IdleDriver) => Promise<unknown>][] = [
    ['GEOADD', ({ driverId, lat, lng }) => redis.geoadd(`{${prefix}}:geo`, lng, lat, driverId)],
    ['report of dispatch', (driver) => store.drivers.report({ ...driver, maxOrders: null }, now)],
  ];
  const rates = steps.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [s, [, step]] of steps.entries()) {
      let done = 0;
      const until = performance.now() + 1_000;
      await Promise.all(
        Array.from({ length: 64 }, async () => {
          while (performance.now() < until) await step(idle[done++ % idle.length]!);
        }),
      );
      if (round > 0) rates[s]!.push(done);
    }
    await sleep(0);
  }
  console.log('\nlocation updates on Redis without HTTP, 64 in flight');
  printTable(
    steps.map(([step], s) => ({
      step,
      'updates/s': median(rates[s]!),
      ratio: median(rates[s]!.map((rate, round) => rate / rates[0]![round]!)).toFixed(2),
    })),
  );
  await store.close();
  redis.disconnect();
}

await quality();
await matchingTime();
await stalls();
await overHttp();
const address = process.env['TEST_STORE_ADDR'];
if (address) await besideGeoadd(address);
