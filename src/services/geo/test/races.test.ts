/** Lookups that race changes, and changes that were cut short. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import * as fc from 'fast-check';
import { cellOf, centreOf, hexagonsOf, lists, parentOf } from '../cells/cells.ts';
import { anywhere, destination, hub, T0 } from './fixtures.ts';
import { best, geoOf, onBothStores, type Open } from './stores.ts';
import type { LatLng } from '../cells/geometry.ts';
import { hoursText } from '../hours/opening-hours.ts';
import {
  patchHub,
  repeatInvalidations,
  removeHub,
  saveHub,
  repeatAfterMs,
  type Hubs,
} from '../hubs.ts';
import { locateHub } from '../serviceability.ts';
import type { CellCache, CellEntry, HubPatch, HubRecord, HubStore } from '../store/geo-store.ts';

type StepName =
  | 'get'
  | 'begin'
  | 'read hubs'
  | 'write'
  | 'save'
  | 'invalidate'
  | 'patch'
  | 'refresh';
type Step = `${'before' | 'after'} ${StepName}`;

const ofLookup: Step[] = [
  'before get',
  'after get',
  'after begin',
  'after read hubs',
  'after write',
];
const ofChange: Step[] = ['before save', 'after save', 'before invalidate', 'after invalidate'];
const ofPatch: Step[] = ['before patch', 'after patch', 'before refresh', 'after refresh'];

onBothStores('invalidation', (open) => {
  interruptions(open);
  races(open);
  recovery(open);
  pauses(open);
  hours(open);
});

function races(open: Open): void {
  it('lookups that race changes leave no stale entry and see what was acknowledged', async (t) => {
    const hubs = await open(t);
    await fc.assert(
      fc.asyncProperty(anywhere, fc.scheduler(), async (middle, scheduler) => {
        // The hub moves to and fro, so far that no margin covers both places. Its name is its version.
        const { id } = hub();
        const places = [middle, destination(middle, 40, 0)];
        const versions = Array.from({ length: 4 }, (_, i) =>
          hub({ id, name: String(i), ...places[i % 2]!, radiusKm: 1 }),
        );
        // Each lookup asks for another cell, so that most of them are still to be cached.
        const cells = (await Promise.all(versions.slice(0, 2).map(hexagonsOf))).flat();
        await race(interleaved(hubs, scheduler), versions, cells, scheduler);
        await assertNothingIsStale(hubs, cells);
        await removeHub(hubs, id, T0);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
}

/** Changes the hub from version to version while three clients look cells up. */
async function race(
  slow: Hubs,
  versions: HubRecord[],
  cells: string[],
  scheduler: fc.Scheduler,
): Promise<void> {
  const progress = { acknowledged: -1, isDone: false };
  const change = async () => {
    for (const [i, version] of versions.entries()) {
      await saveHub(slow, version, T0);
      progress.acknowledged = i;
    }
    progress.isDone = true;
  };
  let next = 0;
  const client = async () => {
    // A change computes hexagons before its first step: lookups must still be there then.
    while (!progress.isDone) {
      const known = progress.acknowledged;
      const point = centreOf(cells[next++ % cells.length]!);
      const { candidates } = await locateHub(geoOf(slow), { point, address: '', now: T0 });
      const version = Number(candidates[0]?.hub.name ?? known);
      assert.ok(version >= known, `found ${version} after ${known} was acknowledged`);
    }
  };
  await scheduler.waitFor(Promise.all([change(), client(), client(), client()]));
}

async function assertNothingIsStale({ store, cache }: Hubs, cells: string[]): Promise<void> {
  const truth = await store.list();
  const names = (hubs: readonly { name: string }[]) => hubs.map(({ name }) => name);
  for (const cell of cells) {
    const entry = await cache.get(cell);
    if (entry === undefined) continue;
    const listing = truth.filter((each) => lists(each, cell, centreOf(cell)));
    assert.deepEqual(names(entry.listed), names(listing));
  }
}

