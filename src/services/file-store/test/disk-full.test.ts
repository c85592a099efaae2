/** A disk without space: refused with 507, nothing half-visible, and well again afterwards. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { noSmallDisk, smallDisk } from '#kit/testing/small-disk.ts';
import { eventually, openService, temporaryFolder } from '#kit/testing/testing.ts';
import { createFileStore } from '../index.ts';
import { pinLifetimeMs } from '../uploads/commit.ts';
import { client, assertRefusal, uploaded } from './fixtures.ts';
import { tus } from './tus.ts';

const megabyte = 1024 * 1024;

const skip = noSmallDisk();

function open(t: TestContext, DATA_DIR: string, reclaimEveryMs = 1) {
  return openService(t, createFileStore({ reclaimEveryMs }), { DATA_DIR });
}

/**
 * Keeps the write-ahead log from restarting in the space that it has, which is possible after each
 * checkpoint. Call it before the first write of the service.
 */
function holdLog(t: TestContext, DATA_DIR: string): void {
  const reader = new DatabaseSync(join(DATA_DIR, 'file-store.db'), { readOnly: true });
  t.after(() => reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM file').get();
}

test('contents on a full disk: 507, and reclaiming makes room again', { skip }, async (t) => {
  const DATA_DIR = temporaryFolder();
  const folder = join(DATA_DIR, 'files');
  smallDisk(t, { folder });
  const { app, clock } = await open(t, DATA_DIR);
  const files = client(app);
  const [first, second] = [randomBytes(5 * megabyte), randomBytes(5 * megabyte)];
  const { id } = await uploaded(files, first);

  assertRefusal(await files.upload(second), 507, 'STORAGE_FULL');
  assertRefusal(await files.put(id, second), 507, 'STORAGE_FULL');
  assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
  assert.equal((await files.get(`/files/${id}`)).json().version, 1);
  assert.equal((await files.get('/folders/root/children')).json().children.length, 1);
  assert.ok((await files.download(id)).rawPayload.equals(first));
  await uploaded(files, 'small ones still fit');

  const { children } = (await files.get('/folders/root/children')).json();
  for (const child of children) await files.remove(child.id);
  clock.advance(pinLifetimeMs);
  const isEmpty = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).every((n) => !/\./.test(n));
  await eventually(() => isEmpty());
  const again = await uploaded(files, second);
  assert.ok((await files.download(again.id)).rawPayload.equals(second));
});

test('a small body on a disk without any space: 507', { skip }, async (t) => {
  const DATA_DIR = temporaryFolder();
  const folder = join(DATA_DIR, 'files');
  const disk = smallDisk(t, { folder });
  const { app, ready } = await open(t, DATA_DIR);
  const files = client(app);
  await ready();
  const uploads = tus(app);
  const { url } = await uploads.begin(1_000, { name: 'a', owner_id: 'ann' });
  disk.fill();
  await assert.rejects(ready(), { code: 'STORE_FULL' });
  assertRefusal(await files.upload(randomBytes(1_000)), 507, 'STORAGE_FULL');
  assertRefusal(await uploads.patch(url, 0, randomBytes(1_000)), 507, 'STORAGE_FULL');
  assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
  disk.free();
  await ready();
  assert.equal((await uploads.patch(url, 0, randomBytes(1_000))).statusCode, 204);
  await uploaded(files, randomBytes(1_000));
});

test('contents whose folder is gone: 503, until it is there again', async (t) => {
  const DATA_DIR = temporaryFolder();
  const folder = join(DATA_DIR, 'files');
  const { app, ready } = await open(t, DATA_DIR);
  const files = client(app);
  renameSync(folder, `${folder}.away`);
  assertRefusal(await files.upload(randomBytes(1_000)), 503, 'STORE_UNAVAILABLE');
  await assert.rejects(ready(), { message: 'the data folder cannot be written' });
  renameSync(`${folder}.away`, folder);
  await ready();
  await uploaded(files, randomBytes(1_000));
});

test(
  'contents and record on one full disk: reads go on, writes are 507 until there is space',
  { skip },
  async (t) => {
    const DATA_DIR = temporaryFolder();
    const disk = smallDisk(t, { folder: DATA_DIR });
    const { app, ...service } = await open(t, DATA_DIR, 1_000_000);
    holdLog(t, DATA_DIR);
    const files = client(app);
    const before = await uploaded(files, 'before');
    disk.fill();
    for (const response of [
      await files.upload(randomBytes(1_000)),
      await files.put(before.id, randomBytes(100_000)),
      await files.post('/folders', { name: 'f', owner_id: 'ann' }),
      await files.post(`/files/${before.id}/share`, { user_id: 'bob', permission: 'read' }),
      await files.remove(before.id),
    ]) {
      assertRefusal(response, 507, 'STORAGE_FULL');
    }
    assert.equal((await files.download(before.id)).body, 'before');
    assert.deepEqual((await files.get(`/files/${before.id}`)).json(), before);
    disk.free();
    await uploaded(files, randomBytes(1_000));
    assert.equal((await files.put(before.id, 'after')).json().file.version, 2);
    await service.ready();
  },
);
