/** Matching beside a naive, direct reading of the specification. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { here, north, T0 } from '../test/fixtures.ts';
import { match, type Match, type Method } from './matching.ts';
import type { BatchOrder, IdleDriver } from './ranking.ts';
import { cellOf, distanceKm } from './lat-lng.ts';
import type { RuleSet } from '../rules/rules.ts';
import { scorePair } from './score.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';

/**
 * Each batch draws a small configuration of its own, which a failure prints (swarm testing: Groce et
 * al., 2012). Places are on a coarse grid, so that they, and with them scores, are often equal.
 */
const configurations = fc.record({
  most: fc.constantFrom(1, 2, 3, 8),
  /** In steps of 3 km. */
  reach: fc.constantFrom(0, 1, 4),
  priorities: fc.subarray([0, 0.2, 0.6, 1], { minLength: 1 }),
  minutes: fc.constantFrom(0, 1, 6),
  speeds: fc.subarray([10, 30, 60], { minLength: 1 }),
  refusers: fc.subarray(['d0', 'd1', 'd2']),
});
type Configuration = typeof configurations extends fc.Arbitrary<infer T> ? T : never;

const batches = configurations.chain((configuration) =>
  fc.record({
    configuration: fc.constant(configuration),
    batch: ordersOf(configuration),
    idle: driversOf(configuration),
  }),
);

const pointIn = (reach: number) =>
  fc
    .tuple(fc.integer({ min: -reach, max: reach }), fc.integer({ min: -reach, max: reach }))
    .map(([i, j]) => ({ lat: here.lat + i * 0.027, lng: here.lng + j * 0.027 }))
    .map((at) => ({ ...at, cell: cellOf(at) }));
const past = (most: number) => fc.nat(most).map((minutes) => T0 - minutes * 60_000);

function driversOf({ most, reach, minutes, speeds }: Configuration): fc.Arbitrary<IdleDriver[]> {
  const driver = fc.record({
    point: pointIn(reach),
    speedKmh: fc.constantFrom(...speeds),
    maxOrders: fc.integer({ min: 1, max: 3 }),
    lastAssignedAt: fc.option(past(minutes), { nil: undefined }),
  });
  return fc
    .array(driver, { maxLength: most })
    .map((list) =>
      list.map(({ point, ...rest }, i) => ({ ...point, ...rest, driverId: `d${i}`, active: 0 })),
    );
}

function ordersOf(configuration: Configuration): fc.Arbitrary<BatchOrder[]> {
  const { most, reach, minutes, priorities, refusers } = configuration;
  const order = fc.record({
    point: pointIn(reach),
    priorityWeight: fc.constantFrom(...priorities),
    submittedAt: past(minutes),
    rejectedBy: fc.shuffledSubarray(refusers),
    attemptsTotal: fc.nat(3),
  });
  return fc
    .array(order, { maxLength: most })
    .map((list) => list.map(({ point, ...rest }, i) => ({ ...point, ...rest, orderId: `o${i}` })));
}

const km = (order: BatchOrder, driver: IdleDriver) => distanceKm(driver, order);

/** The pairs of a batch. */
const matchesOf = async (...args: Parameters<typeof match>) => (await match(...args)).matches;

const hasRefused = ({ rejectedBy }: BatchOrder, { driverId }: IdleDriver) =>
  rejectedBy.includes(driverId);

/** The drivers in reach who refused the order, longest ago first. */
function refusersOf(order: BatchOrder, idle: IdleDriver[]): IdleDriver[] {
  const inReach = idle.filter((driver) => km(order, driver) <= 10);
  return order.rejectedBy.flatMap((id) => inReach.filter(({ driverId }) => driverId === id));
}

const isUnasked = (order: BatchOrder, driver: IdleDriver) =>
  km(order, driver) <= 10 && !hasRefused(order, driver);

/**
 * Adds the orders that are left over, those that were refused least often first, each for the driver
 * who is left and has refused it longest ago.
 */
function withThoseAskedAgain(
  matches: Match[],
  batch: BatchOrder[],
  idle: IdleDriver[],
  rules: RuleSet,
): Match[] {
  const all = [...matches];
  const turns = batch.toSorted((a, b) => a.attemptsTotal - b.attemptsTotal || firstComes(a, b));
  for (const order of turns) {
    const free = refusersOf(order, idle).filter(
      ({ driverId }) => !all.some((match) => match.driverId === driverId),
    );
    if (free.length === 0 || all.some(({ orderId }) => orderId === order.orderId)) continue;
    const [{ driverId }] = free as [IdleDriver];
    all.push({ orderId: order.orderId, driverId, score: scoreOf(rules, order, free[0]!) });
  }
  return all;
}

const scoreOf = (rules: RuleSet, order: BatchOrder, driver: IdleDriver) =>
  scorePair(rules, driver, order, km(order, driver), T0).score;

/** "For each driver in turn, score every order not yet assigned and take the best." */
function naiveA(batch: BatchOrder[], idle: IdleDriver[]): Match[] {
  const free = new Set(batch.toSorted(firstComes));
  const last = ({ lastAssignedAt }: IdleDriver) => lastAssignedAt ?? 0;
  const turns = idle.toSorted((a, b) => last(a) - last(b) || compare(a.driverId, b.driverId));
  const matches = turns.flatMap((driver) => {
    const scored = [...free]
      .filter((order) => isUnasked(order, driver))
      .map((order) => ({ order, score: scoreOf(variantA, order, driver) }));
    const [best] = scored.toSorted((a, b) => b.score - a.score);
    if (!best) return [];
    free.delete(best.order);
    return [{ orderId: best.order.orderId, driverId: driver.driverId, score: best.score }];
  });
  return withThoseAskedAgain(matches, batch, idle, variantA);
}

