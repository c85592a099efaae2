/** What every cache of cells keeps to, tried through two handles on one state. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { cellToChildren } from 'h3-js';
import { cellOf, parentOf } from './cells.ts';
import { away, centre, hub, T0 } from './contract/fixtures.ts';
import type { CellCache, CellEntry } from './store.ts';

export type OpenCache = (t: TestContext) => Promise<[CellCache, CellCache]>;

const cell = cellOf(centre);
const parent = parentOf(cell);
const sibling = cellToChildren(parent, 9).find((each) => each !== cell)!;
const stranger = cellOf(away(centre, 100));

function entry(): CellEntry {
  const [one, other, third] = [hub({ name: 'Ünï "🛵' }), hub({ radiusKm: 0.1 + 0.2 }), hub()];
  return { at: T0, listed: [other, one], near: [one, other, third] };
}

const keep = async (cache: CellCache, cell: string, kept = entry()) =>
  (await cache.open(cell))(kept);

/** What matters of an entry: the hubs in no order, without what only the record has. */
const contents = (kept: CellEntry | undefined) =>
  kept && {
    at: kept.at,
    listed: kept.listed.map(({ id }) => id).toSorted(),
    near: kept.near
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
    it('what one replica kept, every replica gets', async (t) => {
      const [first, second] = await open(t);
      const kept = entry();
      assert.equal(await keep(first, cell, kept), true);
      assert.deepEqual(contents(await second.get(cell)), contents(kept));
    });

    it('keeps nothing of its own accord, and each cell apart', async (t) => {
      const [first, second] = await open(t);
      assert.equal(await second.get(cell), undefined);
      await keep(first, cell);
      assert.equal(await second.get(sibling), undefined);
      assert.equal(await second.get(stranger), undefined);
    });

    it('keeps that there is no hub', async (t) => {
      const [first, second] = await open(t);
      await keep(first, cell, { at: T0, listed: [], near: [] });
      assert.deepEqual(await second.get(cell), { at: T0, listed: [], near: [] });
    });

    it('replaces an entry', async (t) => {
      const [first, second] = await open(t);
      await keep(first, cell);
      const newer = { ...entry(), at: T0 + 5 };
      assert.equal(await keep(second, cell, newer), true);
      assert.deepEqual(contents(await first.get(cell)), contents(newer));
    });

    it('dropping a parent forgets its cells, and no others', async (t) => {
      const [first, second] = await open(t);
      for (const each of [cell, sibling, stranger]) await keep(first, each);
      await second.drop([parent]);
      assert.equal(await first.get(cell), undefined);
      assert.equal(await first.get(sibling), undefined);
      assert.notEqual(await first.get(stranger), undefined);
      await second.drop([parent, parentOf(stranger)]);
      assert.equal(await first.get(stranger), undefined);
    });

    it('refuses what was opened before a drop, and keeps what is opened after it', async (t) => {
      const [first, second] = await open(t);
      const early = await first.open(cell);
      const earlySibling = await second.open(sibling);
      await second.drop([parent]);
      assert.equal(await early(entry()), false);
      assert.equal(await earlySibling(entry()), false);
      const late = await second.open(cell);
      assert.equal(await early(entry()), false);
      assert.equal(await first.get(cell), undefined);
      assert.equal(await late(entry()), true);
      assert.equal(await early({ ...entry(), at: 1 }), false);
      assert.equal((await first.get(cell))!.at, T0);
    });

    it('refuses what was opened before several drops', async (t) => {
      const [first, second] = await open(t);
      const early = await first.open(cell);
      await second.drop([parent]);
      await keep(first, sibling);
      await first.drop([parent]);
      await keep(second, sibling);
      assert.equal(await early(entry()), false);
    });

    it('a drop elsewhere refuses nothing', async (t) => {
      const [first, second] = await open(t);
      const early = await first.open(cell);
      await second.drop([parentOf(stranger)]);
      assert.equal(await early(entry()), true);
    });

    it('of lookups at once each may keep', async (t) => {
      const [first, second] = await open(t);
      const keeps = await Promise.all([first.open(cell), second.open(cell), first.open(sibling)]);
      for (const each of keeps) assert.equal(await each(entry()), true);
    });

    it('dropping nothing, or what was never kept, does no harm', async (t) => {
      const [first] = await open(t);
      await first.drop([]);
      await first.drop([parent, parentOf(stranger)]);
      assert.equal(await first.get(cell), undefined);
    });
  });
}
