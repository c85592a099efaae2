/** Laws of lookups, for random hubs and points. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { cellOf, centreOf, lists } from '../cells.ts';
import { anywhere, bearings, destination, hub, shares, T0 } from './fixtures.ts';
import { best, onBothStores, type Open } from './stores.ts';
import { distanceKm, type LatLng } from '../geometry.ts';
import { removeHub, saveHub, type Hubs } from '../hubs.ts';
import type { Hub, HubRecord } from '../store/store.ts';

onBothStores('laws of lookups', answers);

const km = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** A few hubs round one place, and points among them. */
const world = anywhere.chain((middle) =>
  fc.record({
    hubs: fc.array(
      fc
        .tuple(bearings, km(0, 4), km(0.05, 3), shares, shares)
        .map(([bearing, distance, radiusKm, stock, riders]) => {
          const place = destination(middle, distance, bearing);
          return hub({ ...place, radiusKm, stock, riders });
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
          const first = await best(hubs, point);
          assert.deepEqual(first, expected(all, point));
          assert.deepEqual(await best(hubs, point), first);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("a point inside exactly one hub's cells is served by that hub", async (t) => {
    const hubs = await open(t);
    await fc.assert(
      fc.asyncProperty(world, fc.nat(), async ({ hubs: all }, pick) => {
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

/** The rules of the specification, straight: no index, no cache. */
function expected(hubs: Hub[], point: LatLng) {
  const cell = cellOf(point);
  const listed = hubs.filter((each) => lists(each, cell, centreOf(cell)));
  const away = (each: Hub) => distanceKm(point, each);
  const largest = Math.max(...listed.map(({ radiusKm }) => radiusKm));
  const score = (each: Hub) =>
    0.4 * Math.max(0, 1 - away(each) / largest) + 0.4 * each.stock + 0.2 * each.riders;
  const byId = (a: Hub, b: Hub) => (a.id < b.id ? -1 : 1);
  const [winner] =
    listed.length > 0
      ? listed.toSorted((a, b) => score(b) - score(a) || byId(a, b))
      : hubs
          .filter((each) => away(each) <= each.radiusKm)
          .toSorted((a, b) => away(a) - away(b) || byId(a, b));
  return winner && { id: winner.id, name: winner.name, km: away(winner) };
}