/** "Score every pair, sort by score descending, take each pair whose driver and order are free." */
function naiveB(batch: BatchOrder[], idle: IdleDriver[]): Match[] {
  const pairs = batch
    .toSorted(firstComes)
    .flatMap((order) =>
      idle
        .filter((driver) => isUnasked(order, driver))
        .map((driver) => ({
          orderId: order.orderId,
          driverId: driver.driverId,
          score: scoreOf(variantB, order, driver),
        })),
    )
    .toSorted((a, b) => b.score - a.score);
  const taken = new Set<string>();
  const matches = pairs.filter(({ orderId, driverId }) => {
    if (taken.has(orderId) || taken.has(driverId)) return false;
    taken.add(orderId).add(driverId);
    return true;
  });
  return withThoseAskedAgain(matches, batch, idle, variantB);
}

/** The largest total of any assignment to drivers who were not asked, by trying all. */
function bruteForce(batch: BatchOrder[], idle: IdleDriver[]): number {
  const [order, ...rest] = batch;
  if (!order) return 0;
  const without = bruteForce(rest, idle);
  const withDriver = idle
    .filter((driver) => isUnasked(order, driver))
    .map((driver) => {
      const others = idle.filter((other) => other !== driver);
      return scoreOf(variantB, order, driver) + bruteForce(rest, others);
    });
  return Math.max(without, ...withDriver);
}

/** The sum of the pairs whose driver was not asked before. */
const unaskedTotal = (matches: readonly Match[], batch: BatchOrder[]): number =>
  matches
    .filter(({ orderId, driverId }) => {
      const { rejectedBy } = batch.find((order) => order.orderId === orderId)!;
      return !rejectedBy.includes(driverId);
    })
    .reduce((sum, { score }) => sum + score, 0);

const firstComes = (a: BatchOrder, b: BatchOrder) =>
  a.submittedAt - b.submittedAt || compare(a.orderId, b.orderId);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byOrder = (matches: readonly Match[]) =>
  matches.toSorted((a, b) => compare(a.orderId, b.orderId));

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
  const none = { rejectedBy: [], attemptsTotal: 0 };
  return { orderId, ...at, cell, priorityWeight: 0.5, submittedAt: T0, ...none, ...more };
};
const methods: [RuleSet, Method][] = [
  [variantA, 'per driver'],
  [variantB, 'by pair'],
  [variantB, 'optimal'],
];

describe('matching', () => {
  it('A takes for each driver in turn the best order not yet assigned', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async ({ batch, idle }) => {
        const matches = await matchesOf(variantA, 'per driver', batch, idle, T0);
        assert.deepEqual(byOrder(matches), byOrder(naiveA(batch, idle)));
      }),
      { numRuns: 500 },
    );
  });

  it('B takes all pairs by descending score, as long as both are free', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async ({ batch, idle }) => {
        const matches = await matchesOf(variantB, 'by pair', batch, idle, T0);
        assert.deepEqual(byOrder(matches), byOrder(naiveB(batch, idle)));
      }),
      { numRuns: 500 },
    );
  });

  it('optimal has the largest total of all assignments', async () => {
    const few = batches.map(({ batch, idle, ...more }) => {
      return { ...more, batch: batch.slice(0, 5), idle: idle.slice(0, 5) };
    });
    await fc.assert(
      fc.asyncProperty(few, async ({ batch, idle }) => {
        const matches = await matchesOf(variantB, 'optimal', batch, idle, T0);
        assert.ok(Math.abs(unaskedTotal(matches, batch) - bruteForce(batch, idle)) < 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  it('optimal is never below either greedy order', async () => {
    await fc.assert(
      fc.asyncProperty(
        batches,
        fc.constantFrom(variantA, variantB),
        async ({ batch, idle }, rules) => {
          const sum = async (method: Method) =>
            unaskedTotal(await matchesOf(rules, method, batch, idle, T0), batch);
          const best = await sum('optimal');
          for (const method of ['per driver', 'by pair'] as const) {
            assert.ok(best >= (await sum(method)) - 1e-9);
          }
        },
      ),
    );
  });

  it('the order of the input does not matter', async () => {
    await fc.assert(
      fc.asyncProperty(
        batches,
        fc.constantFrom(...methods),
        async ({ batch, idle }, [rules, method]) => {
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

    it(`${method}: an order goes to one who refused it only when nobody else is left, longest ago first`, async () => {
      await fc.assert(
        fc.asyncProperty(batches, async ({ batch, idle }) => {
          const matches = await matchesOf(rules, method, batch, idle, T0);
          const taken = new Set(matches.map(({ driverId }) => driverId));
          const driverOf = new Map(matches.map(({ orderId, driverId }) => [orderId, driverId]));
          for (const order of batch) {
            const driverId = driverOf.get(order.orderId);
            const refusals = refusersOf(order, idle).map((one) => one.driverId);
            const place = driverId === undefined ? refusals.length : refusals.indexOf(driverId);
            if (place < 0) continue;
            const unasked = idle.filter((one) => km(order, one) <= 10 && !hasRefused(order, one));
            const before = [...unasked.map((one) => one.driverId), ...refusals.slice(0, place)];
            for (const other of before) assert.ok(taken.has(other), `${other} has another order`);
          }
        }),
        { numRuns: 300 },
      );
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
