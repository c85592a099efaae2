/** The contract of every cache of cells, tried through two handles on one state. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { cellToChildren } from 'h3-js';
import { cellOf, parentOf } from '../../cells/cells.ts';
import { square } from '../../test/areas.ts';
import { away, centre, hub, T0 } from '../../test/fixtures.ts';
import type { CellCache, CellEntry } from '../geo-store.ts';

type OpenCache = (t: TestContext) => Promise<[CellCache, CellCache]>;

const cell = cellOf(centre);
const parent = parentOf(cell);
const sibling = cellToChildren(parent, 9).find((each) => each !== cell)!;
const stranger = cellOf(away(centre, 100));

function entry(): CellEntry {
  const [one, other, third] = [hub({ name: 'Ünï "🛵' }), hub({ radiusKm: 0.1 + 0.2 }), hub()];
  return { at: T0, listed: [other, one], near: [one, other, third] };
}

const write = async (cache: CellCache, cell: string, written = entry()) =>
  (await cache.beginWrite(cell))(written);

/** The contents of an entry: the hubs in no order, without the members that only the record has. */
const contents = (written: CellEntry | undefined) =>
  written && {
    at: written.at,
    listed: written.listed.map(({ id }) => id).toSorted(),
    near: written.near
      .map(({ id, name, lat, lng, radiusKm, stock, riders }) =>
        JSON.stringify([id, name, lat, lng, radiusKm, stock, riders]),
      )
      .toSorted(),
  };

