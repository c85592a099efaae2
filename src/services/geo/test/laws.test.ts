/**
 * Laws of lookups, for random hubs and points. Each case draws a small configuration of its own, which
 * a failure prints (swarm testing: Groce et al., 2012): how many hubs there are and how near each other,
 * what they have beside a circle, and in histories what happens and how far the clock jumps.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { cellOf, centreOf, lists } from '../cells/cells.ts';
import { anywhere, bearings, destination, hub, plain, shares, T0 } from './fixtures.ts';
import { areaAround, holds } from './areas.ts';
import { best, geoOf, onBothStores, type Open } from './stores.ts';
import { answerOf } from '../answer.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { distanceKm, type LatLng } from '../cells/geometry.ts';
import { hoursText, type OpeningHours } from '../hours/opening-hours.ts';
import {
  patchHub,
  removeHub,
  repeatAfterMs,
  repeatInvalidations,
  saveHub,
  type Hubs,
} from '../hubs.ts';
import { locateHub } from '../serviceability.ts';
import type { Hub, HubRecord } from '../store/geo-store.ts';

onBothStores('laws of lookups', answers);

const km = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const features = ['area', 'hours', 'paused', 'shares'] as const;
const configurations = fc.record({
  hubs: fc.constantFrom(1, 2, 5),
  spreadKm: fc.constantFrom(0, 0.3, 4),
  maxRadiusKm: fc.constantFrom(0.06, 0.5, 3),
  features: fc.subarray([...features]),
});
type Configuration = typeof configurations extends fc.Arbitrary<infer T> ? T : never;

/** An area where GeoJSON can have one without cutting it in two; half of the hubs have none. */
const coverageOf = (place: LatLng): fc.Arbitrary<{ coverage?: Coverage }> =>
  Math.abs(place.lat) > 85 || Math.abs(place.lng) > 175
    ? fc.constant({})
    : fc.oneof(fc.constant({}), fc.record({ coverage: areaAround(place, 3) }));

/** It is noon: one is open, the others are not. */
const week = (...weekly: OpeningHours['weekly']) => hoursText({ timezone: 'UTC', weekly });
const [morning, day] = [
  week({ days: ['thu', 'fri'], from: '08:00', to: '12:00' }),
  week({ days: ['thu'], from: '12:00', to: '12:00' }),
];
const hoursOf = fc.constantFrom({}, {}, { hours: morning }, { hours: day }, { hours: week() });
const pausedOf = fc.constantFrom({}, {}, { paused: false }, { paused: true });

/** A hub near a place, with the features of a configuration. */
const hubNear = (middle: LatLng, { spreadKm, maxRadiusKm, features }: Configuration) =>
  fc
    .tuple(bearings, km(0, spreadKm), km(0.05, maxRadiusKm), shares, shares)
    .chain(([bearing, distance, radiusKm, stock, riders]) => {
      const place = destination(middle, distance, bearing);
      const has = (feature: (typeof features)[number]) => features.includes(feature);
      const more = [
        has('area') ? coverageOf(place) : fc.constant({}),
        has('hours') ? hoursOf : fc.constant({}),
        has('paused') ? pausedOf : fc.constant({}),
        fc.constant(has('shares') ? { stock, riders } : {}),
      ];
      return fc
        .tuple(...more)
        .map((given) => hub({ ...place, radiusKm, ...Object.assign({}, ...given) }));
    });

const pointNear = (middle: LatLng, { spreadKm }: Configuration) =>
  fc
    .tuple(bearings, km(0, spreadKm + 1))
    .map(([bearing, away]) => destination(middle, away, bearing));

/** A few hubs round one place, and points among them. */
const world = fc.tuple(anywhere, configurations).chain(([middle, configuration]) =>
  fc.record({
    configuration: fc.constant(configuration),
    hubs: fc.array(hubNear(middle, configuration), {
      minLength: 1,
      maxLength: configuration.hubs,
    }),
    points: fc.array(pointNear(middle, configuration), { minLength: 1, maxLength: 8 }),
  }),
);

const kinds = ['save', 'patch', 'remove', 'crash'] as const;

/** Changes and lookups one after the other; points are few, so that cells are looked up again. */
const histories = fc
  .record({
    middle: anywhere,
    configuration: configurations,
    kinds: fc.subarray([...kinds], { minLength: 1 }),
    // Entries live for an hour, those without hubs for a minute.
    waits: fc.subarray([0, 1, 59_000, 61_000, 3_599_999, 3_600_001], { minLength: 1 }),
  })
  .chain(({ middle, configuration, ...drawn }) =>
    fc.record({
      configuration: fc.constant({ ...configuration, ...drawn }),
      points: fc.array(pointNear(middle, configuration), { minLength: 1, maxLength: 2 }),
      steps: fc.array(
        fc.record({
          kind: fc.constantFrom<(typeof kinds)[number] | 'look'>('look', ...drawn.kinds),
          which: fc.nat(configuration.hubs - 1),
          like: hubNear(middle, configuration),
          wait: fc.constantFrom(...drawn.waits),
        }),
        { maxLength: 12 },
      ),
    }),
  );

/** Replaces all hubs; yields the hexagons of each. */
async function replaceHubs(hubs: Hubs, all: HubRecord[]): Promise<string[][]> {
  for (const { id } of await hubs.store.list()) await removeHub(hubs, id, T0);
  const hexagons: string[][] = [];
  for (const each of all) hexagons.push(await saveHub(hubs, each, T0));
  return hexagons;
}

