/** Matching beside a naive, direct reading of the specification. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { TimeSlice } from '#kit/time-slice.ts';
import { here, north, T0 } from '../test/fixtures.ts';
import { match, type Match, type Method } from './matching.ts';
import type { BatchOrder, IdleDriver } from './ranking.ts';
import { cellOf, distanceKm } from './lat-lng.ts';
import type { RuleSet } from '../rules/rules.ts';
import { scorePair } from './score.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';

// A coarse grid of 24 km, so that points, and with them scores, are often equal.
const point = fc
  .tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 }))
  .map(([i, j]) => ({ lat: here.lat + i * 0.027, lng: here.lng + j * 0.027 }))
  .map((at) => ({ ...at, cell: cellOf(at) }));
const past = fc.integer({ min: 0, max: 6 }).map((minutes) => T0 - minutes * 60_000);
const drivers = fc
  .array(
    fc.record({
      point,
      speedKmh: fc.constantFrom(10, 30, 60),
      maxOrders: fc.integer({ min: 1, max: 3 }),
      lastAssignedAt: fc.option(past, { nil: undefined }),
    }),
    { maxLength: 8 },
  )
  .map((list): IdleDriver[] =>
    list.map(({ point: at, ...rest }, i) => ({ ...at, ...rest, driverId: `d${i}`, active: 0 })),
  );
const orders = fc
  .array(
    fc.record({
      point,
      priorityWeight: fc.constantFrom(0, 0.2, 0.6, 1),
      submittedAt: past,
      rejectedBy: fc.subarray(['d0', 'd1', 'd2']),
    }),
    { maxLength: 8 },
  )
  .map((list): BatchOrder[] =>
    list.map(({ point: at, ...rest }, i) => ({ ...at, ...rest, orderId: `o${i}` })),
  );

const km = (order: BatchOrder, driver: IdleDriver) => distanceKm(driver, order);

/** The pairs of a batch. */
const matchesOf = async (...args: Parameters<typeof match>) => (await match(...args)).matches;

function eligible(order: BatchOrder, driver: IdleDriver): boolean {
  return km(order, driver) <= 10 && !order.rejectedBy.includes(driver.driverId);
}

const scoreOf = (rules: RuleSet, order: BatchOrder, driver: IdleDriver) =>
  scorePair(rules, driver, order, km(order, driver), T0).score;

/** "For each driver in turn, score every order not yet assigned and take the best." */
function naiveA(batch: BatchOrder[], idle: IdleDriver[]): Match[] {
  const free = new Set(batch.toSorted(firstComes));
  const last = ({ lastAssignedAt }: IdleDriver) => lastAssignedAt ?? 0;
  const turns = idle.toSorted((a, b) => last(a) - last(b) || compare(a.driverId, b.driverId));
  return turns.flatMap((driver) => {
    const scored = [...free]
      .filter((order) => eligible(order, driver))
      .map((order) => ({ order, score: scoreOf(variantA, order, driver) }));
    const [best] = scored.toSorted((a, b) => b.score - a.score);
    if (!best) return [];
    free.delete(best.order);
    return [{ orderId: best.order.orderId, driverId: driver.driverId, score: best.score }];
  });
}

/** "Score every pair, sort by score descending, take each pair whose driver and order are free." */
function naiveB(batch: BatchOrder[], idle: IdleDriver[]): Match[] {
  const pairs = batch
    .toSorted(firstComes)
    .flatMap((order) =>
      idle
        .filter((driver) => eligible(order, driver))
        .map(({ driverId }, i, near) => ({
          orderId: order.orderId,
          driverId,
          score: scoreOf(
            variantB,
            order,
            idle.find((one) => one.driverId === near[i]!.driverId)!,
          ),
        })),
    )
    .toSorted((a, b) => b.score - a.score);
  const taken = new Set<string>();
  return pairs.filter(({ orderId, driverId }) => {
    if (taken.has(orderId) || taken.has(driverId)) return false;
    taken.add(orderId).add(driverId);
    return true;
  });
}

