/** Deleting, restoring and forgetting. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxDepth, type FileStore } from '../file-store.ts';
import type { Trashed } from '../trash.ts';
import {
  add,
  everything,
  folder,
  hashOf,
  hour,
  now,
  plain,
  update,
  versionsOf,
  type OpenReplicas,
} from './fixtures.ts';

const later = now + hour;
const kept = { now, restorableUntil: later };
const final = { now, restorableUntil: undefined };
const withAll = { ...kept, recursive: true };

const page = { now, before: undefined, limit: 100 };
const to = (parentId: string) => ({ parentId, name: undefined });

async function purgeAll(store: FileStore, at: number, limit = 100) {
  while (await store.purge(at, limit));
}

/** How many contents nobody needs, each of them to be seen once. */
const countUnneeded = async (store: FileStore) =>
  (await store.claimDeletions(now, now + hour, 1_000)).length;

/** A folder with a folder in it, and a file in either. */
async function tree(store: FileStore, parent = '') {
  const outer = await folder(store, parent, 'outer');
  const inner = await folder(store, outer.id, 'inner');
  const file = await add(store, 'in the outer', { parent_id: outer.id });
  const deep = await add(store, 'in the inner', { parent_id: inner.id });
  return { outer, inner, file, deep };
}

/** Everything that can be done with a file or folder says that it does not exist. */
async function assertGone(store: FileStore, ids: readonly string[]) {
  for (const id of ids) {
    const isFile = id.startsWith('file');
    assert.equal(await store.findFile(id), undefined, id);
    assert.equal(await store.findFolder(id), undefined, id);
    assert.equal(await store.share(id, 'bob', 'read'), 'unknown', id);
    assert.equal(await store.unshare(id, 'bob'), false, id);
    assert.equal(await store.deleteFile(id), 'unknown', id);
    assert.equal(await store.removeFile(id, kept), 'unknown', id);
    assert.equal(await store.removeFolder(id, withAll), 'unknown', id);
    assert.equal(await store.moveFile(id, to(''), now), 'unknown', id);
    assert.equal(await store.moveFolder(id, to('')), 'unknown', id);
    assert.equal((await versionsOf(store, id)).length, 0, id);
    if (isFile) assert.equal(await update(store, id, 'new'), 'unknown', id);
    if (isFile) continue;
    const pin = await store.pin(hashOf('x'), 1, now);
    const made = { name: 'f', owner_id: 'ann', parent_id: id };
    assert.equal(await store.createFolder(made, now), 'unknown', id);
    assert.equal(await store.createFile({ ...made, mime_type: 'a/b' }, pin.id, now), 'unknown');
  }
}

