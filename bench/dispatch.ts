/**
 * Dispatch: how good the two greedy orders are beside the optimum (`DISPATCH_MATCHING=optimal`), and how
 * long matching takes.
 */
import { seeded } from '../src/kit/testing/seeded.ts';
import { cellOf, distanceKm } from '../src/services/dispatch/matching/lat-lng.ts';
import { match, type Method } from '../src/services/dispatch/matching/matching.ts';
import type { BatchOrder, IdleDriver } from '../src/services/dispatch/matching/ranking.ts';
import { variantA } from '../src/services/dispatch/rules/variant-a.ts';
import { variantB } from '../src/services/dispatch/rules/variant-b.ts';
import { median, printTable, rounds } from './lib/harness.ts';

const methods: Method[] = ['per driver', 'by pair', 'optimal'];
const now = Date.UTC(2026, 0, 1);

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
      attemptsTotal: 0,
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

await quality();
await matchingTime();
