/** Folders, listings and shares. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxDepth, type Entry, type File, type Folder, type Listing } from '../file-store.ts';
import {
  add,
  everything,
  folder,
  hashOf,
  now,
  plain,
  type OpenReplicas,
  versionsOf,
} from './fixtures.ts';

export function treeContract(open: OpenReplicas): void {
  test('a folder and a file come back from every replica as they were made', async (t) => {
    const { first, second } = await open(t);
    const docs = await folder(first);
    assert.match(docs.id, /^folder_[1-9]\d*$/);
    const { id, ...rest } = docs;
    const shared_with = {};
    assert.deepEqual(rest, {
      name: 'docs',
      parent_id: '',
      owner_id: 'ann',
      created_at: now,
      shared_with,
    });
    assert.deepEqual(await second.findFolder(id), docs);
    const file = await add(second, 'hello', { parent_id: id, name: 'ü😀' });
    assert.match(file.id, /^file_[1-9]\d*$/);
    assert.deepEqual(await first.findFile(file.id), file);
    assert.deepEqual([file.name, file.parent_id, file.size, file.version], ['ü😀', id, 5, 1]);
    assert.deepEqual([file.content_hash, file.created_at], [hashOf('hello'), now]);
  });

  test('a text that cannot be an id is unknown', async (t) => {
    const { first } = await open(t);
    await add(first, 'x');
    for (const id of [
      '',
      'file_',
      'file_0',
      'file_01',
      'file_1e3',
      'file_-1',
      'folder_1x',
      'root',
    ]) {
      assert.equal(await first.findFile(id), undefined, id);
      assert.equal(await first.findFolder(id), undefined, id);
      assert.equal((await versionsOf(first, id)).length, 0, id);
      assert.equal(await first.deleteFile(id), 'unknown', id);
      assert.equal(await first.share(id, 'bob', 'read'), 'unknown', id);
    }
    assert.equal(await first.findFile('file_999999999999999'), undefined);
  });

  test(`folders lie in folders that exist, at most ${maxDepth} deep`, async (t) => {
    const { first, second } = await open(t);
    const make = (parent_id: string) => ({ name: 'f', owner_id: 'ann', parent_id });
    assert.equal(await first.createFolder(make('folder_999999999'), now), 'unknown');
    assert.equal(await first.createFolder(make('nonsense'), now), 'unknown');
    let inner = await folder(first);
    for (let depth = 2; depth <= maxDepth; depth++) inner = await folder(second, inner.id);
    assert.equal(await first.createFolder(make(inner.id), now), 'too deep');
  });

  test('the lineage leads from the folder outwards', async (t) => {
    const { first, second } = await open(t);
    const outer = await folder(first, '', 'outer', 'ann');
    const middle = await folder(first, outer.id, 'middle', 'bob');
    const inner = await folder(first, middle.id, 'inner', 'cleo');
    await first.share(middle.id, 'dan', 'write');
    assert.deepEqual(plain(await second.lineage(inner.id)), [
      { id: inner.id, owner_id: 'cleo', shared_with: {} },
      { id: middle.id, owner_id: 'bob', shared_with: { dan: 'write' } },
      { id: outer.id, owner_id: 'ann', shared_with: {} },
    ]);
    assert.equal((await second.lineage('')).length, 0);
  });

  test('children are folders, then files, each by name in code-point order, then by number', async (t) => {
    const { first, second } = await open(t);
    const { id: folderId } = await folder(first);
    const names = ['b', '', 'B', 'a😀', 'aﬀ', 'ä', 'b', 'z'].filter((name) => name !== '');
    for (const name of names) await add(first, 'x', { parent_id: folderId, name });
    for (const name of ['y', 'Y']) await folder(second, folderId, name);
    for (let i = 0; i < 10; i++) await add(second, 'x', { parent_id: folderId, name: 'same' });
    const found = await first.children({ ...everything, folderId });
    const sorted = ['B', 'aﬀ', 'a😀', 'b', 'b', ...Array(10).fill('same'), 'z', 'ä'];
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Y', 'y', ...sorted],
    );
    const numbers = found
      .filter(({ name }) => name === 'same')
      .map(({ id }) => Number(id.slice(5)));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    assert.deepEqual(await second.findFile(found[2]!.id), withoutType(found[2]!));
    assert.deepEqual(await second.findFolder(found[0]!.id), withoutType(found[0]!));
  });

  test('pages of any size put together are the whole list', async (t) => {
    const { first, second } = await open(t);
    const { id: folderId } = await folder(first);
    for (const name of ['c', 'a', 'b', 'a', 'a']) {
      await add(first, 'x', { parent_id: folderId, name });
      await folder(second, folderId, name);
    }
    const whole = await first.children({ ...everything, folderId });
    assert.equal(whole.length, 10);
    for (const limit of [1, 2, 3, 5, 7, 10]) {
      const pages: Entry[] = [];
      for (let after: Entry | undefined; ; after = pages.at(-1)) {
        const page = await second.children({ ...everything, folderId, after, limit });
        pages.push(...page);
        if (page.length < limit) break;
      }
      assert.deepEqual(pages, whole, `limit ${limit}`);
    }
  });

  test('a list can be narrowed to an owner, and to what a user may see', async (t) => {
    const { first } = await open(t);
    const top = await folder(first, '', 'top', 'bob');
    for (const folderId of ['', top.id]) {
      const own = await add(first, 'x', { parent_id: folderId, name: '1', owner_id: 'ann' });
      const shared = await add(first, 'x', { parent_id: folderId, name: '2', owner_id: 'bob' });
      await add(first, 'x', { parent_id: folderId, name: '3', owner_id: 'bob' });
      const sub = await folder(first, folderId, 'sub', 'ann');
      await first.share(shared.id, 'ann', 'read');
      const ids = async (more: Partial<Listing>) =>
        (await first.children({ ...everything, folderId, ...more })).map(({ id }) => id);
      assert.deepEqual(await ids({ ownerId: 'ann' }), [sub.id, own.id]);
      assert.deepEqual(await ids({ visibleTo: 'ann' }), [sub.id, own.id, shared.id]);
      assert.deepEqual(await ids({ visibleTo: 'ann', ownerId: 'bob' }), [shared.id]);
      assert.deepEqual(await ids({ visibleTo: 'eve' }), []);
    }
  });
}

function withoutType({ type: _type, ...rest }: Entry): Folder | File {
  return rest;
}