/** The same stores, which call `at` before and after each step and wait for it. */
function observed(hubs: Hubs, at: (step: Step) => Promise<void>): Hubs {
  const step = async <T>(name: StepName, run: () => Promise<T>) => {
    await at(`before ${name}`);
    const result = await run();
    await at(`after ${name}`);
    return result;
  };
  const cache: CellCache = {
    get: (cell) => step('get', () => hubs.cache.get(cell)),
    beginWrite: (cell) =>
      step('begin', async () => {
        const write = await hubs.cache.beginWrite(cell);
        return (entry: CellEntry) => step('write', () => write(entry));
      }),
    invalidate: (parents) => step('invalidate', () => hubs.cache.invalidate(parents)),
    refresh: (parents, state) => step('refresh', () => hubs.cache.refresh(parents, state)),
  };
  const store: HubStore = Object.assign(Object.create(hubs.store), {
    save: (one: HubRecord, now: number) => step('save', () => hubs.store.save(one, now)),
    patch: (id: string, patch: HubPatch, now: number) =>
      step('patch', () => hubs.store.patch(id, patch, now)),
    hubsReaching: (point: LatLng, km: number) =>
      step('read hubs', () => hubs.store.hubsReaching(point, km)),
  });
  return { store, cache };
}

/** Stores that do something else once, at that step. */
function interrupted(hubs: Hubs, where: Step, interruption: () => Promise<unknown>): Hubs {
  let isDone = false;
  return observed(hubs, async (step) => {
    if (step !== where || isDone) return;
    isDone = true;
    await interruption();
  });
}

function interruptions(open: Open): void {
  for (const where of ofLookup) {
    it(`a change in the middle of a lookup, ${where}, leaves nothing stale`, async (t) => {
      const hubs = await open(t);
      const one = hub({ radiusKm: 1 });
      const moved = { ...one, ...destination(one, 40, 1) };
      await best(
        interrupted(hubs, where, () => saveHub(hubs, one, T0)),
        one,
      );
      assert.equal((await best(hubs, one))?.id, one.id, 'created');
      await hubs.cache.invalidate([parentOf(cellOf(one))]);
      await best(
        interrupted(hubs, where, () => saveHub(hubs, moved, T0)),
        one,
      );
      assert.equal(await best(hubs, one), undefined, 'moved away');
      await hubs.cache.invalidate([parentOf(cellOf(moved))]);
      await best(
        interrupted(hubs, where, () => removeHub(hubs, one.id, T0)),
        moved,
      );
      assert.equal(await best(hubs, moved), undefined, 'removed');
    });
  }

  for (const where of ofChange) {
    it(`a lookup in the middle of a change, ${where}, leaves nothing stale`, async (t) => {
      const hubs = await open(t);
      const one = hub({ radiusKm: 1 });
      const moved = { ...one, ...destination(one, 40, 1) };
      await saveHub(
        interrupted(hubs, where, () => best(hubs, one)),
        one,
        T0,
      );
      assert.equal((await best(hubs, one))?.id, one.id, 'created');
      const lookBoth = async () => [await best(hubs, one), await best(hubs, moved)];
      await saveHub(interrupted(hubs, where, lookBoth), moved, T0);
      const [former, present] = await lookBoth();
      assert.deepEqual([former, present?.id], [undefined, one.id], 'moved away');
    });
  }
}

/** Every step waits for its turn, which the scheduler gives at random. */
const interleaved = (hubs: Hubs, scheduler: fc.Scheduler): Hubs =>
  observed(hubs, async () => {
    await nextTurnOfLoop(); // steps in memory would otherwise starve a change that pauses
    await scheduler.schedule(Promise.resolve());
  });

