/** Shares that are listed and taken back. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { assertRefusal, madeFolder, onBothStores, openReplicas, uploaded } from '../fixtures.ts';

const share = (user_id: string, permission: string) => ({ user_id, permission });
const shareOf = (user_id: string, permission: string, from: string) => ({
  user_id,
  permission,
  from,
});

function suite(env: () => Environment): void {
  const open = async (t: TestContext) => (await openReplicas(t, env()))[0];

  test('the shares of an item are listed, those that it inherits from the inside out', async (t) => {
    const files = await open(t);
    const outer = await madeFolder(files, {});
    const inner = await madeFolder(files, { parent_id: outer.id });
    const { id } = await uploaded(files, 'x', { parent_id: inner.id });
    await files.post(`/files/${id}/share`, share('cleo', 'read'));
    await files.post(`/files/${id}/share`, share('bob', 'write'));
    await files.post(`/folders/${inner.id}/share`, share('bob', 'read'));
    await files.post(`/folders/${outer.id}/share`, share('dan', 'write'));
    const ofInner = [shareOf('bob', 'read', inner.id), shareOf('dan', 'write', outer.id)];
    const ofFile = [shareOf('bob', 'write', 'file'), shareOf('cleo', 'read', 'file'), ...ofInner];
    for (const user of [undefined, 'ann']) {
      const options = user === undefined ? {} : { user };
      const file = await files.get(`/files/${id}/shares`, options);
      assert.deepEqual([file.statusCode, file.json()], [200, { shares: ofFile }]);
      const folder = await files.get(`/folders/${inner.id}/shares`, options);
      assert.deepEqual([folder.statusCode, folder.json()], [200, { shares: ofInner }]);
    }
    const pages: object[][] = [];
    let cursor: string | undefined;
    do {
      const more: string = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = (await files.get(`/files/${id}/shares?limit=1${more}`)).json();
      pages.push(page.shares);
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    assert.deepEqual(
      pages,
      ofFile.map((one) => [one]),
    );
    const top = await uploaded(files, 'x');
    assert.deepEqual((await files.get(`/files/${top.id}/shares`)).json(), { shares: [] });
  });

  test('a share that is taken back is in force for the next request on every replica', async (t) => {
    const [first, second] = await openReplicas(t, env());
    const bob = { user: 'bob' };
    const { id: parent_id } = await madeFolder(first, {});
    const { id } = await uploaded(first, 'x', { parent_id });
    for (const path of [`/files/${id}`, `/folders/${parent_id}`]) {
      await first.post(`${path}/share`, share('bob', 'write'));
      assert.equal((await second.download(id, bob)).statusCode, 200);
      const response = await first.send('DELETE', `${path}/share/bob`, { user: 'ann' });
      assert.deepEqual([response.statusCode, response.json()], [200, { shared: false }]);
      for (const refused of [
        await second.download(id, bob),
        await second.get(`/files/${id}`, bob),
        await second.put(id, 'y', {}, bob),
        await second.get(`/folders/${parent_id}/children`, bob),
      ]) {
        assertRefusal(refused, 403, 'FORBIDDEN');
      }
      assert.deepEqual((await second.get('/folders/root/children', bob)).json().children, []);
      // Nothing is left to be taken back.
      const again = await second.send('DELETE', `${path}/share/bob`);
      assert.deepEqual([again.statusCode, again.json()], [200, { shared: false }]);
    }
  });

  test('the grant of a folder stays when the share of an item in it is revoked', async (t) => {
    const files = await open(t);
    const { id: parent_id } = await madeFolder(files, {});
    const { id } = await uploaded(files, 'x', { parent_id });
    await files.post(`/folders/${parent_id}/share`, share('bob', 'read'));
    await files.post(`/files/${id}/share`, share('bob', 'write'));
    await files.send('DELETE', `/files/${id}/share/bob`);
    assert.equal((await files.download(id, { user: 'bob' })).statusCode, 200);
    assertRefusal(await files.put(id, 'y', {}, { user: 'bob' }), 403, 'FORBIDDEN');
  });

  test('only the owner of an item lists and revokes its shares, not the owner of the folder', async (t) => {
    const files = await open(t);
    const { id: parent_id } = await madeFolder(files, {});
    await files.post(`/folders/${parent_id}/share`, share('bob', 'write'));
    const { id } = await uploaded(files, 'x', { parent_id, owner_id: 'bob' }, { user: 'bob' });
    await files.post(`/files/${id}/share`, share('cleo', 'read'));
    for (const [path, users] of [
      [`/files/${id}`, ['ann', 'cleo', 'eve']],
      [`/folders/${parent_id}`, ['bob', 'cleo', 'eve']],
    ] as const) {
      for (const user of users) {
        assertRefusal(await files.get(`${path}/shares`, { user }), 403, 'FORBIDDEN');
        const taken = await files.send('DELETE', `${path}/share/cleo`, { user });
        assertRefusal(taken, 403, 'FORBIDDEN');
      }
    }
    assert.equal((await files.download(id, { user: 'cleo' })).statusCode, 200);
  });

  test('whatever the user is called, the share is listed and taken back', async (t) => {
    const files = await open(t);
    const { id } = await uploaded(files, 'x');
    const users = ['a/b', 'a?b#c', '%2F', '__proto__', 'ü😀', 'x'.repeat(128)];
    for (const user of users) await files.post(`/files/${id}/share`, share(user, 'read'));
    const list = async () =>
      (await files.get(`/files/${id}/shares`))
        .json()
        .shares.map((one: { user_id: string }) => one.user_id);
    assert.deepEqual(await list(), users.toSorted());
    for (const user of users) {
      const path = `/files/${id}/share/${encodeURIComponent(user)}`;
      assert.equal((await files.send('DELETE', path)).statusCode, 200, user);
    }
    assert.deepEqual(await list(), []);
  });

  test('unknown items are 404, and what is wrong with a request is told', async (t) => {
    const files = await open(t);
    const { id } = await uploaded(files, 'x');
    for (const [path, code] of [
      ['/files/file_99999', 'FILE_NOT_FOUND'],
      ['/files/folder_1', 'FILE_NOT_FOUND'],
      ['/folders/folder_99999', 'FOLDER_NOT_FOUND'],
      ['/folders/root', 'FOLDER_NOT_FOUND'],
    ] as const) {
      assertRefusal(await files.get(`${path}/shares`), 404, code);
      assertRefusal(await files.send('DELETE', `${path}/share/bob`), 404, code);
    }
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const [field, url] of [
      ['limit', `/files/${id}/shares?limit=0`],
      ['limit', `/files/${id}/shares?limit=1001`],
      ['cursor', `/files/${id}/shares?cursor=nonsense`],
      ['cursor', `/files/${id}/shares?cursor=${cursor([-1, 'a'])}`],
      ['cursor', `/files/${id}/shares?cursor=${cursor(['a', 1])}`],
    ] as const) {
      const response = await files.get(url);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, field, url);
    }
    const long = await files.send('DELETE', `/files/${id}/share/${'x'.repeat(129)}`);
    assertRefusal(long, 400, 'VALIDATION_FAILED');
    assert.equal(long.json().errors[0].path, 'user_id');
  });
}

await onBothStores(suite);
