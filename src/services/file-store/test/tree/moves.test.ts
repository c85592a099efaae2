/** Files and folders that get another name or place. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { fileStore } from '../../index.ts';
import {
  assertRefusal,
  client,
  madeFolder,
  onBothStores,
  openReplicas,
  uploaded,
  type Client,
} from '../fixtures.ts';

const share = (user_id: string, permission: string) => ({ user_id, permission });

/** Ann's folder `theirs` and Bob's `own`, each with the other's write permission, and items in both. */
async function shared(files: Client) {
  const ofAnn = await madeFolder(files, { name: 'of Ann' });
  const ofBob = await madeFolder(files, { name: 'of Bob', owner_id: 'bob' });
  await files.post(`/folders/${ofAnn.id}/share`, share('bob', 'write'));
  await files.post(`/folders/${ofBob.id}/share`, share('ann', 'write'));
  return { ofAnn, ofBob };
}

function suite(env: () => Environment): void {
  const open = async (t: TestContext) => (await openReplicas(t, env()))[0];

  test('a file gets a name, a place, or both; what is left out stays', async (t) => {
    const { app, clock } = await openService(t, fileStore, env());
    const files = client(app);
    const { id: parent_id } = await madeFolder(files, {});
    const before = await uploaded(files, 'x', { name: 'a' });
    const patch = async (change: object) => {
      clock.advance(1_000);
      const response = await files.patch(`/files/${before.id}`, change);
      assert.equal(response.statusCode, 200, response.body);
      assert.deepEqual(Object.keys(response.json()), ['file']);
      assert.deepEqual((await files.get(`/files/${before.id}`)).json(), response.json().file);
      return response.json().file;
    };
    const updated = () => ({ ...before, updated_at: clock() });
    assert.deepEqual(await patch({ name: 'b' }), { ...updated(), name: 'b' });
    assert.deepEqual(await patch({ parent_id }), { ...updated(), name: 'b', parent_id });
    assert.deepEqual(await patch({ name: 'c', parent_id: '' }), { ...updated(), name: 'c' });
    assert.equal((await files.download(before.id)).body, 'x');
    assert.match(
      String((await files.download(before.id)).headers['content-disposition']),
      /filename="?c"?$/,
    );
  });

  test('a folder too, with all that is in it', async (t) => {
    const files = await open(t);
    const target = await madeFolder(files, { name: 'target' });
    const { id: _, ...rest } = target;
    const docs = await madeFolder(files, {});
    const inner = await madeFolder(files, { parent_id: docs.id });
    const file = await uploaded(files, 'x', { parent_id: inner.id });
    const change = { name: 'moved', parent_id: target.id };
    const response = await files.patch(`/folders/${docs.id}`, change);
    const expected = { ...rest, ...change, id: docs.id, created_at: docs.created_at };
    assert.deepEqual([response.statusCode, response.json()], [200, expected]);
    const { children } = (await files.get(`/folders/${target.id}/children`)).json();
    assert.deepEqual(children, [{ type: 'folder', ...expected }]);
    assert.deepEqual((await files.get(`/files/${file.id}`)).json(), file);
    assert.equal((await files.get('/folders/root/children')).json().children.length, 1);
  });

  test('into itself or below itself is CYCLE, too deep FOLDER_TOO_DEEP, unknown 404', async (t) => {
    const files = await open(t);
    const ids: string[] = [];
    for (let parent_id = ''; ids.length < 64; ids.push(parent_id)) {
      parent_id = (await madeFolder(files, { parent_id })).id;
    }
    const [outer, inner] = ids as [string, string];
    for (const parent_id of [outer, inner, ids[63]]) {
      assertRefusal(await files.patch(`/folders/${outer}`, { parent_id }), 409, 'CYCLE');
    }
    const other = await madeFolder(files, {});
    const deeper = await files.patch(`/folders/${outer}`, { parent_id: other.id });
    assertRefusal(deeper, 409, 'FOLDER_TOO_DEEP');
    assert.equal((await files.patch(`/folders/${inner}`, { parent_id: other.id })).statusCode, 200);

    const { id } = await uploaded(files, 'x');
    for (const parent_id of ['folder_99999', id, 'root', 'nonsense']) {
      for (const path of [`/files/${id}`, `/folders/${outer}`]) {
        assertRefusal(await files.patch(path, { parent_id }), 404, 'FOLDER_NOT_FOUND');
      }
    }
    assertRefusal(await files.patch('/files/file_99999', { name: 'x' }), 404, 'FILE_NOT_FOUND');
    for (const unknown of ['folder_99999', 'root', id]) {
      const response = await files.patch(`/folders/${unknown}`, { name: 'x' });
      assertRefusal(response, 404, 'FOLDER_NOT_FOUND');
    }
  });

  test('a wrong change is refused with its fault, and nothing happens', async (t) => {
    const files = await open(t);
    const file = await uploaded(files, 'x');
    const { id } = await madeFolder(files, {});
    for (const [field, change] of [
      ['body', {}],
      ['body', { title: 'a', owner_id: 'bob' }],
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(257) }],
      ['name', { name: null }],
      ['name', { name: 1, parent_id: id }],
      ['parent_id', { parent_id: null }],
      ['parent_id', { parent_id: 'x'.repeat(129) }],
      ['parent_id', { name: 'b', parent_id: 'a\u0001' }],
    ] as const) {
      for (const path of [`/files/${file.id}`, `/folders/${id}`]) {
        const response = await files.patch(path, change);
        assertRefusal(response, 400, 'VALIDATION_FAILED');
        assert.equal(response.json().errors[0].path, field, response.body);
      }
    }
    assert.deepEqual((await files.get(`/files/${file.id}`)).json(), file);
  });

  test('moving takes write permission on both sides', async (t) => {
    const files = await open(t);
    const [from, to] = [await madeFolder(files, {}), await madeFolder(files, {})];
    const grant = (id: string, permission: string) =>
      files.post(`/folders/${id}/share`, share('bob', permission));
    const user = 'bob';
    for (const item of [
      `/files/${(await uploaded(files, 'x', { parent_id: from.id })).id}`,
      `/folders/${(await madeFolder(files, { parent_id: from.id })).id}`,
    ]) {
      const move = () => files.patch(item, { parent_id: to.id }, { user });
      await files.send('DELETE', `/folders/${from.id}/share/bob`);
      await files.send('DELETE', `/folders/${to.id}/share/bob`);
      assertRefusal(await move(), 403, 'FORBIDDEN');
      await grant(from.id, 'write');
      assertRefusal(await move(), 403, 'FORBIDDEN');
      await grant(to.id, 'read');
      assertRefusal(await move(), 403, 'FORBIDDEN');
      await grant(to.id, 'write');
      await grant(from.id, 'read');
      assertRefusal(await move(), 403, 'FORBIDDEN');
      assertRefusal(await files.patch(item, { name: 'b' }, { user }), 403, 'FORBIDDEN');
      await grant(from.id, 'write');
      assert.equal((await files.patch(item, { name: 'b' }, { user })).statusCode, 200);
      assert.equal((await move()).statusCode, 200);
    }
  });

  test('only its owner moves an item below another owner’s folder, and stays its owner', async (t) => {
    const files = await open(t);
    const { ofAnn, ofBob } = await shared(files);
    for (const kind of ['file', 'folder']) {
      const make = async (owner_id: string, parent_id: string) => {
        const item =
          kind === 'file'
            ? await uploaded(files, 'x', { owner_id, parent_id })
            : await madeFolder(files, { owner_id, parent_id });
        return `/${kind}s/${item.id}`;
      };
      const move = async (path: string, parent_id: string, user: string) => {
        const response = await files.patch(path, { parent_id }, { user });
        if (response.statusCode !== 200) assertRefusal(response, 403, 'FORBIDDEN');
        const answer = response.json();
        return response.statusCode === 200 ? (answer.file ?? answer).owner_id : 'refused';
      };
      // Bob may write in both folders.
      const item = await make('ann', ofAnn.id);
      assert.equal(await move(item, ofBob.id, 'bob'), 'refused');
      assert.equal(await move(item, '', 'bob'), 'refused');
      assert.equal(await move(item, ofBob.id, 'ann'), 'ann');
      // Anybody who may write on both sides may move it back below folders of its owner.
      assert.equal(await move(item, ofAnn.id, 'bob'), 'ann');
      // Below: also in a folder of its owner that is in somebody else's.
      const own = await madeFolder(files, { parent_id: ofBob.id });
      assert.equal(await move(item, own.id, 'bob'), 'refused');
      assert.equal(await move(item, own.id, 'ann'), 'ann');
      assert.equal(await move(item, '', 'ann'), 'ann');
      // The owner of the folder does not own what others put there.
      const guest = await make('bob', ofAnn.id);
      const other = await madeFolder(files, {});
      assert.equal(await move(guest, other.id, 'ann'), 'refused');
      assert.equal(await move(guest, '', 'ann'), 'refused');
      assert.equal(await move(guest, '', 'bob'), 'bob');
    }
  });

  test('rights follow the place: those of the old one end, those of the new one hold', async (t) => {
    const files = await open(t);
    const [from, to] = [await madeFolder(files, {}), await madeFolder(files, {})];
    await files.post(`/folders/${from.id}/share`, share('bob', 'write'));
    await files.post(`/folders/${to.id}/share`, share('cleo', 'read'));
    const docs = await madeFolder(files, { parent_id: from.id });
    const { id } = await uploaded(files, 'x', { parent_id: docs.id });
    await files.post(`/files/${id}/share`, share('dan', 'read'));
    assert.equal((await files.put(id, 'y', {}, { user: 'bob' })).statusCode, 200);
    assertRefusal(await files.download(id, { user: 'cleo' }), 403, 'FORBIDDEN');
    await files.patch(`/folders/${docs.id}`, { parent_id: to.id });
    assertRefusal(await files.put(id, 'z', {}, { user: 'bob' }), 403, 'FORBIDDEN');
    for (const user of ['cleo', 'dan']) {
      assert.equal((await files.download(id, { user })).body, 'y', user);
    }
    const list = (folder: string, user: string) =>
      files.get(`/folders/${folder}/children`, { user });
    assertRefusal(await list(docs.id, 'bob'), 403, 'FORBIDDEN');
    assert.equal((await list(docs.id, 'cleo')).json().children.length, 1);
  });
}

await onBothStores(suite);
