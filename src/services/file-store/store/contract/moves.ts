/** Files and folders that get another name or place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxDepth, type FileStore, type Move } from '../file-store.ts';
import { add, everything, folder, now, update, type OpenReplicas } from './fixtures.ts';

const to = (parentId: string | undefined, name?: string): Move => ({ parentId, name });

const idsIn = async (store: FileStore, folderId: string, more = {}) =>
  (await store.children({ ...everything, folderId, ...more })).map(({ id }) => id);

/** Folders in one another, the outermost first. */
async function chain(store: FileStore, length: number, parent = '') {
  const ids: string[] = [];
  for (let i = 0; i < length; i++) ids.push((await folder(store, ids.at(-1) ?? parent)).id);
  return ids;
}

export function moveContract(open: OpenReplicas): void {
  test('a file has its new name and place on every replica, and is as it was else', async (t) => {
    const { first, second } = await open(t);
    const docs = await folder(first);
    const before = await add(first, 'x', { name: 'a' });
    const renamed = await first.moveFile(before.id, to(undefined, 'b'), now + 5);
    assert.deepEqual(renamed, { ...before, name: 'b', updated_at: now + 5 });
    const moved = await second.moveFile(before.id, to(docs.id), now + 6);
    assert.deepEqual(moved, { ...before, name: 'b', parent_id: docs.id, updated_at: now + 6 });
    assert.deepEqual(await first.findFile(before.id), moved);
    assert.deepEqual(await idsIn(first, docs.id), [before.id]);
    assert.deepEqual(await idsIn(first, ''), [docs.id]);
    const both = await first.moveFile(before.id, to('', 'c'), now + 7);
    assert.deepEqual(both, { ...before, name: 'c', updated_at: now + 7 });
    const updated = await update(first, before.id, 'y');
    assert.ok(typeof updated === 'object');
    assert.deepEqual([updated.name, updated.version], ['c', 2]);
  });

  test('a folder takes with it what is in it', async (t) => {
    const { first, second } = await open(t);
    const [outer, inner] = (await chain(first, 2)) as [string, string];
    const file = await add(first, 'x', { parent_id: inner });
    const other = await folder(first, '', 'other');
    const before = await first.findFolder(outer);
    const moved = await second.moveFolder(outer, to(other.id, 'elsewhere'));
    assert.deepEqual(moved, { ...before, name: 'elsewhere', parent_id: other.id });
    assert.deepEqual(await first.findFile(file.id), file);
    assert.deepEqual(
      (await first.lineage(inner)).map(({ id }) => id),
      [inner, outer, other.id],
    );
    assert.deepEqual(await second.moveFolder(outer, to(undefined, 'docs')), {
      ...before,
      parent_id: other.id,
    });
  });

  test('an item shared with a user is listed at its new place, by its new name', async (t) => {
    const { first, second } = await open(t);
    const target = await folder(first, '', 'target', 'cleo');
    const items = [await folder(first, '', 'z'), await add(first, 'x', { name: 'z' })];
    for (const { id } of items) await first.share(id, 'bob', 'read');
    await first.moveFolder(items[0]!.id, to(target.id, 'y'));
    await first.moveFile(items[1]!.id, to(target.id, 'y'), now);
    const visible = { visibleTo: 'bob' };
    assert.deepEqual(await idsIn(second, '', visible), []);
    const ids = items.map(({ id }) => id);
    assert.deepEqual(await idsIn(second, target.id, visible), ids);
    const shown = await second.children({ ...everything, folderId: target.id, ...visible });
    assert.deepEqual(
      shown.map(({ name }) => name),
      ['y', 'y'],
    );
  });

  test('a missing item cannot be moved, nor be moved into', async (t) => {
    const { first } = await open(t);
    const file = await add(first, 'x');
    const docs = await folder(first);
    for (const id of ['file_999999999', docs.id, 'nonsense', 'root', '']) {
      assert.equal(await first.moveFile(id, to(''), now), 'unknown', id);
    }
    for (const id of ['folder_999999999', file.id, 'nonsense', 'root', '']) {
      assert.equal(await first.moveFolder(id, to('')), 'unknown', id);
    }
    for (const parent of ['folder_999999999', file.id, 'nonsense', 'root']) {
      assert.equal(await first.moveFile(file.id, to(parent), now), 'unknown parent', parent);
      assert.equal(await first.moveFolder(docs.id, to(parent)), 'unknown parent', parent);
    }
    assert.deepEqual(await first.findFile(file.id), file);
  });

  test('a folder cannot be moved into itself or below itself', async (t) => {
    const { first, second } = await open(t);
    const [outer, middle, inner] = (await chain(first, 3)) as [string, string, string];
    for (const target of [outer, middle, inner]) {
      assert.equal(await second.moveFolder(outer, to(target, 'new name')), 'cycle', target);
    }
    assert.equal((await first.findFolder(outer))!.name, 'docs');
    assert.ok(typeof (await first.moveFolder(inner, to(outer))) === 'object');
    assert.ok(typeof (await first.moveFolder(middle, to(inner))) === 'object');
    assert.equal(await second.moveFolder(outer, to(middle)), 'cycle');
  });

  test('when two folders are moved into each other at once, one move succeeds', async (t) => {
    const { first, second } = await open(t);
    for (let i = 0; i < 10; i++) {
      const [one, other] = [await folder(first), await folder(first)];
      const outcomes = await Promise.all([
        first.moveFolder(one.id, to(other.id)),
        second.moveFolder(other.id, to(one.id)),
      ]);
      assert.equal(outcomes.filter((outcome) => outcome === 'cycle').length, 1);
    }
  });

  test(`a move leaves nothing deeper than ${maxDepth}, whatever was deeper before`, async (t) => {
    const { first, second } = await open(t);
    const upper = await chain(first, 62);
    const lower = await chain(first, 3);
    const make = (parent_id: string) => ({ name: 'f', owner_id: 'ann', parent_id });
    assert.equal(await second.moveFolder(lower[0]!, to(upper.at(-1))), 'too deep');
    const moved = await second.moveFolder(lower[0]!, to(upper.at(-2)));
    assert.ok(typeof moved === 'object');
    assert.equal(await first.createFolder(make(lower.at(-1)!), now), 'too deep');
    // The deepest leaves: the folder that it was in is measured without it from then on.
    assert.ok(typeof (await first.moveFolder(lower[2]!, to(''))) === 'object');
    assert.ok(typeof (await first.moveFolder(lower[0]!, to(upper.at(-1)))) === 'object');
    assert.equal(await first.createFolder(make(lower[1]!), now), 'too deep');
    assert.equal(await second.moveFolder(lower[2]!, to(lower[1])), 'too deep');
    // One that is empty fits on the deepest level.
    assert.ok(typeof (await second.moveFolder(lower[1]!, to(''))) === 'object');
    assert.ok(typeof (await second.moveFolder(lower[1]!, to(lower[0]))) === 'object');
    // And a file in it.
    const file = await add(first, 'x');
    assert.ok(typeof (await first.moveFile(file.id, to(lower[1]), now)) === 'object');
  });

  test('the highest of several folders in a folder counts', async (t) => {
    const { first, second } = await open(t);
    const upper = await chain(first, maxDepth - 2);
    const [outer] = (await chain(first, 3)) as [string];
    await folder(second, outer);
    const other = await folder(first);
    assert.ok(typeof (await first.moveFolder(other.id, to(outer))) === 'object');
    assert.equal(await second.moveFolder(outer, to(upper.at(-1))), 'too deep');
    assert.ok(typeof (await second.moveFolder(outer, to(upper.at(-2)))) === 'object');
  });

  test('when a move and a new folder do not both fit, one is refused', async (t) => {
    const { first, second } = await open(t);
    const upper = await chain(first, maxDepth - 2);
    for (let i = 0; i < 10; i++) {
      const [outer, inner] = (await chain(first, 2)) as [string, string];
      const outcomes = await Promise.all([
        first.moveFolder(outer, to(upper.at(-1))),
        second.createFolder({ name: 'f', owner_id: 'ann', parent_id: inner }, now),
      ]);
      assert.equal(outcomes.filter((outcome) => outcome === 'too deep').length, 1);
    }
  });
}
