/** Permissions, folders and listings, as users meet them. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { fileStore } from '../index.ts';
import {
  client,
  madeFolder,
  onBothStores,
  assertRefusal,
  uploaded,
  type Client,
} from './fixtures.ts';

const open = async (t: TestContext, env: Environment) =>
  client((await openService(t, fileStore, env)).app);

const share = (user_id: string, permission: string) => ({ user_id, permission });

/** Every operation on a file and on the folder that it is in, by the name of its right. */
function attempts(files: Client, fileId: string, folderId: string) {
  return {
    metadata: (user?: string) => files.get(`/files/${fileId}`, of(user)),
    download: (user?: string) => files.download(fileId, of(user)),
    downloadVersion: (user?: string) => files.get(`/files/${fileId}/download?version=1`, of(user)),
    versions: (user?: string) => files.get(`/files/${fileId}/versions`, of(user)),
    versionsWithout: (user?: string) =>
      files.get(`/files/${fileId}/versions?content=false`, of(user)),
    children: (user?: string) => files.get(`/folders/${folderId}/children`, of(user)),
    update: (user?: string) => files.put(fileId, 'new', {}, of(user)),
    createFile: (user?: string) =>
      files.upload('x', { parent_id: folderId, owner_id: user ?? 'x' }, of(user)),
    createFolder: (user?: string) =>
      files.post('/folders', { name: 'f', owner_id: user ?? 'x', parent_id: folderId }, of(user)),
    share: (user?: string) => files.post(`/files/${fileId}/share`, share('zoe', 'read'), of(user)),
    shareFolder: (user?: string) =>
      files.post(`/folders/${folderId}/share`, share('zoe', 'read'), of(user)),
    rename: (user?: string) => files.patch(`/files/${fileId}`, { name: 'new' }, of(user)),
    renameFolder: (user?: string) => files.patch(`/folders/${folderId}`, { name: 'new' }, of(user)),
    listShares: (user?: string) => files.get(`/files/${fileId}/shares`, of(user)),
    listFolderShares: (user?: string) => files.get(`/folders/${folderId}/shares`, of(user)),
    unshare: (user?: string) => files.send('DELETE', `/files/${fileId}/share/zoe`, of(user)),
    unshareFolder: (user?: string) =>
      files.send('DELETE', `/folders/${folderId}/share/zoe`, of(user)),
    delete: (user?: string) => files.remove(fileId, of(user)),
    deleteFolder: (user?: string) => files.removeFolder(folderId, { recursive: 'true' }, of(user)),
  };
}

const of = (user: string | undefined) => (user === undefined ? {} : { user });

type Attempt = keyof ReturnType<typeof attempts>;
const reading: Attempt[] = [
  'metadata',
  'download',
  'downloadVersion',
  'versions',
  'versionsWithout',
  'children',
];
const writing: Attempt[] = [
  ...reading,
  'update',
  'createFile',
  'createFolder',
  'rename',
  'renameFolder',
];
const everything: Attempt[] = [
  ...writing,
  'share',
  'shareFolder',
  'listShares',
  'listFolderShares',
  'unshare',
  'unshareFolder',
  'delete',
  'deleteFolder',
];