function recovery(open: Open): void {
  it('a change whose process died before the cache was reached is caught up', async (t) => {
    const hubs = await open(t);
    const one = hub({ radiusKm: 1 });
    await best(hubs, one);
    await hubs.store.save(one, T0); // and the process ends here
    assert.equal(await best(hubs, one), undefined);
    await repeatInvalidations(hubs, T0 + repeatAfterMs - 1);
    assert.equal(await best(hubs, one), undefined);
    await repeatInvalidations(hubs, T0 + repeatAfterMs);
    assert.equal((await best(hubs, one))?.id, one.id);
    assert.equal((await hubs.store.pendingInvalidations(T0 + repeatAfterMs)).length, 0);
  });

  it('a cache that lost an invalidation is made to repeat it', async (t) => {
    const hubs = await open(t);
    const one = hub({ radiusKm: 1 });
    const cell = cellOf(one);
    await best(hubs, one);
    const stale = (await hubs.cache.get(cell))!;
    await saveHub(hubs, one, T0);
    const write = await hubs.cache.beginWrite(cell);
    await write(stale); // as after a failover
    assert.equal(await best(hubs, one), undefined);
    await repeatInvalidations(hubs, T0 + repeatAfterMs);
    assert.equal((await best(hubs, one))?.id, one.id);
  });

  it('pending invalidations stay pending while the cache is away', async (t) => {
    const hubs = await open(t);
    await hubs.store.save(hub(), T0);
    const broken = { ...hubs.cache, invalidate: () => Promise.reject(new Error('away')) };
    await assert.rejects(repeatInvalidations({ ...hubs, cache: broken }, T0 + repeatAfterMs));
    assert.equal((await hubs.store.pendingInvalidations(T0)).length, 1);
  });
}

