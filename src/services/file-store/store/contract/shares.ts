/** With whom files and folders are shared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Permission } from '../../access/permissions.ts';
import { maxShares } from '../file-store.ts';
import { add, everything, folder, hashOf, hour, now, type OpenReplicas } from './fixtures.ts';

export function shareContract(open: OpenReplicas): void {
  test('every user name can be shared with, and is found again', async (t) => {
    const { first, second } = await open(t);
    const users = [
      'bob',
      'a"b',
      "o'neil",
      'ü😀',
      '__proto__',
      'constructor',
      '$.x',
      'a\\u0062',
      ' ',
    ];
    for (const { id } of [await folder(first), await add(first, 'x')]) {
      for (const user of users) assert.equal(await first.share(id, user, 'read'), 'shared', user);
      assert.equal(await second.share(id, 'bob', 'write'), 'shared');
      const found = (await second.findFile(id)) ?? (await second.findFolder(id));
      const expected = users.map((user) => [user, user === 'bob' ? 'write' : 'read'] as const);
      assert.deepEqual(new Map(Object.entries(found!.shared_with)), new Map(expected));
      for (const visibleTo of users) {
        const seen = await second.children({ ...everything, visibleTo });
        assert.ok(
          seen.some((entry) => entry.id === id),
          visibleTo,
        );
      }
    }
  });

  test('records nothing by a user who may no longer write', async (t) => {
    const { first, second } = await open(t);
    const { id: parent_id } = await folder(first);
    const inside = await add(first, 'inside', { parent_id });
    const single = await add(first, 'single');
    const pinned = async () => (await second.pin(hashOf('new'), 3, now + hour)).id;
    const append = async (id: string) =>
      second.appendVersion(
        id,
        await pinned(),
        { mimeType: undefined, mayChange: undefined, by: 'bob' },
        now,
      );
    const create = async () => {
      const file = { name: 'b', owner_id: 'bob', parent_id, mime_type: 'a/b' };
      return second.createFile(file, await pinned(), now, 'bob');
    };
    const writeAll = async () => {
      const results = [await append(single.id), await append(inside.id), await create()];
      return results.map((result) => (typeof result === 'string' ? result : 'recorded'));
    };
    const allForbidden = ['forbidden', 'forbidden', 'forbidden'];
    assert.deepEqual(await writeAll(), allForbidden);
    for (const id of [single.id, parent_id]) await first.share(id, 'bob', 'read');
    assert.deepEqual(await writeAll(), allForbidden);
    for (const id of [single.id, parent_id]) await first.share(id, 'bob', 'write');
    assert.deepEqual(await writeAll(), ['recorded', 'recorded', 'recorded']);
    for (const id of [single.id, parent_id]) await first.unshare(id, 'bob');
    assert.deepEqual(await writeAll(), allForbidden);
    assert.equal((await first.findFile(single.id))!.version, 2);
  });

  test('no share is lost when several are given at once', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'x');
    const users = Array.from({ length: 40 }, (_, i) => `user-${i}`);
    await Promise.all(users.map((user, i) => (i % 2 ? first : second).share(id, user, 'read')));
    assert.deepEqual(
      Object.keys((await first.findFile(id))!.shared_with).toSorted(),
      users.toSorted(),
    );
  });

  test(`at most ${maxShares} users share one item; a known one may still change`, async (t) => {
    const { first, second } = await open(t);
    const { id } = await folder(first);
    const share = (i: number, permission: Permission) => first.share(id, `user-${i}`, permission);
    // In portions: a query waits for a connection for a limited time.
    for (let from = 0; from < maxShares; from += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, i) => share(from + i, 'read')));
    }
    assert.equal(await share(maxShares, 'read'), 'full');
    assert.equal(await share(7, 'write'), 'shared');
    const { shared_with } = (await second.findFolder(id))!;
    assert.equal(Object.keys(shared_with).length, maxShares);
    assert.equal(shared_with['user-7'], 'write');
  });

  test('a share that is taken back is gone on every replica, and its item from listings', async (t) => {
    const { first, second } = await open(t);
    for (const { id } of [await folder(first), await add(first, 'x')]) {
      const users = ['bob', '__proto__', 'a"b', 'cleo'];
      for (const user of users) await first.share(id, user, 'write');
      for (const user of ['bob', '__proto__', 'a"b', 'a stranger']) {
        assert.equal(await second.unshare(id, user), true, user);
        const seen = await first.children({ ...everything, visibleTo: user });
        assert.ok(!seen.some((entry) => entry.id === id), user);
      }
      const found = (await first.findFile(id)) ?? (await first.findFolder(id));
      assert.deepEqual({ ...found!.shared_with }, { cleo: 'write' });
      const seen = await second.children({ ...everything, visibleTo: 'cleo' });
      assert.ok(seen.some((entry) => entry.id === id));
      assert.equal(await first.share(id, 'bob', 'read'), 'shared');
    }
    assert.equal(await first.unshare('file_999999999', 'bob'), false);
    assert.equal(await first.unshare('nonsense', 'bob'), false);
  });

  test('all shares that are given and taken back at once take effect', async (t) => {
    const { first, second } = await open(t);
    const { id } = await add(first, 'x');
    const users = Array.from({ length: 20 }, (_, i) => `user-${i}`);
    for (const user of users) await first.share(id, user, 'read');
    await Promise.all(
      users.flatMap((user, i) => [first.unshare(id, user), second.share(id, `other-${i}`, 'read')]),
    );
    const { shared_with } = (await first.findFile(id))!;
    assert.deepEqual(
      Object.keys(shared_with).toSorted(),
      users.map((_, i) => `other-${i}`).toSorted(),
    );
  });
}