export function cellCacheContract(
  name: string,
  open: OpenCache,
  options: { skip?: string | false } = {},
): void {
  describe(`cell cache on ${name}`, options, () => {
    it('every replica reads an entry that one replica wrote', async (t) => {
      const [first, second] = await open(t);
      const written = entry();
      assert.equal(await write(first, cell, written), true);
      assert.deepEqual(contents(await second.get(cell)), contents(written));
    });

    it('has no entry that was not written, and each cell has its own', async (t) => {
      const [first, second] = await open(t);
      assert.equal(await second.get(cell), undefined);
      await write(first, cell);
      assert.equal(await second.get(sibling), undefined);
      assert.equal(await second.get(stranger), undefined);
    });

    it('an entry may say that there is no hub', async (t) => {
      const [first, second] = await open(t);
      await write(first, cell, { at: T0, listed: [], near: [] });
      assert.deepEqual(await second.get(cell), { at: T0, listed: [], near: [] });
    });

    it('a newer entry replaces the older one', async (t) => {
      const [first, second] = await open(t);
      await write(first, cell);
      const newer = { ...entry(), at: T0 + 5 };
      assert.equal(await write(second, cell, newer), true);
      assert.deepEqual(contents(await first.get(cell)), contents(newer));
    });

    it('invalidating a parent removes its cells, and no others', async (t) => {
      const [first, second] = await open(t);
      for (const each of [cell, sibling, stranger]) await write(first, each);
      await second.invalidate([parent]);
      assert.equal(await first.get(cell), undefined);
      assert.equal(await first.get(sibling), undefined);
      assert.notEqual(await first.get(stranger), undefined);
      await second.invalidate([parent, parentOf(stranger)]);
      assert.equal(await first.get(stranger), undefined);
    });

    it('rejects a write that began before an invalidation, and accepts one that begins after it', async (t) => {
      const [first, second] = await open(t);
      const early = await first.beginWrite(cell);
      const earlySibling = await second.beginWrite(sibling);
      await second.invalidate([parent]);
      assert.equal(await early(entry()), false);
      assert.equal(await earlySibling(entry()), false);
      const late = await second.beginWrite(cell);
      assert.equal(await early(entry()), false);
      assert.equal(await first.get(cell), undefined);
      assert.equal(await late(entry()), true);
      assert.equal(await early({ ...entry(), at: 1 }), false);
      assert.equal((await first.get(cell))!.at, T0);
    });

    it('rejects a write that began before several invalidations', async (t) => {
      const [first, second] = await open(t);
      const early = await first.beginWrite(cell);
      await second.invalidate([parent]);
      await write(first, sibling);
      await first.invalidate([parent]);
      await write(second, sibling);
      assert.equal(await early(entry()), false);
    });

    it('invalidating another parent rejects nothing', async (t) => {
      const [first, second] = await open(t);
      const early = await first.beginWrite(cell);
      await second.invalidate([parentOf(stranger)]);
      assert.equal(await early(entry()), true);
    });

    it('several writes at once are all accepted', async (t) => {
      const [first, second] = await open(t);
      const writes = await Promise.all([
        first.beginWrite(cell),
        second.beginWrite(cell),
        first.beginWrite(sibling),
      ]);
      for (const each of writes) assert.equal(await each(entry()), true);
    });

    it('has the latest state of a hub in every entry of its parent, whenever it is written', async (t) => {
      const [first, second] = await open(t);
      const stale = entry();
      const { row, revision } = stale.near[0]!;
      const state = { row, revision: revision + 1, name: 'now', stock: 0.1 + 0.2, riders: 0 };
      await write(first, cell, stale);
      const late = await first.beginWrite(sibling);
      await second.refresh([parent, parentOf(stranger)], { ...state, paused: true });
      await late(stale);
      await write(first, stranger, stale); // its parent had no entries, so nothing was noted
      for (const each of [cell, sibling]) {
        const { near, listed } = (await second.get(each))!;
        const expected = { ...stale.near[0]!, ...state, paused: true };
        const found = near.find((one) => one.row === row)!;
        assert.deepEqual(
          contents({ at: T0, listed, near: [found] })!.near,
          contents({ at: T0, listed, near: [expected] })!.near,
        );
        assert.equal(found.paused, true);
        assert.equal(listed.find((one) => one.row === row)!.name, 'now');
        assert.equal(near.length, 3);
        assert.equal(near.find((one) => one.row !== row)!.paused, undefined);
      }
      assert.equal((await second.get(stranger))!.near.find((one) => one.row === row)!.stock, 1);
    });

    it('keeps the later of two states, and of a hub that is later than its state the hub', async (t) => {
      const [first, second] = await open(t);
      const written = entry();
      const [one] = written.near;
      const stateAt = (revision: number) => ({
        row: one!.row,
        revision,
        name: `state ${revision}`,
        stock: 1,
        riders: 1,
      });
      await write(first, cell, written);
      await second.refresh([parent], stateAt(5));
      await first.refresh([parent], stateAt(4));
      const nameIn = async (each: string) =>
        (await second.get(each))!.near.find(({ row }) => row === one!.row)!.name;
      assert.equal(await nameIn(cell), 'state 5');
      const later = { ...one!, name: 'read later', revision: 6 };
      await write(second, sibling, { at: T0, listed: [], near: [later] });
      assert.deepEqual([await nameIn(sibling), await nameIn(cell)], ['read later', 'state 5']);
    });

    it('invalidating a parent removes the states of its hubs too', async (t) => {
      const [first, second] = await open(t);
      const written = entry();
      const [one] = written.near;
      await write(first, cell, written);
      await first.refresh([parent], { ...one!, revision: 99, name: 'former' });
      await second.invalidate([parent]);
      await write(first, cell, written);
      assert.equal(
        (await second.get(cell))!.near.find(({ id }) => id === one!.id)!.name,
        one!.name,
      );
    });

    it('keeps areas and hours of hubs', async (t) => {
      const [first, second] = await open(t);
      const one = hub({ coverage: square(centre, 1), hours: '{"timezone":"UTC"}', paused: false });
      await write(first, cell, { at: T0, listed: [one], near: [one] });
      const found = (await second.get(cell))!.near[0]!;
      assert.deepEqual(
        [found.coverage, found.hours, found.paused],
        [one.coverage, one.hours, false],
      );
    });

    it('invalidating nothing, or what was never written, does no harm', async (t) => {
      const [first] = await open(t);
      await first.invalidate([]);
      await first.invalidate([parent, parentOf(stranger)]);
      assert.equal(await first.get(cell), undefined);
    });
  });
}
