/**
 * The contract of every store of hubs. Each test opens two handles on one state, as two replicas do,
 * and changes through one what it reads through the other.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import {
  anywhere,
  away,
  bearings,
  centre,
  destination,
  hub,
  plain,
  shares,
  T0,
} from '../../test/fixtures.ts';
import { distanceKm, type Area } from '../../cells/geometry.ts';
import { square } from '../../test/areas.ts';
import type { Hub, HubStore } from '../geo-store.ts';

type OpenHubs = (t: TestContext) => Promise<[HubStore, HubStore]>;

const areaOf = ({ lat, lng, radiusKm }: Area): Area => ({ lat, lng, radiusKm });
const ids = (hubs: Hub[]) => hubs.map(({ id }) => id).toSorted();
const key = (area: Area) => JSON.stringify(areaOf(area));

export function hubStoreContract(
  name: string,
  open: OpenHubs,
  options: { skip?: string | false } = {},
): void {
  describe(`hubs on ${name}`, options, () => {
    describe('saving and removing', () => changes(open));
    describe('the state of a hub', () => states(open));
    describe('reaching a point', () => reaching(open));
    describe('pending invalidations', () => invalidations(open));
  });
}

function changes(open: OpenHubs): void {
  it('every replica finds a hub whole that one replica saved', async (t) => {
    const [first, second] = await open(t);
    const whole = hub({
      name: 'Ünï "quoted" \\ 🛵',
      stock: 0.1,
      riders: 1 / 3,
      radiusKm: 0.1 + 0.2,
    });
    await first.save(whole, T0);
    assert.deepEqual(plain((await second.find(whole.id))!), plain(whole));
    assert.equal(await second.find(`${whole.id}x`), undefined);
  });

  it('saving again replaces everything but the id', async (t) => {
    const [first, second] = await open(t);
    const before = hub();
    await first.save(before, T0);
    const other = hub({
      ...away(centre, 9),
      name: 'other',
      radiusKm: 7,
      stock: 0,
      riders: 0,
      count: 9,
    });
    const after = { ...other, id: before.id };
    await second.save(after, T0);
    assert.deepEqual(
      (await first.list()).map((each) => plain(each)),
      [plain(after)],
    );
    assert.deepEqual(ids(await first.hubsReaching(before, 0)), []);
    assert.deepEqual(ids(await first.hubsReaching(after, 0)), [after.id]);
  });

  it('an area, opening hours and a pause are kept, and gone when the hub is replaced without', async (t) => {
    const [first, second] = await open(t);
    const coverage = square(centre, 1);
    const whole = hub({ coverage, hours: '{"timezone":"UTC","weekly":[]}', paused: false });
    await first.save(whole, T0);
    assert.deepEqual(plain((await second.find(whole.id))!), plain(whole));
    const [reaching] = await second.hubsReaching(centre, 0);
    assert.deepEqual([reaching!.coverage, reaching!.hours], [coverage, whole.hours]);
    // A list may have many areas with 2,000 points each.
    const { coverage: _, ...listed } = plain(whole);
    assert.deepEqual((await second.list()).map(plain), [listed]);
    const without = hub({ id: whole.id });
    await second.save(without, T0);
    assert.deepEqual(plain((await first.find(whole.id))!), plain(without));
  });

  it('lists all, by id in code-unit order', async (t) => {
    const [first, second] = await open(t);
    for (const id of ['b', 'a', 'B', 'ä', '10', '9']) await first.save(hub({ id }), T0);
    assert.deepEqual(
      (await second.list()).map(({ id }) => id),
      ['10', '9', 'B', 'a', 'b', 'ä'],
    );
  });

  it('a removed hub is gone everywhere, once', async (t) => {
    const [first, second] = await open(t);
    const gone = hub();
    const stays = hub();
    await first.save(gone, T0);
    await first.save(stays, T0);
    assert.deepEqual((await second.remove(gone.id, T0)).map(areaOf), [areaOf(gone)]);
    assert.equal((await first.remove(gone.id, T0)).length, 0);
    assert.equal(await first.find(gone.id), undefined);
    assert.deepEqual(ids(await first.list()), [stays.id]);
    assert.deepEqual(ids(await first.hubsReaching(centre, 0)), [stays.id]);
  });

  it('yields the area of a new hub, and both areas of a replaced one', async (t) => {
    const [first, second] = await open(t);
    const before = hub();
    const after = { ...before, ...away(centre, 30), radiusKm: 5 };
    assert.deepEqual((await first.save(before, T0)).map(areaOf), [areaOf(before)]);
    const both = (await second.save(after, T0)).map(areaOf);
    assert.deepEqual(both, [areaOf(before), areaOf(after)]);
  });

  it('concurrent changes of one hub end in one of them, and each names what it replaced', async (t) => {
    const stores = await open(t);
    const { id } = hub();
    const versions = Array.from({ length: 20 }, (_, i) =>
      hub({ id, ...away(centre, i), count: i }),
    );
    const areas = await Promise.all(versions.map((each, i) => stores[i % 2]!.save(each, T0)));
    const final = (await stores[0].find(id))!;
    assert.ok(versions.some((each) => key(each) === key(final) && each.count === final.count));
    // Every version but the last was replaced by exactly one other.
    const replaced = areas.filter((both) => both.length === 2).map(([former]) => key(former!));
    const expected = versions.map(key).filter((each) => each !== key(final));
    assert.deepEqual(replaced.toSorted(), expected.toSorted());
    assert.equal((await stores[1].hubsReaching(final, 0)).length, 1);
  });
}

function states(open: OpenHubs): void {
  it('a patch changes its members, and nothing else', async (t) => {
    const [first, second] = await open(t);
    const one = hub({ coverage: square(centre, 1), hours: '{}', stock: 0.5, riders: 0.5 });
    await first.save(one, T0);
    const expected = plain(one);
    for (const patch of [
      { paused: true },
      { stock: 0 },
      { riders: 0.25, name: 'Ünï "🛵' },
      { paused: false },
      {},
    ]) {
      Object.assign(expected, patch);
      const { coverage: _, ...listed } = expected;
      assert.deepEqual(plain((await second.patch(one.id, patch, T0))!), listed);
      assert.deepEqual(plain((await first.find(one.id))!), expected);
    }
    assert.equal(await first.patch('nobody', { paused: true }, T0), undefined);
    assert.equal((await first.list()).length, 1);
  });

  it('each change has a later revision, and a hub that comes again another row', async (t) => {
    const stores = await open(t);
    const one = hub();
    const versions: { row: number; revision: number }[] = [];
    const note = async () => versions.push((await stores[0].find(one.id))!);
    await stores[0].save(one, T0);
    await note();
    await stores[1].patch(one.id, { paused: true }, T0);
    await note();
    await stores[1].save(one, T0);
    await note();
    const revisions = versions.map(({ revision }) => revision);
    assert.deepEqual(
      revisions,
      [...new Set(revisions)].toSorted((a, b) => a - b),
    );
    assert.equal(new Set(versions.map(({ row }) => row)).size, 1);
    await stores[0].remove(one.id, T0);
    await stores[1].save(one, T0);
    assert.notEqual((await stores[0].find(one.id))!.row, versions[0]!.row);
  });

  it('patches at once are all there, each with a revision of its own', async (t) => {
    const stores = await open(t);
    const one = hub();
    await stores[0].save(one, T0);
    const patched = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        stores[i % 2]!.patch(one.id, i < 10 ? { stock: i / 10 } : { riders: i / 20 }, T0),
      ),
    );
    const last = patched.toSorted((a, b) => a!.revision - b!.revision).at(-1)!;
    assert.equal(new Set(patched.map((each) => each!.revision)).size, 20);
    assert.deepEqual(await stores[0].find(one.id), last);
  });

  it('the version of all hubs is another one after each change, and the same without', async (t) => {
    const [first, second] = await open(t);
    const [one, other] = [hub(), hub()];
    const versions = new Set([await first.version()]);
    const changed = async (change: Promise<unknown>) => {
      await change;
      const version = await second.version();
      assert.ok(!versions.has(version), version);
      assert.equal(await first.version(), version);
      versions.add(version);
    };
    await changed(first.save(one, T0));
    await changed(second.save(one, T0));
    await changed(second.patch(one.id, { paused: true }, T0));
    await changed(first.save(other, T0));
    await changed(first.remove(one.id, T0));
    await changed(second.save(one, T0));
  });

  it('is noted for the cache without an area that moved', async (t) => {
    const [first, second] = await open(t);
    const one = hub();
    await first.save(one, T0);
    await first.patch(one.id, { stock: 0 }, T0 + 1);
    const [moved, patched, ...none] = await second.pendingInvalidations(T0 + 1);
    assert.deepEqual([moved!.hubId, patched!.hubId, none], [undefined, one.id, []]);
    assert.deepEqual(areaOf(patched!.area), areaOf(one));
    assert.equal((await second.pendingInvalidations(T0)).length, 1);
  });
}

function reaching(open: OpenHubs): void {
  it('finds exactly the hubs whose radius and the margin hold the point, all over the globe', async (t) => {
    const [first, second] = await open(t);
    const hubs: Hub[] = [];
    const radius = fc.double({ min: 0.001, max: 50, noNaN: true });
    const margin = fc.oneof(fc.constant(0.25), fc.double({ min: 0, max: 2000, noNaN: true }));
    for (const point of fc.sample(anywhere, { numRuns: 300, seed: 7 })) {
      const [radiusKm] = fc.sample(radius, { numRuns: 1, seed: hubs.length });
      const one = hub({ ...point, radiusKm: radiusKm! });
      hubs.push(one);
      await first.save(one, T0);
    }
    const ask = async (point: { lat: number; lng: number }, marginKm: number) => {
      const expected = hubs.filter((each) => distanceKm(point, each) <= each.radiusKm + marginKm);
      assert.deepEqual(ids(await second.hubsReaching(point, marginKm)), ids(expected));
    };
    await fc.assert(fc.asyncProperty(anywhere, margin, ask), { numRuns: 150 });
    // Near the rim of a hub, where a box that is too small would lose it.
    const rim = fc.tuple(fc.constantFrom(...hubs), margin, bearings, shares);
    await fc.assert(
      fc.asyncProperty(rim, ([{ lat, lng, radiusKm }, marginKm, bearing, share]) =>
        ask(
          destination({ lat, lng }, (radiusKm + marginKm) * (0.99 + share / 50), bearing),
          marginKm,
        ),
      ),
      { numRuns: 300 },
    );
  });

  it('finds a hub across the antimeridian and across a pole', async (t) => {
    const [first, second] = await open(t);
    const fiji = hub({ lat: -16.8, lng: 179.99, radiusKm: 10 });
    const pole = hub({ lat: 89.99, lng: 10, radiusKm: 10 });
    for (const each of [fiji, pole]) await first.save(each, T0);
    assert.deepEqual(ids(await second.hubsReaching({ lat: -16.8, lng: -179.99 }, 0)), [fiji.id]);
    assert.deepEqual(ids(await second.hubsReaching({ lat: 89.99, lng: -170 }, 0)), [pole.id]);
    assert.deepEqual(ids(await second.hubsReaching({ lat: 90, lng: 0 }, 0)), [pole.id]);
    assert.deepEqual(ids(await second.hubsReaching({ lat: -16.8, lng: -170 }, 0)), []);
  });
}

function invalidations(open: OpenHubs): void {
  it('every change notes the areas it touches, for all replicas', async (t) => {
    const [first, second] = await open(t);
    const before = hub();
    const after = { ...before, ...away(centre, 30) };
    await first.save(before, T0);
    await first.save(after, T0 + 1);
    await first.remove(before.id, T0 + 2);
    const noted = (await second.pendingInvalidations(T0 + 2)).map(({ area }) => areaOf(area));
    assert.deepEqual(noted, [before, before, after, after].map(areaOf));
  });

  it('are found from their instant on, until they are removed', async (t) => {
    const [first, second] = await open(t);
    await first.save(hub(), T0);
    await first.save(hub(), T0 + 10);
    assert.deepEqual(await second.pendingInvalidations(T0 - 1), []);
    const [one, ...none] = await second.pendingInvalidations(T0 + 9);
    assert.deepEqual(none, []);
    const [, other] = await second.pendingInvalidations(T0 + 10);
    await first.removeInvalidations([one!.id]);
    assert.deepEqual(await second.pendingInvalidations(T0 + 99), [other]);
    await Promise.all([
      first.removeInvalidations([one!.id, other!.id]),
      second.removeInvalidations([other!.id]),
    ]);
    assert.deepEqual(await second.pendingInvalidations(T0 + 99), []);
  });

  it('an unknown hub notes nothing', async (t) => {
    const [first, second] = await open(t);
    await first.remove('nobody', T0);
    assert.deepEqual(await second.pendingInvalidations(T0), []);
  });
}
