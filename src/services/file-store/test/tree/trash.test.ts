/** Deleting files and folders, for good or into the trash. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { eventually, openService, temporaryFolder } from '#kit/testing/testing.ts';
import { createFileStore, fileStore } from '../../index.ts';
import { openDatabase, sqliteStore } from '../../store/sqlite/sqlite-file-store.ts';
import { listChildren } from '../../tree.ts';
import { pinLifetimeMs } from '../../uploads/commit.ts';
import {
  assertRefusal,
  client,
  madeFolder,
  onBothStores,
  openReplicas,
  uploaded,
  type Client,
} from '../fixtures.ts';

const dayMs = 86_400_000;
const share = (user_id: string, permission: string) => ({ user_id, permission });

/** Ids in the trash of a user. */
const trashOf = async (files: Client, owner = 'ann') =>
  (await files.get(`/trash?owner_id=${owner}`)).json().trash.map((item: { id: string }) => item.id);

/** A folder in a folder, with a file in both. */
async function tree(files: Client, parent_id = '') {
  const outer = await madeFolder(files, { parent_id, name: 'outer' });
  const inner = await madeFolder(files, { parent_id: outer.id, name: 'inner' });
  const file = await uploaded(files, 'outer', { parent_id: outer.id });
  const deep = await uploaded(files, 'inner', { parent_id: inner.id });
  return { outer, inner, file, deep };
}

async function assertGone(files: Client, fileId: string, folderIds: readonly string[]) {
  for (const response of [
    await files.get(`/files/${fileId}`),
    await files.download(fileId),
    await files.send('HEAD', `/files/${fileId}/download`),
    await files.get(`/files/${fileId}/download?version=1`),
    await files.get(`/files/${fileId}/versions`),
    await files.get(`/files/${fileId}/shares`),
    await files.put(fileId, 'new'),
    await files.patch(`/files/${fileId}`, { name: 'b' }),
    await files.post(`/files/${fileId}/share`, share('bob', 'read')),
    await files.send('DELETE', `/files/${fileId}/share/bob`),
    await files.remove(fileId),
  ]) {
    assert.equal(response.statusCode, 404, response.body);
    if (response.body !== '') assertRefusal(response, 404, 'FILE_NOT_FOUND');
  }
  const other = await uploaded(files, 'other');
  for (const id of folderIds) {
    for (const response of [
      await files.get(`/folders/${id}/children`),
      await files.get(`/folders/${id}/shares`),
      await files.patch(`/folders/${id}`, { name: 'b' }),
      await files.patch(`/files/${other.id}`, { parent_id: id }),
      await files.post(`/folders/${id}/share`, share('bob', 'read')),
      await files.send('DELETE', `/folders/${id}/share/bob`),
      await files.post('/folders', { name: 'f', owner_id: 'ann', parent_id: id }),
      await files.upload('x', { parent_id: id }),
      await files.removeFolder(id),
      await files.removeFolder(id, { recursive: 'true' }),
    ]) {
      assertRefusal(response, 404, 'FOLDER_NOT_FOUND');
    }
  }
  await files.remove(other.id);
}

