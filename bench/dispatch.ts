/**
 * Dispatch: how good the two greedy orders are beside the optimum, how long matching takes, and
 * the two busiest paths over HTTP against bare Fastify routes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openRedis } from '../src/kit/redis.ts';
import { unique } from '../src/kit/testing.ts';
import { seeded } from '../src/kit/seeded.ts';
import {
  match,
  type BatchOrder,
  type IdleDriver,
  type Method,
} from '../src/services/dispatch/matching.ts';
import { cellOf, distanceKm, spots } from '../src/services/dispatch/place.ts';
import { openRedisStore } from '../src/services/dispatch/redis/store.ts';
import { variantA } from '../src/services/dispatch/variant-a.ts';
import { variantB } from '../src/services/dispatch/variant-b.ts';
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

/** A city of so many kilometres a side. */
function city(drivers: number, orders: number, side: number, seed: number) {
  const chance = seeded(seed);
  const place = () => {
    const off = () => ((chance() - 0.5) * side) / 111.2;
    const at = { lat: 12.97 + off(), lng: 77.59 + off() };
    return { ...at, cell: cellOf(at) };
  };
  const idle = Array.from({ length: drivers }, (_, i): IdleDriver => {
    const lastAssignedAt = chance() < 0.3 ? undefined : now - chance() * 600_000;
    const speedKmh = 15 + chance() * 30;
    return { driverId: `d${i}`, ...place(), speedKmh, active: 0, maxOrders: 1, lastAssignedAt };
  });
  const batch = Array.from({ length: orders }, (_, i): BatchOrder => {
    const submittedAt = now - chance() * 60_000;
    return { orderId: `o${i}`, ...place(), weight: chance(), submittedAt, excluded: [] };
  });
  return { idle, batch };
}

function quality(): void {
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
          for (const { orderId, driverId, score } of match(rules, method, batch, idle, now)
            .matches) {
            const driver = spots([idle[Number(driverId.slice(1))]!]);
            sums[m]!.score += score;
            sums[m]!.km += distanceKm(driver, 0, spots([batch[Number(orderId.slice(1))]!]), 0);
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

function matchingTime(): void {
  console.log('\n1,000 drivers × 200 orders in one batch, score tables included');
  const runs = 10 * rounds;
  const rows = [];
  for (const [place, side] of [
    ['18 km', 18],
    ['40 km', 40],
  ] as const) {
    const { idle, batch } = city(1_000, 200, side, 1);
    for (const [rules, method] of [
      [variantA, 'per driver'],
      [variantB, 'by pair'],
      [variantB, 'optimal'],
    ] as const) {
      const times = Array.from({ length: runs }, () => {
        const started = performance.now();
        match(rules, method, batch, idle, now);
        return performance.now() - started;
      }).slice(runs / 5);
      const [fastest, middle] = [Math.min(...times), median(times)];
      rows.push({
        city: place,
        method,
        'median ms': middle.toFixed(1),
        'least ms': fastest.toFixed(1),
      });
    }
  }
  printTable(rows);
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
  const store = await openRedisStore(address, prefix, variantA);
  const redis = await openRedis(address);
  const { idle } = city(1_000, 0, 18, 1);
  const steps: [string, (driver: IdleDriver) => Promise<unknown>][] = [
    ['GEOADD', ({ driverId, lat, lng }) => redis.geoadd(`{${prefix}}:geo`, lng, lat, driverId)],
    [
      'report of dispatch',
      (driver) => store.report({ ...driver, cell: cellOf(driver), maxOrders: null }, now),
    ],
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

quality();
matchingTime();
await overHttp();
const address = process.env['TEST_STORE_ADDR'];
if (address) await besideGeoadd(address);
