/** Laws of lookups, for random hubs and points. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { cellOf, centreOf, lists } from '../cells/cells.ts';
import { anywhere, bearings, destination, hub, shares, T0 } from './fixtures.ts';
import { areaAround, holds } from './areas.ts';
import { best, geoOf, onBothStores, type Open } from './stores.ts';
import { answerOf } from '../answer.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { distanceKm, type LatLng } from '../cells/geometry.ts';
import { hoursText, type OpeningHours } from '../hours/opening-hours.ts';
import { removeHub, saveHub, type Hubs } from '../hubs.ts';
import { locateHub } from '../serviceability.ts';
import type { Hub, HubRecord } from '../store/store.ts';

onBothStores('laws of lookups', answers);

const km = (min: number, max: number) => fc.double({ min, max, noNaN: true });

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

/** A few hubs round one place, and points among them. */
const world = anywhere.chain((middle) =>
  fc.record({
    hubs: fc.array(
      fc
        .tuple(bearings, km(0, 4), km(0.05, 3), shares, shares)
        .chain(([bearing, distance, radiusKm, stock, riders]) => {
          const place = destination(middle, distance, bearing);
          return fc
            .tuple(coverageOf(place), hoursOf, pausedOf)
            .map((more) =>
              hub({ ...place, radiusKm, stock, riders, ...Object.assign({}, ...more) }),
            );
        }),
      { minLength: 1, maxLength: 5 },
    ),
    points: fc.array(
      fc.tuple(bearings, km(0, 5)).map(([bearing, away]) => destination(middle, away, bearing)),
      { minLength: 1, maxLength: 8 },
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
      { numRuns: 100 },
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
async function found(hubs: Hubs, point: LatLng) {
  const geo = geoOf(hubs);
  const finding = await locateHub(geo, { point, address: '', now: T0 });
  const { reason, opens_at } = answerOf(finding, geo, { explain: false, now: T0 });
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
