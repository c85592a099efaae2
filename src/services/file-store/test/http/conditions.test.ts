/** `If-Match` and `If-None-Match`, on every method, and what a 304 tells a cache. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { fileStore } from '../../index.ts';
import { assertRefusal, client, madeFolder, onBothStores, uploaded } from '../fixtures.ts';
import type { Environment } from '#kit/host/env.ts';

const other = '"other"';
const withTag = (tag: string) => ({ headers: { 'if-match': tag } });
const without = (tag: string) => ({ headers: { 'if-none-match': tag } });

await onBothStores((env) => {
  for (const FILE_TRASH_DAYS of ['0', '30']) changingSuite(() => ({ ...env(), FILE_TRASH_DAYS }));
  readingSuite(env);
});

async function open(t: TestContext, env: Environment) {
  const { app } = await openService(t, fileStore, env);
  return client(app);
}

function readingSuite(env: () => Environment): void {
  async function openFile(t: TestContext) {
    const files = await open(t, env());
    const { id } = await uploaded(files, 'one', { name: 'old.txt', mime_type: 'text/plain' });
    const link = await files.post(`/files/${id}/links`, { expires_in: 60 });
    const { pathname } = new URL(link.json().url);
    return { files, id, pathname };
  }

  test('a renamed file tells its new name and type in the 304, of a download and of a link', async (t) => {
    const { files, id, pathname } = await openFile(t);
    const urls = [`/files/${id}/download`, `/files/${id}/download?version=1`, pathname];
    const etag = String((await files.get(urls[0]!)).headers['etag']);
    await files.patch(`/files/${id}`, { name: 'new ü.txt' });
    await files.put(id, 'one', { mime_type: 'text/markdown' });
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of urls) {
        const whole = await files.send(method, url);
        const known = await files.send(method, url, without(etag));
        assert.deepEqual([whole.statusCode, known.statusCode, known.body], [200, 304, '']);
        const { 'content-disposition': disposition, 'content-type': type } = known.headers;
        assert.match(
          String(disposition),
          /^attachment; filename="new \?\.txt"; filename\*=UTF-8''/,
        );
        assert.equal(type, 'text/markdown; charset=utf-8');
        // A 304 has no body whose length could be told.
        const own = new Set(['content-length', 'date', 'x-request-id']);
        for (const name of Object.keys(whole.headers).filter((one) => !own.has(one))) {
          assert.equal(known.headers[name], whole.headers[name], name);
        }
      }
    }
  });

  test('If-Match refuses a download or a link of other bytes, before ranges and If-None-Match', async (t) => {
    const { files, id, pathname } = await openFile(t);
    const etag = String((await files.download(id)).headers['etag']);
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [`/files/${id}/download`, `/files/${id}/download?version=1`, pathname]) {
        for (const tag of [etag, '*', `${other}, ${etag}`, `W/${other},${etag}`]) {
          assert.equal((await files.send(method, url, withTag(tag))).statusCode, 200, tag);
        }
        for (const tag of [other, `W/${etag}`, etag.slice(1, -1), '', `${other}, W/${etag}`]) {
          const more = { 'if-none-match': etag, range: 'bytes=99-' };
          const refused = await files.send(method, url, { headers: { 'if-match': tag, ...more } });
          assert.equal(refused.statusCode, 412, tag);
          if (method === 'GET') assertRefusal(refused, 412, 'PRECONDITION_FAILED');
        }
      }
    }
    assertRefusal(await files.get('/files/file_999/download', withTag('*')), 404, 'FILE_NOT_FOUND');
  });

  test('the metadata of a file have a tag of their own, which changes with every member', async (t) => {
    const { files, id } = await openFile(t);
    const url = `/files/${id}`;
    const seen = new Set<unknown>([(await files.download(id)).headers['etag']]);
    for (const change of [
      () => files.get(url),
      () => files.patch(url, { name: 'new.txt' }),
      () => files.put(id, 'two'),
      () => files.put(id, 'two', { mime_type: 'text/markdown' }),
      () => files.post(`${url}/share`, { user_id: 'bob', permission: 'read' }),
      () => files.post(`${url}/share`, { user_id: 'bob', permission: 'write' }),
    ]) {
      assert.equal((await change()).statusCode, 200);
      const { headers } = await files.get(url);
      const etag = String(headers['etag']);
      assert.match(etag, /^"[\w-]{43}"$/);
      assert.equal(seen.has(etag), false);
      seen.add(etag);
      assert.equal(headers['cache-control'], 'private, no-cache');
      assert.equal((await files.send('HEAD', url)).headers['etag'], etag);
      for (const tag of [etag, `W/${etag}`, '*', `${other}, ${etag}`]) {
        const known = await files.get(url, without(tag));
        assert.deepEqual([known.statusCode, known.body, known.headers['etag']], [304, '', etag]);
        assert.equal((await files.send('HEAD', url, without(tag))).statusCode, 304);
      }
    }
    const { etag: ofBytes } = (await files.download(id)).headers;
    assert.equal((await files.get(url, without(String(ofBytes)))).statusCode, 200);
    assert.equal((await files.get(url, withTag(String(ofBytes)))).statusCode, 200);
    assertRefusal(await files.get(url, withTag(other)), 412, 'PRECONDITION_FAILED');
  });
}

function changingSuite(env: () => Environment): void {
  const { FILE_TRASH_DAYS: days } = env();
  const trash = `FILE_TRASH_DAYS=${days}`;

  test(`PUT, PATCH and DELETE of a file honour both conditions, by either tag (${trash})`, async (t) => {
    const files = await open(t, env());
    const { id } = await uploaded(files, 'one', { name: 'a.txt' });
    const url = `/files/${id}`;
    const tags = async () => [
      String((await files.get(url)).headers['etag']),
      String((await files.download(id)).headers['etag']),
    ];
    let n = 0;
    const changes = [
      (condition: object) => files.put(id, `text ${n++}`, {}, condition),
      (condition: object) => files.patch(url, { name: `name ${n++}` }, condition),
      (condition: object) => files.remove(id, condition),
    ];
    for (const change of changes) {
      const [own, ofBytes] = (await tags()) as [string, string];
      const before = (await files.get(url)).json();
      for (const condition of [
        ...[other, `W/${own}`, `W/${ofBytes}`, 'nonsense', '', '""'].map(withTag),
        ...[own, ofBytes, `W/${own}`, `W/${ofBytes}`, '*', `${other}, ${own}`].map(without),
        { headers: { 'if-match': own, 'if-none-match': ofBytes } },
      ]) {
        assertRefusal(await change(condition), 412, 'PRECONDITION_FAILED');
      }
      assert.deepEqual((await files.get(url)).json(), before);
    }
    for (const change of changes.slice(0, 2)) {
      for (const [of, wrap] of [
        [0, withTag],
        [1, withTag],
        [1, (tag: string) => withTag(`${other}, ${tag}`)],
        [0, () => withTag('*')],
        [0, () => without(other)],
      ] as const) {
        const changed = await change(wrap((await tags())[of]!));
        assert.equal(changed.statusCode, 200, changed.body);
      }
    }
    const patched = await files.patch(url, { name: 'last' });
    const own = String(patched.headers['etag']);
    assert.deepEqual((await tags())[0], own);
    assert.equal((await files.remove(id, withTag(own))).statusCode, 200);
    for (const change of changes) {
      for (const condition of [withTag('*'), without('*')]) {
        assertRefusal(await change(condition), 404, 'FILE_NOT_FOUND');
      }
    }
  });

  test(`PATCH and DELETE of a folder honour both conditions (${trash})`, async (t) => {
    const files = await open(t, env());
    const made = await files.post('/folders', { name: 'docs', owner_id: 'ann' });
    const { id } = made.json();
    const url = `/folders/${id}`;
    const etag = String(made.headers['etag']);
    const changes = [
      (condition: object) => files.patch(url, { name: 'new' }, condition),
      (condition: object) => files.removeFolder(id, {}, condition),
    ];
    for (const change of changes) {
      for (const condition of [withTag(other), withTag(`W/${etag}`), without(etag), without('*')]) {
        assertRefusal(await change(condition), 412, 'PRECONDITION_FAILED');
      }
    }
    const patched = await changes[0]!(withTag(etag));
    assert.equal(patched.statusCode, 200);
    assert.notEqual(patched.headers['etag'], etag);
    await files.post(`${url}/share`, { user_id: 'bob', permission: 'read' });
    const stale = withTag(String(patched.headers['etag']));
    assertRefusal(await changes[1]!(stale), 412, 'PRECONDITION_FAILED');
    assert.equal((await changes[1]!(withTag('*'))).statusCode, 200);
    assertRefusal(await changes[1]!(withTag('*')), 404, 'FOLDER_NOT_FOUND');
  });

  test(`when changes at once have one tag, one gets through (${trash})`, async (t) => {
    const files = await open(t, env());
    const { id: parent_id } = await madeFolder(files, {});
    for (let round = 0; round < 3; round++) {
      const { id } = await uploaded(files, `text ${round}`, { parent_id });
      const condition = withTag(String((await files.get(`/files/${id}`)).headers['etag']));
      const answers = await Promise.all([
        files.patch(`/files/${id}`, { name: 'b' }, condition),
        files.put(id, 'new', {}, condition),
        files.remove(id, condition),
        files.patch(`/files/${id}`, { parent_id: '' }, condition),
      ]);
      const through = answers.filter(({ statusCode }) => statusCode === 200);
      assert.equal(through.length, 1);
    }
  });
}