/** The largest total of any assignment, by trying all. */
function bruteForce(batch: BatchOrder[], idle: IdleDriver[]): number {
  const [order, ...rest] = batch;
  if (!order) return 0;
  const without = bruteForce(rest, idle);
  const withDriver = idle
    .filter((driver) => eligible(order, driver))
    .map(
      (driver) =>
        scoreOf(variantB, order, driver) +
        bruteForce(
          rest,
          idle.filter((other) => other !== driver),
        ),
    );
  return Math.max(without, ...withDriver);
}

const firstComes = (a: BatchOrder, b: BatchOrder) =>
  a.submittedAt - b.submittedAt || compare(a.orderId, b.orderId);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byOrder = (matches: readonly Match[]) =>
  matches.toSorted((a, b) => compare(a.orderId, b.orderId));
const total = (matches: readonly Match[]) => matches.reduce((sum, { score }) => sum + score, 0);

const driver = (driverId: string, more: Partial<IdleDriver> = {}): IdleDriver => ({
  driverId,
  ...here,
  cell: cellOf(here),
  speedKmh: 30,
  active: 0,
  maxOrders: 1,
  lastAssignedAt: undefined,
  ...more,
});
const order = (orderId: string, more: Partial<BatchOrder> = {}): BatchOrder => {
  const at = { lat: more.lat ?? here.lat, lng: more.lng ?? here.lng };
  const cell = cellOf(at);
  return { orderId, ...at, cell, priorityWeight: 0.5, submittedAt: T0, rejectedBy: [], ...more };
};
const methods: [RuleSet, Method][] = [
  [variantA, 'per driver'],
  [variantB, 'by pair'],
  [variantB, 'optimal'],
];