function suite(env: () => Environment): void {
  const withTrash = () => ({ ...env(), FILE_TRASH_DAYS: '30' });
  const open = async (t: TestContext, variables: Environment) =>
    (await openReplicas(t, variables))[0];

  test('without FILE_TRASH_DAYS deletion is final, and the trash stays empty', async (t) => {
    const files = await open(t, env());
    const { outer, inner, file, deep } = await tree(files);
    const single = await uploaded(files, 'x');
    assert.deepEqual((await files.remove(single.id)).json(), { deleted: true });
    const response = await files.removeFolder(outer.id, { recursive: 'true' });
    assert.deepEqual([response.statusCode, response.json()], [200, { deleted: true }]);
    await assertGone(files, deep.id, [outer.id, inner.id]);
    for (const { id } of [single, outer, inner, file, deep]) {
      assertRefusal(await files.post(`/trash/${id}/restore`, {}), 404, 'NOT_IN_TRASH');
      assertRefusal(await files.send('DELETE', `/trash/${id}`), 404, 'NOT_IN_TRASH');
    }
    assert.deepEqual((await files.get('/trash?owner_id=ann')).json(), { trash: [] });
  });

  test('a folder that is not empty goes only with recursive', async (t) => {
    const files = await open(t, env());
    const { outer, inner, deep } = await tree(files);
    for (const query of [{}, { recursive: 'false' }]) {
      for (const { id } of [outer, inner]) {
        assertRefusal(await files.removeFolder(id, query), 409, 'NOT_EMPTY');
      }
    }
    assert.equal((await files.download(deep.id)).body, 'inner');
    await files.remove(deep.id);
    assert.deepEqual((await files.removeFolder(inner.id)).json(), { deleted: true });
    assertRefusal(await files.removeFolder(inner.id), 404, 'FOLDER_NOT_FOUND');
    const wrong = await files.removeFolder(outer.id, { recursive: 'perhaps' });
    assertRefusal(wrong, 400, 'VALIDATION_FAILED');
    for (const id of ['root', 'folder_99999', deep.id]) {
      const response = await files.removeFolder(id, { recursive: 'true' });
      assertRefusal(response, 404, 'FOLDER_NOT_FOUND');
    }
  });

  test('only its owner deletes a folder, with all that others put into it', async (t) => {
    const files = await open(t, env());
    const { outer } = await tree(files);
    await files.post(`/folders/${outer.id}/share`, share('bob', 'write'));
    const query = { owner_id: 'bob', parent_id: outer.id };
    const guest = await uploaded(files, 'x', query, { user: 'bob' });
    for (const user of ['bob', 'eve']) {
      const response = await files.removeFolder(outer.id, { recursive: 'true' }, { user });
      assertRefusal(response, 403, 'FORBIDDEN');
    }
    const response = await files.removeFolder(outer.id, { recursive: 'true' }, { user: 'ann' });
    assert.equal(response.statusCode, 200);
    assertRefusal(await files.download(guest.id, { user: 'bob' }), 404, 'FILE_NOT_FOUND');
  });

  test('with FILE_TRASH_DAYS a file goes to the trash, and comes back as it was', async (t) => {
    const { app, clock } = await openService(t, fileStore, withTrash());
    const files = client(app);
    const { id: parent_id } = await madeFolder(files, {});
    const { id, name } = await uploaded(files, 'one', { parent_id });
    await files.put(id, 'two');
    await files.post(`/files/${id}/share`, share('bob', 'read'));
    const before = (await files.get(`/files/${id}`)).json();
    const versions = (await files.get(`/files/${id}/versions`)).json();
    clock.advance(5_000);
    assert.deepEqual((await files.remove(id)).json(), { deleted: true });
    await assertGone(files, id, []);
    assert.deepEqual((await files.get(`/folders/${parent_id}/children`)).json().children, []);
    const item = { id, name, type: 'file', deleted_at: clock() };
    const { trash } = (await files.get('/trash?owner_id=ann')).json();
    assert.deepEqual(trash.at(-1), item);
    const restored = await files.post(`/trash/${id}/restore`, {});
    assert.deepEqual([restored.statusCode, restored.json()], [200, { restored: true, parent_id }]);
    assert.deepEqual((await files.get(`/files/${id}`)).json(), before);
    assert.deepEqual((await files.get(`/files/${id}/versions`)).json(), versions);
    assert.equal((await files.download(id, { user: 'bob' })).body, 'two');
    assertRefusal(await files.post(`/trash/${id}/restore`, {}), 404, 'NOT_IN_TRASH');
  });

  test('a folder is one item in the trash, with all that is in it', async (t) => {
    const [first, second] = await openReplicas(t, withTrash());
    const { outer, inner, file, deep } = await tree(first);
    await first.removeFolder(outer.id, { recursive: 'true' });
    assert.deepEqual(await trashOf(second), [outer.id]);
    await assertGone(second, deep.id, [outer.id, inner.id]);
    for (const { id } of [inner, file, deep]) {
      assertRefusal(await second.post(`/trash/${id}/restore`, {}), 404, 'NOT_IN_TRASH');
    }
    assert.equal((await second.post(`/trash/${outer.id}/restore`, {})).statusCode, 200);
    for (const { id } of [file, deep]) assert.equal((await first.download(id)).statusCode, 200);
    assert.equal((await first.get(`/folders/${inner.id}/children`)).json().children.length, 1);
  });

  test('a restored item goes to the top level when its folder is gone, or closed to its owner', async (t) => {
    const files = await open(t, withTrash());
    const { outer, inner, file, deep } = await tree(files);
    await files.remove(deep.id);
    await files.removeFolder(inner.id);
    const restore = async (id: string, user?: string) =>
      (await files.post(`/trash/${id}/restore`, {}, user === undefined ? {} : { user })).json();
    assert.deepEqual(await restore(deep.id), { restored: true, parent_id: '' });
    await files.remove(file.id);
    assert.deepEqual(await restore(file.id), { restored: true, parent_id: outer.id });

    await files.post(`/folders/${outer.id}/share`, share('bob', 'write'));
    const query = { owner_id: 'bob', parent_id: outer.id };
    const [one, other] = [await uploaded(files, 'x', query), await uploaded(files, 'x', query)];
    for (const { id } of [one, other]) await files.remove(id, { user: 'bob' });
    assert.deepEqual(await restore(one.id, 'bob'), { restored: true, parent_id: outer.id });
    await files.post(`/folders/${outer.id}/share`, share('bob', 'read'));
    assert.deepEqual(await restore(other.id, 'bob'), { restored: true, parent_id: '' });
  });

  test('only the owner sees an item in the trash, no matter who else had rights on it', async (t) => {
    const files = await open(t, withTrash());
    const { id: parent_id } = await madeFolder(files, {});
    await files.post(`/folders/${parent_id}/share`, share('bob', 'write'));
    const { id } = await uploaded(files, 'x', { owner_id: 'bob', parent_id });
    await files.post(`/files/${id}/share`, share('cleo', 'write'));
    await files.remove(id, { user: 'bob' });
    for (const user of ['ann', 'cleo', 'eve']) {
      assert.deepEqual((await files.get('/trash', { user })).json(), { trash: [] });
      assertRefusal(await files.get('/trash?owner_id=bob', { user }), 403, 'FORBIDDEN');
      assertRefusal(await files.post(`/trash/${id}/restore`, {}, { user }), 403, 'FORBIDDEN');
      assertRefusal(await files.send('DELETE', `/trash/${id}`, { user }), 403, 'FORBIDDEN');
    }
    const bob = { user: 'bob' };
    for (const url of ['/trash', '/trash?owner_id=bob']) {
      assert.equal((await files.get(url, bob)).json().trash.length, 1);
    }
    const untold = await files.get('/trash');
    assertRefusal(untold, 400, 'VALIDATION_FAILED');
    assert.equal(untold.json().errors[0].path, 'owner_id');
    const deleted = await files.send('DELETE', `/trash/${id}`, bob);
    assert.deepEqual([deleted.statusCode, deleted.json()], [200, { deleted: true }]);
    assertRefusal(await files.send('DELETE', `/trash/${id}`, bob), 404, 'NOT_IN_TRASH');
  });

  test('with FILE_REQUIRE_USER=1 nobody is trusted with the trash', async (t) => {
    const files = await open(t, { ...withTrash(), FILE_REQUIRE_USER: '1' });
    const ann = { user: 'ann' };
    const { id } = await uploaded(files, 'x', {}, ann);
    await files.remove(id, ann);
    for (const response of [
      await files.get('/trash?owner_id=ann'),
      await files.post(`/trash/${id}/restore`, {}),
      await files.send('DELETE', `/trash/${id}`),
    ]) {
      assertRefusal(response, 401, 'USER_REQUIRED');
    }
    assert.equal((await files.post(`/trash/${id}/restore`, {}, ann)).statusCode, 200);
  });

  test('the trash is listed the latest first, in pages', async (t) => {
    const files = await open(t, withTrash());
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { id } = i % 2 ? await madeFolder(files, {}) : await uploaded(files, 'x');
      await (i % 2 ? files.removeFolder(id) : files.remove(id));
      made.unshift(id);
    }
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const more: string = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = (await files.get(`/trash?owner_id=ann&limit=2${more}`)).json();
      pages.push(page.trash.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    assert.deepEqual(pages, [made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
    for (const [field, query] of [
      ['limit', 'limit=1001'],
      ['cursor', 'cursor=nonsense'],
      ['cursor', `cursor=${Buffer.from('"a"').toString('base64url')}`],
    ] as const) {
      const response = await files.get(`/trash?owner_id=ann&${query}`);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, field);
    }
  });

  test('after its days an item is gone for good, whatever the number of days is then', async (t) => {
    const variables = { DATA_DIR: temporaryFolder(), ...withTrash() };
    const former = await openService(t, fileStore, variables);
    const { outer } = await tree(client(former.app));
    const file = await uploaded(client(former.app), 'x');
    await client(former.app).removeFolder(outer.id, { recursive: 'true' });
    await client(former.app).remove(file.id);
    await former.close();
    const every = createFileStore({ reclaimEveryMs: 1 });
    const { app, clock } = await openService(t, every, { ...variables, FILE_TRASH_DAYS: '0' });
    const files = client(app);
    clock.advance(30 * dayMs - 1);
    assert.deepEqual(await trashOf(files), [file.id, outer.id]);
    assert.equal((await files.post(`/trash/${file.id}/restore`, {})).statusCode, 200);
    clock.advance(1);
    assert.deepEqual(await trashOf(files), []);
    assertRefusal(await files.post(`/trash/${outer.id}/restore`, {}), 404, 'NOT_IN_TRASH');
    assertRefusal(await files.send('DELETE', `/trash/${outer.id}`), 404, 'NOT_IN_TRASH');
    assert.equal((await files.download(file.id)).body, 'x');
  });
}

await onBothStores(suite);

const contentsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\d+$/.test(name));