export function trashContract(open: OpenReplicas): void {
  test('a file in the trash is unknown to all but the trash, on every replica', async (t) => {
    const { first, second } = await open(t);
    const docs = await folder(first);
    const { id } = await add(first, 'x', { parent_id: docs.id, name: 'a' });
    await first.share(id, 'bob', 'write');
    assert.equal(await second.removeFile(id, kept), 'removed');
    await assertGone(first, [id]);
    assert.deepEqual(await first.children({ ...everything, folderId: docs.id }), []);
    for (const more of [{}, { visibleTo: 'bob' }, { ownerId: 'ann' }]) {
      const listed = await second.children({ ...everything, ...more });
      assert.ok(!listed.some((entry) => entry.id === id));
    }
    const { seq, ...item } = (await first.findTrashed(id, now))!;
    assert.deepEqual(item, {
      type: 'file',
      id,
      name: 'a',
      owner_id: 'ann',
      parent_id: docs.id,
      deleted_at: now,
    });
    assert.deepEqual(plain(await second.listTrash('ann', page)), [{ ...item, seq }]);
  });

  test('a restored file is as it was, with its versions and shares', async (t) => {
    const { first, second } = await open(t);
    const docs = await folder(first);
    const { id } = await add(first, 'one', { parent_id: docs.id });
    await update(first, id, 'two');
    await first.share(id, 'bob', 'read');
    const before = await first.findFile(id);
    const versions = await versionsOf(first, id);
    await first.removeFile(id, kept);
    assert.equal(await countUnneeded(second), 0);
    assert.equal(await second.restore(id, docs.id, now), docs.id);
    assert.deepEqual(await first.findFile(id), before);
    assert.deepEqual(await versionsOf(first, id), versions);
    const listing = { ...everything, folderId: docs.id };
    assert.equal((await first.children(listing)).length, 1);
    assert.equal((await first.children({ ...listing, visibleTo: 'bob' })).length, 1);
    assert.equal(await first.restore(id, docs.id, now), undefined);
    assert.deepEqual(await first.listTrash('ann', page), []);
    assert.equal(await second.removeFile(id, kept), 'removed');
  });

  test('a folder goes and comes back with all that is in it, as one item', async (t) => {
    const { first, second } = await open(t);
    const docs = await folder(first);
    const { outer, inner, file, deep } = await tree(first, docs.id);
    const ids = [outer.id, inner.id, file.id, deep.id];
    assert.equal(await first.removeFolder(outer.id, withAll), 'removed');
    await assertGone(second, ids);
    assert.deepEqual(
      (await second.listTrash('ann', page)).map(({ id }) => id),
      [outer.id],
    );
    for (const id of ids.slice(1)) assert.equal(await second.findTrashed(id, now), undefined, id);
    assert.equal(await second.restore(outer.id, docs.id, now), docs.id);
    assert.deepEqual(await first.findFolder(outer.id), outer);
    assert.deepEqual(await first.findFolder(inner.id), inner);
    assert.deepEqual(await first.findFile(deep.id), deep);
    assert.deepEqual(
      (await second.children({ ...everything, folderId: outer.id })).map(({ id }) => id),
      [inner.id, file.id],
    );
  });

  test('only an empty folder goes without what is in it', async (t) => {
    const { first, second } = await open(t);
    const withoutAll = { ...kept, recursive: false };
    const { outer, inner, deep } = await tree(first);
    assert.equal(await second.removeFolder(outer.id, withoutAll), 'not empty');
    assert.equal(await second.removeFolder(inner.id, withoutAll), 'not empty');
    assert.deepEqual(await first.findFile(deep.id), deep);
    // An item in the trash is not in the folder.
    await first.removeFile(deep.id, kept);
    assert.equal(await second.removeFolder(inner.id, withoutAll), 'removed');
    assert.equal(await second.removeFolder(inner.id, withoutAll), 'unknown');
    assert.equal(await first.restore(deep.id, inner.id, now), '');
    for (const id of ['folder_999999999', 'nonsense', 'root', '', deep.id]) {
      assert.equal(await first.removeFolder(id, withAll), 'unknown', id);
    }
  });

  test('an item from a folder that is gone comes back to the top level', async (t) => {
    const { first, second } = await open(t);
    for (const isForgotten of [false, true]) {
      const { outer, inner, file } = await tree(first);
      await first.removeFile(file.id, kept);
      await first.removeFolder(inner.id, withAll);
      await first.removeFolder(outer.id, isForgotten ? { ...final, recursive: true } : withAll);
      if (isForgotten) await purgeAll(second, now);
      assert.equal(await second.restore(file.id, outer.id, now), '');
      assert.equal(await second.restore(inner.id, outer.id, now), '');
      assert.equal((await first.findFile(file.id))!.parent_id, '');
      assert.deepEqual(await first.lineage(inner.id).then((above) => above.length), 1);
      await first.deleteFile(file.id);
      await first.removeFolder(inner.id, withAll);
    }
  });

  test('a folder that does not fit where it was comes back to the top level', async (t) => {
    const { first } = await open(t);
    const { outer, inner } = await tree(first);
    await first.removeFolder(inner.id, withAll);
    let top = '';
    for (let depth = 1; depth < maxDepth; depth++) top = (await folder(first, top)).id;
    assert.ok(typeof (await first.moveFolder(outer.id, to(top))) === 'object');
    assert.equal(await first.restore(inner.id, outer.id, now), '');
    // It counts where it is now.
    assert.equal(await first.moveFolder(inner.id, to(outer.id)), 'too deep');
  });

  test('the deepest folder counts no more when it is in the trash, and again when it is back', async (t) => {
    const { first, second } = await open(t);
    const { outer, inner } = await tree(first);
    let top = '';
    for (let depth = 1; depth < maxDepth; depth++) top = (await folder(first, top)).id;
    assert.equal(await second.moveFolder(outer.id, to(top)), 'too deep');
    await first.removeFolder(inner.id, withAll);
    assert.ok(typeof (await second.moveFolder(outer.id, to(top))) === 'object');
    await second.moveFolder(outer.id, to(''));
    assert.equal(await first.restore(inner.id, outer.id, now), outer.id);
    assert.equal(await second.moveFolder(outer.id, to(top)), 'too deep');
  });

  test('an item can be restored until its instant, and not at it', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'x');
    await first.removeFile(id, kept);
    assert.equal(await second.purge(later - 1, 100), false);
    assert.ok(await second.findTrashed(id, later - 1));
    assert.equal((await second.listTrash('ann', { ...page, now: later - 1 })).length, 1);
    assert.equal(await second.findTrashed(id, later), undefined);
    assert.deepEqual(await second.listTrash('ann', { ...page, now: later }), []);
    assert.equal(await second.restore(id, '', later), undefined);
    assert.equal(await second.discard(id, later), false);
    assert.equal(await second.restore(id, '', later - 1), '');
  });

  test('an item that is being forgotten cannot be restored, whatever the clock says', async (t) => {
    const { first, second } = await open(t);
    const { outer } = await tree(first);
    await first.removeFolder(outer.id, withAll);
    assert.equal(await second.purge(later, 1), true);
    assert.equal(await first.restore(outer.id, '', now), undefined);
    assert.equal(await first.findTrashed(outer.id, now), undefined);
    assert.deepEqual(await first.listTrash('ann', page), []);
  });

  test('an item that is removed for good, or discarded, is never in the trash', async (t) => {
    const { first, second } = await open(t);
    const [one, other] = [await tree(first), await tree(first)];
    await first.removeFolder(one.outer.id, { ...final, recursive: true });
    await first.removeFolder(other.outer.id, withAll);
    assert.equal(await second.discard(other.outer.id, now), true);
    assert.equal(await second.discard(other.outer.id, now), false);
    for (const { outer } of [one, other]) {
      assert.equal(await second.findTrashed(outer.id, now), undefined);
      assert.equal(await second.restore(outer.id, '', now), undefined);
    }
    assert.deepEqual(await first.listTrash('ann', page), []);
    for (const id of ['file_999999999', 'nonsense', '']) {
      assert.equal(await first.discard(id, now), false, id);
      assert.equal(await first.restore(id, '', now), undefined, id);
    }
  });

  test('the list shows what a user owned, the latest first, in pages', async (t) => {
    const { first, second } = await open(t);
    const items: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { id } = i % 2 ? await folder(first) : await add(first, 'x');
      await (i % 2 ? first.removeFolder(id, withAll) : second.removeFile(id, kept));
      items.unshift(id);
    }
    const { id } = await add(first, 'x', { owner_id: 'bob' });
    await first.removeFile(id, kept);
    const pages: Trashed[][] = [];
    for (let before: number | undefined; ; before = pages.at(-1)!.at(-1)!.seq) {
      pages.push(await second.listTrash('ann', { now, before, limit: 2 }));
      if (pages.at(-1)!.length < 2) break;
    }
    assert.deepEqual(
      pages.flat().map((item) => item.id),
      items,
    );
    assert.equal((await first.listTrash('bob', page)).length, 1);
    assert.deepEqual(await first.listTrash('eve', page), []);
  });

  test('forgetting an item leaves its contents to be deleted, in steps of any size', async (t) => {
    const { first, second } = await open(t);
    for (const limit of [1, 2, 3, 100]) {
      const { outer, deep } = await tree(first);
      for (let i = 0; i < 4; i++) await update(first, deep.id, `version ${i % 3} of ${limit}`);
      const shared = await add(first, 'in the outer');
      await first.share(outer.id, 'bob', 'read');
      await first.share(deep.id, 'bob', 'read');
      const single = await add(first, `single ${limit}`);
      await first.removeFile(single.id, kept);
      await first.removeFolder(outer.id, withAll);
      assert.equal(await countUnneeded(first), 0);
      await purgeAll(second, later, limit);
      // That of the outer file is needed by another; those of five versions, and of the single one.
      assert.equal(await countUnneeded(first), 5);
      await first.deleteFile(shared.id);
      assert.equal(await countUnneeded(first), 1);
      assert.equal(await second.purge(later + hour, 100), false);
    }
  });

  test('a step does no more than it should', async (t) => {
    const { first } = await open(t);
    const { id } = await add(first, 'version 0');
    for (let i = 1; i < 10; i++) await update(first, id, `version ${i}`);
    await first.removeFile(id, final);
    await first.purge(now, 4);
    assert.ok((await countUnneeded(first)) <= 4);
    await purgeAll(first, now, 4);
    assert.ok((await countUnneeded(first)) >= 6);
  });

  test('several may forget at once', async (t) => {
    const { first, second } = await open(t);
    const trees = [await tree(first), await tree(first), await tree(first)];
    for (let i = 0; i < 40; i++) {
      await add(first, `file ${i}`, { parent_id: trees[i % 3]!.inner.id });
    }
    for (const { outer } of trees) await first.removeFolder(outer.id, withAll);
    const all = Array.from({ length: 6 }, (_, i) => purgeAll(i % 2 ? first : second, later, 3));
    await Promise.all(all);
    await purgeAll(first, later);
    assert.equal(await countUnneeded(first), 42);
  });
}