function answers(open: Open): void {
  it('an answer is what the rules say, by hand; the cached one is the same', async (t) => {
    const hubs = await open(t);
    await fc.assert(
      fc.asyncProperty(world, async ({ hubs: all, points }) => {
        await replaceHubs(hubs, all);
        for (const point of points) {
          const first = await found(hubs, point);
          assert.deepEqual(first, expected(all, point));
          assert.deepEqual(await found(hubs, point), first);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('after any changes an answer is what the rules say, from whatever is cached', async (t) => {
    const hubs = await open(t);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(histories, async ({ configuration, points, steps }) => {
        run++;
        const ids = Array.from({ length: configuration.hubs }, (_, i) => `h${i} of ${run}`);
        const all = new Map<string, HubRecord>();
        let now = T0;
        const look = async () => {
          for (const point of points) {
            assert.deepEqual(await found(hubs, point, now), expected([...all.values()], point));
          }
        };
        for (const { kind, which, like, wait } of steps) {
          now += wait;
          const id = ids[which]!;
          const next = { ...like, id };
          if (kind === 'save') {
            await saveHub(hubs, next, now);
            all.set(id, next);
          } else if (kind === 'remove' && all.has(id)) {
            await removeHub(hubs, id, now);
            all.delete(id);
          } else if (kind === 'patch' && all.has(id)) {
            const { name, stock, riders, paused = false } = like;
            const patch = { name, stock, riders, paused };
            await patchHub(hubs, id, patch, now);
            all.set(id, { ...all.get(id)!, ...patch });
          } else if (kind === 'crash') {
            // The process dies when the change is committed; another one finishes it.
            await hubs.store.save(plain(next), now);
            all.set(id, next);
            await repeatInvalidations(hubs, now + repeatAfterMs);
          }
          await look();
        }
        for (const id of all.keys()) await removeHub(hubs, id, now);
        all.clear();
        await look();
      }),
      { numRuns: 40 },
    );
  });

  it("a point inside exactly one hub's cells is served by that hub", async (t) => {
    const hubs = await open(t);
    await fc.assert(
      fc.asyncProperty(world, fc.nat(), async ({ hubs: some }, pick) => {
        // Circles that are always open: an area decides about the point, not about the cell.
        const all = some.map((each) => {
          const { coverage: _, hours: __, paused: ___, ...circle } = each;
          return circle;
        });
        const hexagons = await replaceHubs(hubs, all);
        const listings = all.flatMap(({ id }, i) => hexagons[i]!.map((cell) => ({ id, cell })));
        const byCell = Map.groupBy(listings, ({ cell }) => cell);
        const sole = [...byCell.values()].filter((hubs) => hubs.length === 1).flat();
        fc.pre(sole.length > 0);
        const { id, cell } = sole[pick % sole.length]!;
        for (const point of [centreOf(cell), destination(centreOf(cell), 0.1, pick)]) {
          if (cellOf(point) === cell) assert.equal((await best(hubs, point))?.id, id);
        }
      }),
      { numRuns: 40 },
    );
  });
}

/** The hub that serves the point, and why others do not. */
async function found(hubs: Hubs, point: LatLng, now = T0) {
  const geo = geoOf(hubs);
  const finding = await locateHub(geo, { point, address: '', now });
  const { reason, opens_at } = answerOf(finding, geo, { explain: false, now });
  const [first] = finding.candidates;
  return {
    winner: first && { id: first.hub.id, name: first.hub.name, km: first.distanceKm },
    passedOver: finding.passedOver.map(({ hub }) => hub.id).toSorted(),
    why: { reason, opens_at },
  };
}

/** The rules of the specification, straight: no index, no cache, areas by another library. */
function expected(hubs: Hub[], point: LatLng) {
  const cell = cellOf(point);
  const away = (each: Hub) => distanceKm(point, each);
  const covers = ({ coverage }: Hub) => coverage === undefined || holds(coverage, point);
  const listing = hubs.filter(
    (each) =>
      lists(each, cell, centreOf(cell)) &&
      (each.coverage === undefined || away(each) <= each.radiusKm) &&
      covers(each),
  );
  const holding = hubs.filter((each) => away(each) <= each.radiusKm && covers(each));
  const isOpen = ({ paused, hours }: Hub) =>
    paused !== true && (hours === undefined || hours === day);
  const listed = listing.filter(isOpen);
  const largest = Math.max(...listed.map(({ radiusKm }) => radiusKm));
  const score = (each: Hub) =>
    0.4 * Math.max(0, 1 - away(each) / largest) + 0.4 * each.stock + 0.2 * each.riders;
  const byId = (a: Hub, b: Hub) => (a.id < b.id ? -1 : 1);
  const [winner] =
    listed.length > 0
      ? listed.toSorted((a, b) => score(b) - score(a) || byId(a, b))
      : holding.filter(isOpen).toSorted((a, b) => away(a) - away(b) || byId(a, b));
  const asked = listed.length > 0 ? listing : [...listing, ...holding];
  const idle = [...new Set(asked)].filter((each) => !isOpen(each));
  return {
    winner: winner && { id: winner.id, name: winner.name, km: away(winner) },
    passedOver: idle.map(({ id }) => id).toSorted(),
    why: winner ? { reason: undefined, opens_at: undefined } : whyNot(idle),
  };
}

function whyNot(idle: Hub[]) {
  const isPaused = ({ paused }: Hub) => paused === true;
  const opening = idle.some((each) => !isPaused(each) && each.hours === morning);
  // The next morning.
  if (opening) return { reason: 'closed', opens_at: Date.UTC(2026, 0, 2, 8) };
  const reason = idle.length === 0 ? undefined : idle.some(isPaused) ? 'paused' : 'closed';
  return { reason, opens_at: undefined };
}