function accessSuite(env: () => Environment): void {
  for (const [who, user, allowed] of [
    ['the owner', 'ann', everything],
    ['one with `write`', 'wim', writing],
    ['one with `read`', 'ray', reading],
    ['a stranger', 'eve', []],
    ['a caller without X-User-Id', undefined, everything],
  ] as const) {
    test(`${who} may do: ${allowed.join(', ') || 'nothing'}`, async (t) => {
      const files = await open(t, env());
      const outer = await madeFolder(files, {});
      const folder = await madeFolder(files, { parent_id: outer.id });
      const file = await uploaded(files, 'x', { parent_id: folder.id });
      // On the folder around both: a share there holds for everything in it.
      await files.post(`/folders/${outer.id}/share`, share('wim', 'write'));
      await files.post(`/folders/${outer.id}/share`, share('ray', 'read'));
      for (const [name, attempt] of Object.entries(attempts(files, file.id, folder.id))) {
        const response = await attempt(user);
        const expected = allowed.some((one) => one === name);
        assert.equal(response.statusCode < 300, expected, `${name}: ${response.body}`);
        if (!expected) assertRefusal(response, 403, 'FORBIDDEN');
      }
      // Neither does a condition tell a stranger what the content is.
      const headers = { 'if-none-match': '*' };
      const untold = await open(t, env());
      const { id } = await uploaded(untold, 'x');
      const condition = { headers, ...of(user) };
      const sees = user === 'ann' || user === undefined;
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode } = await untold.send(method, `/files/${id}/download`, condition);
        assert.equal(statusCode, sees ? 304 : 403);
      }
    });
  }

  test('a share of a file holds for that file, and can be changed', async (t) => {
    const files = await open(t, env());
    const { id } = await uploaded(files, 'x');
    const other = await uploaded(files, 'x');
    const bob = { user: 'bob' };
    assertRefusal(await files.download(id, bob), 403, 'FORBIDDEN');
    const shared = await files.post(`/files/${id}/share`, share('bob', 'read'));
    assert.deepEqual([shared.statusCode, shared.json()], [200, { shared: true }]);
    assert.equal((await files.download(id, bob)).statusCode, 200);
    assertRefusal(await files.put(id, 'y', {}, bob), 403, 'FORBIDDEN');
    assertRefusal(await files.download(other.id, bob), 403, 'FORBIDDEN');
    await files.post(`/files/${id}/share`, share('bob', 'write'));
    assert.equal((await files.put(id, 'y', {}, bob)).statusCode, 200);
    await files.post(`/files/${id}/share`, share('bob', 'read'));
    assertRefusal(await files.put(id, 'z', {}, bob), 403, 'FORBIDDEN');
    const { shared_with } = (await files.get(`/files/${id}`, bob)).json();
    assert.deepEqual(shared_with, { bob: 'read' });
  });

  test('whatever the user is called, a share is shown wherever the item is', async (t) => {
    const files = await open(t, env());
    const { id } = await uploaded(files, 'x');
    const folder = await madeFolder(files, {});
    const users = ['a\u2028b', '__proto__', 'a"b\\', '1', 'ü😀'];
    for (const user of users) {
      await files.post(`/files/${id}/share`, share(user, 'read'));
      await files.post(`/folders/${folder.id}/share`, share(user, 'read'));
    }
    const { children } = (await files.get('/folders/root/children')).json();
    const { file } = (await files.put(id, 'y')).json();
    for (const item of [(await files.get(`/files/${id}`)).json(), file, ...children]) {
      assert.deepEqual(Object.keys(item.shared_with).toSorted(), users.toSorted());
    }
  });

  test('the owner of a folder reads and updates what others put in it, but neither deletes nor shares it', async (t) => {
    const files = await open(t, env());
    const { id: parent_id } = await madeFolder(files, {});
    await files.post(`/folders/${parent_id}/share`, share('bob', 'write'));
    const { id } = await uploaded(files, 'x', { parent_id, owner_id: 'bob' }, { user: 'bob' });
    const ann = { user: 'ann' };
    assert.equal((await files.download(id, ann)).body, 'x');
    assert.equal((await files.put(id, 'y', {}, ann)).statusCode, 200);
    assertRefusal(await files.remove(id, ann), 403, 'FORBIDDEN');
    assertRefusal(
      await files.post(`/files/${id}/share`, share('eve', 'read'), ann),
      403,
      'FORBIDDEN',
    );
    assert.equal((await files.remove(id, { user: 'bob' })).statusCode, 200);
  });

  test('a named user creates in their own name only', async (t) => {
    const files = await open(t, env());
    const ann = { user: 'ann' };
    assertRefusal(await files.upload('x', { owner_id: 'bob' }, ann), 403, 'FORBIDDEN');
    assertRefusal(
      await files.post('/folders', { name: 'f', owner_id: 'bob' }, ann),
      403,
      'FORBIDDEN',
    );
    await uploaded(files, 'x', {}, ann);
    await madeFolder(files, {}, ann);
  });

  test('with FILE_REQUIRE_USER=1 nobody is trusted', async (t) => {
    const files = await open(t, { ...env(), FILE_REQUIRE_USER: '1' });
    const ann = { user: 'ann' };
    const folder = await madeFolder(files, {}, ann);
    const file = await uploaded(files, 'x', { parent_id: folder.id }, ann);
    for (const [name, attempt] of Object.entries(attempts(files, file.id, folder.id))) {
      const response = await attempt();
      assertRefusal(response, 401, 'USER_REQUIRED');
      assert.ok('www-authenticate' in response.headers, name);
    }
    assert.equal((await files.download(file.id, ann)).statusCode, 200);
  });

  test('X-User-Id is UTF-8 of 1 to 128 characters, and an empty one is not nobody', async (t) => {
    const files = await open(t, env());
    const bytes = (name: string) => Buffer.from(name).toString('latin1');
    const { id } = await uploaded(files, 'x', { owner_id: 'Zoë😀' });
    assert.equal((await files.download(id, { user: bytes('Zoë😀') })).statusCode, 200);
    for (const user of ['', '\xff', bytes('é'.repeat(129)), bytes('a\u0085')]) {
      const response = await files.download(id, { user });
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, 'x-user-id');
    }
    assertRefusal(await files.download(id, { user: bytes('é'.repeat(128)) }), 403, 'FORBIDDEN');
  });
}