test('the bytes of what is forgotten go, those of what is in the trash stay', async (t) => {
  const DATA_DIR = temporaryFolder();
  const service = createFileStore({ reclaimEveryMs: 1 });
  const { app, clock } = await openService(t, service, { DATA_DIR, FILE_TRASH_DAYS: '1' });
  const files = client(app);
  const [one, other] = [await tree(files), await uploaded(files, 'outer')];
  const single = await uploaded(files, 'single');
  await files.removeFolder(one.outer.id, { recursive: 'true' });
  await files.remove(single.id);
  clock.advance(pinLifetimeMs);
  const folder = join(DATA_DIR, 'files');
  assert.equal(contentsIn(folder).length, 3);
  await files.send('DELETE', `/trash/${single.id}`);
  await eventually(() => contentsIn(folder).length === 2);
  clock.advance(dayMs);
  await eventually(() => contentsIn(folder).length === 1);
  assert.equal((await files.download(other.id)).body, 'outer');
});

test('an upload into a folder that is deleted during it is 404, and leaves nothing', async (t) => {
  const DATA_DIR = temporaryFolder();
  const service = createFileStore({ reclaimEveryMs: 1 });
  const { app } = await openService(t, service, { DATA_DIR });
  const files = client(app);
  const { outer, inner } = await tree(files);
  const body = new PassThrough();
  const url = `/files?name=a&owner_id=ann&parent_id=${inner.id}`;
  const uploading = app.inject({ method: 'POST', url, payload: body });
  body.write('first half');
  const folder = join(DATA_DIR, 'files');
  await eventually(() => readdirSync(join(folder, 'tmp')).length === 1);
  await files.removeFolder(outer.id, { recursive: 'true' });
  body.end('second half');
  assertRefusal(await uploading, 404, 'FOLDER_NOT_FOUND');
  assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
  await eventually(() => contentsIn(folder).length === 0);
});

test('a listing of a folder that is forgotten during it fails rather than showing a part', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  const files = sqliteStore(db);
  const folder = await files.createFolder({ name: 'f', owner_id: 'ann', parent_id: '' }, 0);
  assert.ok(typeof folder === 'object');
  for (let i = 0; i < 3; i++) {
    const made = { name: `${i}`, owner_id: 'ann', parent_id: folder.id, mime_type: 'a/b' };
    await files.createFile(made, (await files.pin('hash', 1, 1)).id, 0);
  }
  const children = files.children.bind(files);
  files.children = async (listing) => {
    await files.removeFolder(folder.id, { now: 0, restorableUntil: undefined, recursive: true });
    await files.purge(0, 3);
    return children(listing);
  };
  const listing = await listChildren(files, undefined, folder.id, { limit: 10 });
  await assert.rejects(Array.fromAsync(listing), { code: 'FOLDER_NOT_FOUND' });
});