describe('matching', () => {
  it('A takes for each driver in turn the best order not yet assigned', async () => {
    await fc.assert(
      fc.asyncProperty(orders, drivers, async (batch, idle) => {
        const matches = await matchesOf(variantA, 'per driver', batch, idle, T0);
        assert.deepEqual(byOrder(matches), byOrder(naiveA(batch, idle)));
      }),
      { numRuns: 500 },
    );
  });

  it('B takes all pairs by descending score, as long as both are free', async () => {
    await fc.assert(
      fc.asyncProperty(orders, drivers, async (batch, idle) => {
        const matches = await matchesOf(variantB, 'by pair', batch, idle, T0);
        assert.deepEqual(byOrder(matches), byOrder(naiveB(batch, idle)));
      }),
      { numRuns: 500 },
    );
  });

  it('optimal has the largest total of all assignments', async () => {
    const few = <T>(list: T[]) => list.slice(0, 5);
    await fc.assert(
      fc.asyncProperty(orders.map(few), drivers.map(few), async (batch, idle) => {
        const matches = await matchesOf(variantB, 'optimal', batch, idle, T0);
        assert.ok(Math.abs(total(matches) - bruteForce(batch, idle)) < 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  it('optimal is never below either greedy order', async () => {
    await fc.assert(
      fc.asyncProperty(
        orders,
        drivers,
        fc.constantFrom(variantA, variantB),
        async (batch, idle, rules) => {
          const best = total(await matchesOf(rules, 'optimal', batch, idle, T0));
          for (const method of ['per driver', 'by pair'] as const) {
            assert.ok(best >= total(await matchesOf(rules, method, batch, idle, T0)) - 1e-9);
          }
        },
      ),
    );
  });

  it('the order of the input does not matter', async () => {
    await fc.assert(
      fc.asyncProperty(
        orders,
        drivers,
        fc.constantFrom(...methods),
        async (batch, idle, [rules, method]) => {
          const straight = await matchesOf(rules, method, batch, idle, T0);
          const reversed = await matchesOf(
            rules,
            method,
            batch.toReversed(),
            idle.toReversed(),
            T0,
          );
          assert.deepEqual(byOrder(reversed), byOrder(straight));
        },
      ),
    );
  });

  for (const [rules, method] of methods) {
    it(`${method}: a pair up to 10 km apart is matched, a farther one is not`, async () => {
      const matched = async (distance: number) => {
        const far = order('o', north(distance));
        return (await matchesOf(rules, method, [far], [driver('d')], T0)).length;
      };
      assert.deepEqual(
        await Promise.all([0, 9.99, 10.01, 40, 5_000].map(matched)),
        [1, 1, 0, 0, 0],
      );
    });

    it(`${method}: an order does not go to a driver who rejected it`, async () => {
      const rejected = order('o', { rejectedBy: ['d1'] });
      const only = await matchesOf(rules, method, [rejected], [driver('d1')], T0);
      assert.deepEqual(only, []);
      const [other] = await matchesOf(rules, method, [rejected], [driver('d1'), driver('d2')], T0);
      assert.equal(other?.driverId, 'd2');
    });

    it(`${method}: without orders or drivers there is nothing to match`, async () => {
      assert.deepEqual(await matchesOf(rules, method, [], [driver('d')], T0), []);
      const { matches, tables } = await match(rules, method, [order('o')], [], T0);
      assert.deepEqual([matches, tables.get('o')], [[], { total: 0, best: [] }]);
    });
  }

  it('matches across the antimeridian and at a pole', async () => {
    for (const [a, b] of [
      [
        { lat: 0, lng: 179.99 },
        { lat: 0, lng: -179.99 },
      ],
      [
        { lat: 89.99, lng: 10 },
        { lat: 89.99, lng: -170 },
      ],
    ] as const) {
      const near = driver('d', { ...b, cell: cellOf(b) });
      assert.equal(
        (await matchesOf(variantA, 'per driver', [order('o', a)], [near], T0)).length,
        1,
      );
    }
  });

  it('A: the driver assigned least recently chooses first; equal ones by id', async () => {
    const two = [order('good', { priorityWeight: 1 }), order('poor', { priorityWeight: 0 })];
    const choice = async (idle: IdleDriver[]) => {
      const matches = await matchesOf(variantA, 'per driver', two, idle, T0);
      return matches.find(({ orderId }) => orderId === 'good')?.driverId;
    };
    assert.equal(await choice([driver('d1', { lastAssignedAt: T0 }), driver('d2')]), 'd2');
    const [early, late] = [{ lastAssignedAt: T0 - 2 }, { lastAssignedAt: T0 - 1 }];
    assert.equal(await choice([driver('d1', late), driver('d2', early)]), 'd2');
    assert.equal(await choice([driver('d2'), driver('d1')]), 'd1');
  });

  it('B: a starved driver is preferred to a nearer one', async () => {
    const near = driver('near', { lastAssignedAt: T0 });
    const at = north(6);
    const starved = driver('starved', { ...at, cell: cellOf(at) });
    const [only] = await matchesOf(variantB, 'by pair', [order('o')], [near, starved], T0);
    assert.equal(only?.driverId, 'starved');
  });

  it('the score table holds the best 20 candidates with their terms, and how many there were', async () => {
    const idle = Array.from({ length: 30 }, (_, i) => {
      const at = north(i / 10);
      return driver(`d${String(i).padStart(2, '0')}`, { ...at, cell: cellOf(at) });
    });
    const { tables, matches } = await match(variantA, 'per driver', [order('o')], idle, T0);
    const { total: candidates, best } = tables.get('o')!;
    assert.equal(candidates, 30);
    assert.deepEqual(
      best.map(({ driverId }) => driverId),
      idle.slice(0, 20).map(({ driverId }) => driverId),
    );
    const { score, ...terms } = best[0]!;
    assert.equal(score, matches[0]?.score);
    assert.deepEqual(terms, {
      driverId: 'd00',
      km: 0,
      distance: 1,
      eta: 1,
      load: 1,
      priority: 0.5,
      wait: 0,
      starvation: 0,
    });
  });

  it('a large batch gives others a turn of the event loop, also while drivers are chosen', async (t) => {
    const idle = Array.from({ length: 30 }, (_, i) => driver(`d${i}`));
    const batch = Array.from({ length: 20 }, (_, i) => order(`o${i}`));
    const turns = t.mock.method(TimeSlice.prototype, 'next', async () => {});
    const turnsOf = async (rules: RuleSet, method: Method) => {
      turns.mock.resetCalls();
      await match(rules, method, batch, idle, T0);
      return turns.mock.callCount();
    };
    // Every slice is over at once, so the turns are the places where matching can pause.
    let ms = performance.now();
    t.mock.method(performance, 'now', () => (ms += 1_000));
    // Once an order when scoring, when building its row, and when choosing.
    assert.ok((await turnsOf(variantA, 'per driver')) >= 60);
    assert.ok((await turnsOf(variantB, 'by pair')) >= 40);
  });
});