function childrenSuite(env: () => Environment): void {
  const names = (response: { json(): { children: { name: string }[] } }) =>
    response.json().children.map(({ name }) => name);

  test('a created folder answers 201 with its fields', async (t) => {
    const { app, clock } = await openService(t, fileStore, env());
    const files = client(app);
    const response = await files.post('/folders', { name: 'döcs', owner_id: 'ann' });
    assert.equal(response.statusCode, 201);
    const { id, ...rest } = response.json();
    assert.match(id, /^folder_[1-9]\d*$/);
    const created = { parent_id: '', owner_id: 'ann', created_at: clock(), shared_with: {} };
    assert.deepEqual(rest, { name: 'döcs', ...created });
    assert.equal((await madeFolder(files, { parent_id: id })).parent_id, id);
    const unknown = { name: 'x', owner_id: 'ann', parent_id: 'folder_99999' };
    assertRefusal(await files.post('/folders', unknown), 404, 'FOLDER_NOT_FOUND');
  });

  test('folders are nested at most 64 deep', async (t) => {
    const files = await open(t, env());
    let parent_id = '';
    for (let i = 0; i < 64; i++) parent_id = (await madeFolder(files, { parent_id })).id;
    const deeper = await files.post('/folders', { name: 'f', owner_id: 'ann', parent_id });
    assertRefusal(deeper, 409, 'FOLDER_TOO_DEEP');
  });

  test('children are folders, then files, by name, each as it is alone and with its type', async (t) => {
    const files = await open(t, env());
    const { id: parent_id } = await madeFolder(files, {});
    const b = await uploaded(files, 'x', { parent_id, name: 'b' });
    const a = await uploaded(files, 'x', { parent_id, name: 'a' });
    const z = await madeFolder(files, { parent_id, name: 'z' });
    await uploaded(files, 'x', { name: 'elsewhere' });
    const response = await files.get(`/folders/${parent_id}/children`);
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json(), {
      children: [
        { type: 'folder', ...z },
        { type: 'file', ...a },
        { type: 'file', ...b },
      ],
    });
    for (const unknown of ['folder_99999', 'file_1', 'nonsense']) {
      assertRefusal(await files.get(`/folders/${unknown}/children`), 404, 'FOLDER_NOT_FOUND');
    }
  });

  test('`root` is the top level, of one owner or of all', async (t) => {
    const files = await open(t, env());
    const { id: parent_id } = await madeFolder(files, { name: 'folder' });
    await uploaded(files, 'x', { name: 'of ann' });
    await uploaded(files, 'x', { name: 'of bob', owner_id: 'bob' });
    await uploaded(files, 'x', { name: 'below', parent_id });
    const root = async (query: string) => names(await files.get(`/folders/root/children${query}`));
    assert.deepEqual(await root('?owner_id=ann'), ['folder', 'of ann']);
    assert.deepEqual(await root('?owner_id=bob'), ['of bob']);
    assert.deepEqual(await root('?owner_id=eve'), []);
    assert.deepEqual(await root(''), ['folder', 'of ann', 'of bob']);
  });

  test('listings show what the user may see; a user who sees nothing of a folder is refused', async (t) => {
    const files = await open(t, env());
    const { id: parent_id } = await madeFolder(files, { name: 'folder' });
    await uploaded(files, 'x', { parent_id, name: 'hidden' });
    const shown = await uploaded(files, 'x', { parent_id, name: 'shown' });
    const top = await uploaded(files, 'x', { name: 'top' });
    for (const { id } of [shown, top]) await files.post(`/files/${id}/share`, share('bob', 'read'));
    const list = (id: string, user: string, query = '') =>
      files.get(`/folders/${id}/children${query}`, { user });
    assert.deepEqual(names(await list(parent_id, 'ann')), ['hidden', 'shown']);
    assert.deepEqual(names(await list(parent_id, 'bob')), ['shown']);
    assertRefusal(await list(parent_id, 'eve'), 403, 'FORBIDDEN');
    assert.deepEqual(names(await list('root', 'ann')), ['folder', 'top']);
    assert.deepEqual(names(await list('root', 'bob')), ['top']);
    assert.deepEqual(names(await list('root', 'bob', '?owner_id=ann')), ['top']);
    assert.deepEqual(names(await list('root', 'eve', '?owner_id=ann')), []);
    await files.post(`/folders/${parent_id}/share`, share('eve', 'read'));
    assert.deepEqual(names(await list(parent_id, 'eve')), ['hidden', 'shown']);
    assert.deepEqual(names(await list('root', 'eve')), ['folder']);
  });

  test('a long list comes in pages', async (t) => {
    const files = await open(t, env());
    const { id: parent_id } = await madeFolder(files, {});
    const made = ['1', '2', '3', '4', '5'];
    for (const name of made) await uploaded(files, 'x', { parent_id, name });
    await madeFolder(files, { parent_id, name: '9' });
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const more: string = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = await files.get(`/folders/${parent_id}/children?limit=2${more}`);
      pages.push(names(page));
      cursor = page.json().next_cursor;
    } while (cursor !== undefined);
    assert.deepEqual(pages, [
      ['9', '1'],
      ['2', '3'],
      ['4', '5'],
    ]);
  });
}

await onBothStores((env) => {
  accessSuite(env);
  childrenSuite(env);
});