function pauses(open: Open): void {
  for (const where of ofLookup) {
    it(`a pause in the middle of a lookup, ${where}, holds from then on`, async (t) => {
      const hubs = await open(t);
      const one = hub({ radiusKm: 1 });
      await saveHub(hubs, one, T0);
      // In a cached cell, a lookup takes no step but to get it.
      for (const isCached of where.endsWith('get') ? [false, true] : [false]) {
        for (const paused of [true, false]) {
          await hubs.cache.invalidate([parentOf(cellOf(one))]);
          if (isCached) await best(hubs, one);
          const patch = () => patchHub(hubs, one.id, { paused }, T0);
          await best(interrupted(hubs, where, patch), one);
          assert.equal((await best(hubs, one))?.id, paused ? undefined : one.id);
        }
      }
    });
  }

  for (const where of ofPatch) {
    it(`a lookup in the middle of a pause, ${where}, leaves nothing stale`, async (t) => {
      const hubs = await open(t);
      const one = hub({ radiusKm: 1 });
      await saveHub(hubs, one, T0);
      const look = () => best(hubs, one);
      await patchHub(interrupted(hubs, where, look), one.id, { paused: true }, T0);
      assert.equal(await look(), undefined);
      await patchHub(interrupted(hubs, where, look), one.id, { paused: false }, T0);
      assert.equal((await look())?.id, one.id);
    });
  }

  for (const where of ofPatch) {
    it(`a hub that is replaced in the middle of a pause, ${where}, is as the later one says`, async (t) => {
      const hubs = await open(t);
      const one = hub({ radiusKm: 1 });
      await saveHub(hubs, one, T0);
      await best(hubs, one);
      // A new hub of that id is not paused; a pause that comes after it is.
      const isPausedLast = where === 'before patch';
      const replace = async () => {
        await removeHub(hubs, one.id, T0);
        await saveHub(hubs, one, T0);
        await best(hubs, one);
      };
      await patchHub(interrupted(hubs, where, replace), one.id, { paused: true }, T0);
      assert.equal((await best(hubs, one)) === undefined, isPausedLast);
    });
  }

  it('patches that race each other and lookups: each lookup sees what was acknowledged', async (t) => {
    const hubs = await open(t);
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const one = hub({ radiusKm: 1, name: '0' });
        await saveHub(hubs, one, T0);
        const slow = interleaved(hubs, scheduler);
        const progress = { acknowledged: 0, isDone: false };
        const change = async () => {
          for (let version = 1; version <= 6; version++) {
            await patchHub(slow, one.id, { name: String(version) }, T0);
            progress.acknowledged = version;
          }
          progress.isDone = true;
        };
        // Another replica changes riders concurrently; the names go on from the latest.
        const other = async () => {
          for (let i = 0; i < 4; i++) await patchHub(slow, one.id, { riders: i / 4 }, T0);
        };
        const client = async () => {
          while (!progress.isDone) {
            const known = progress.acknowledged;
            const found = await best(slow, one);
            assert.ok(Number(found?.name) >= known, `found ${found?.name} after ${known}`);
          }
        };
        await scheduler.waitFor(Promise.all([change(), other(), client(), client()]));
        assert.equal((await best(hubs, one))?.name, '6');
        await removeHub(hubs, one.id, T0);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('a pause whose process died before the cache was told is caught up, and drops no cell', async (t) => {
    const hubs = await open(t);
    const one = hub({ radiusKm: 1 });
    await saveHub(hubs, one, T0);
    await repeatInvalidations(hubs, T0 + repeatAfterMs);
    await best(hubs, one);
    const later = T0 + repeatAfterMs;
    await hubs.store.patch(one.id, { paused: true }, later); // and the process ends here
    assert.equal((await best(hubs, one))?.id, one.id);
    await repeatInvalidations(hubs, later + repeatAfterMs);
    assert.notEqual(await hubs.cache.get(cellOf(one)), undefined, 'it is still cached');
    assert.equal(await best(hubs, one), undefined);
    assert.equal((await hubs.store.pendingInvalidations(later)).length, 0);
  });

  it('a pause of a hub that was removed since is forgotten', async (t) => {
    const hubs = await open(t);
    const one = hub();
    await saveHub(hubs, one, T0);
    await patchHub(hubs, one.id, { paused: true }, T0);
    await removeHub(hubs, one.id, T0);
    await repeatInvalidations(hubs, T0 + repeatAfterMs);
    assert.equal((await hubs.store.pendingInvalidations(T0)).length, 0);
  });
}

function hours(open: Open): void {
  const closing = T0 + 3_600_000;
  const untilOne = hoursText({
    timezone: 'UTC',
    weekly: [{ days: ['thu'], from: '09:00', to: '13:00' }],
  });
  const at = async (hubs: Hubs, point: LatLng, now: number) =>
    (await locateHub(geoOf(hubs), { point, address: '', now })).candidates[0]?.hub.id;

  it('a cached cell does not outlive the closing hour, nor the opening', async (t) => {
    const hubs = await open(t);
    const one = hub({ radiusKm: 1, hours: untilOne });
    await saveHub(hubs, one, T0);
    const read = closing - 1_000;
    assert.equal(await at(hubs, one, read), one.id);
    assert.equal(await at(hubs, one, closing - 1), one.id);
    const cached = (await hubs.cache.get(cellOf(one)))!;
    assert.equal(await at(hubs, one, closing), undefined);
    assert.equal((await hubs.cache.get(cellOf(one)))!.at, cached.at, 'it is still cached');
    const opening = T0 + 7 * 86_400_000 - 3 * 3_600_000;
    assert.equal(await at(hubs, one, opening - 1), undefined);
    assert.equal(await at(hubs, one, opening), one.id);
  });

  for (const where of ofLookup) {
    it(`a lookup after the closing hour that overtakes one from before it, ${where}, finds it closed`, async (t) => {
      const hubs = await open(t);
      const one = hub({ radiusKm: 1, hours: untilOne });
      await saveHub(hubs, one, T0);
      const seen: (string | undefined)[] = [];
      const after = async () => seen.push(await at(hubs, one, closing));
      // Each answers for the instant at which it was asked, whatever the other one left in the cache.
      assert.equal(await at(interrupted(hubs, where, after), one, closing - 1), one.id);
      assert.equal(await at(hubs, one, closing), undefined);
      assert.equal(await at(hubs, one, closing - 1), one.id);
      assert.deepEqual(seen, [undefined]);
    });
  }
}
