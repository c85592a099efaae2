import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { temporaryFolder, unique } from '#kit/testing/testing.ts';
import { startS3 } from '../test/s3.ts';
import { contentsContract, stored } from './contract/contents.ts';
import { diskTemporaryFolder, openDiskContents } from './disk.ts';
import { openS3Contents } from './s3/s3-contents-store.ts';
import { prepareTemporaryFolder, receive, temporaryFolderOf } from '../uploads/receive.ts';
import { keyOf, nameOf } from './contents-store.ts';

const s3 = await startS3();

contentsContract('disk', false, async () => {
  const folder = temporaryFolder();
  return { contents: await openDiskContents(folder), folder: diskTemporaryFolder(folder) };
});

const shared = (path: string) => ({ path, isShared: true });

const config = { bucket: 'files', endpoint: s3.endpoint, region: 'us-east-1' };

contentsContract('S3', false, async (t) => {
  const contents = await openS3Contents(config, unique('prefix'));
  t.after(() => contents.close());
  return { contents, folder: shared(temporaryFolder()) };
});

test('on S3, prefixes do not see each other', async (t) => {
  const prefix = unique('prefix');
  const folder = temporaryFolder();
  const [contents, other] = await Promise.all([
    openS3Contents(config, prefix),
    openS3Contents(config, prefix.slice(0, -1)),
  ]);
  t.after(() => Promise.all([contents.close(), other.close()]));
  const content = await stored({ contents, folder: shared(folder) }, Buffer.from('x'));
  assert.equal(await other.open(content), undefined);
  assert.deepEqual(await Array.fromAsync(other.list()), []);
  assert.equal((await Array.fromAsync(contents.list())).length, 1);
});

for (const [what, wrong, line] of [
  ['a bucket that is not there', { bucket: 'nowhere' }, /bucket "nowhere" at http:.*S3_BUCKET/],
  ['an endpoint where nothing is', { endpoint: 'http://127.0.0.1:1' }, /S3_ENDPOINT/],
] as const) {
  test(`on S3, ${what} is refused at start`, async () => {
    await assert.rejects(openS3Contents({ ...config, ...wrong }, 'p'), line);
  });
}

test('on disk, a content is ab/<hash>.<id>, and temporary files are gone', async () => {
  const folder = temporaryFolder();
  const opened = { contents: await openDiskContents(folder), folder: diskTemporaryFolder(folder) };
  for (const size of [10, 100_000]) {
    const { id, hash } = await stored(opened, Buffer.alloc(size, 7));
    const path = join(folder, hash.slice(0, 2), `${hash}.${id}`);
    assert.equal(statSync(path).size, size);
  }
  assert.deepEqual(readdirSync(temporaryFolderOf(folder)), []);
});

test('on disk, a content that becomes shorter while it is sent is a fault, not an end', async () => {
  const folder = temporaryFolder();
  const opened = { contents: await openDiskContents(folder), folder: diskTemporaryFolder(folder) };
  const content = await stored(opened, Buffer.alloc(2_000_000));
  const stream = (await opened.contents.open(content))!;
  truncateSync(join(folder, nameOf(content)), 1_000_000);
  await assert.rejects(buffer(stream), /ends early/);
});

test('on S3, a full store is 507', async (t) => {
  const full = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(request.method === 'PUT' ? 507 : 200).end());
  }).listen(0, '127.0.0.1');
  await once(full, 'listening');
  const { port } = full.address() as AddressInfo;
  const contents = await openS3Contents({ ...config, endpoint: `http://127.0.0.1:${port}` }, 'p');
  t.after(async () => {
    await contents.close();
    full.close();
  });
  const folder = shared(temporaryFolder());
  for (const size of [10, 100_000]) {
    const uploading = stored({ contents, folder }, Buffer.alloc(size));
    await assert.rejects(uploading, { code: 'STORAGE_FULL' });
  }
});

test('on disk, what uploads of a former process left is removed at start', async () => {
  const folder = temporaryFolder();
  mkdirSync(temporaryFolderOf(folder));
  writeFileSync(join(temporaryFolderOf(folder), 'left'), 'half a file');
  await openDiskContents(folder);
  assert.deepEqual(readdirSync(temporaryFolderOf(folder)), []);
});

test('on disk, the list also shows files that are not contents, but not temporary files', async () => {
  const folder = temporaryFolder();
  const opened = { contents: await openDiskContents(folder), folder: diskTemporaryFolder(folder) };
  const content = await stored(opened, Buffer.from('x'));
  writeFileSync(join(folder, 'notes.txt'), 'what is this?');
  writeFileSync(join(temporaryFolderOf(folder), 'on its way'), 'x');
  const found = await Array.fromAsync(opened.contents.list());
  const name = nameOf(content);
  assert.deepEqual(
    found.toSorted((a, b) => a.name.localeCompare(b.name)),
    [
      { name, key: { id: content.id, hash: content.hash } },
      { name: 'notes.txt', key: undefined },
    ].toSorted((a, b) => a.name.localeCompare(b.name)),
  );
});

test('a name leads back to its key, and nothing else does', () => {
  const hash = 'abcd'.repeat(16);
  const name = nameOf({ id: 12, hash });
  assert.equal(name, `ab/${hash}.12`);
  assert.deepEqual(keyOf(name), { id: 12, hash });
  for (const other of [
    hash,
    `ac/${hash}.12`,
    `ab/cd/${hash}.12`,
    `${name}x`,
    `ab/${hash}.0`,
    `ab/${hash}`,
  ]) {
    assert.equal(keyOf(other), undefined, other);
  }
});

test('a body that breaks off, or is too large, leaves no temporary file', async () => {
  const folder = temporaryFolder();
  async function* breaking() {
    yield Buffer.alloc(200_000);
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  }
  const own = { path: folder, isShared: false };
  await assert.rejects(receive(own, breaking(), 1e9), { code: 'UPLOAD_BROKEN_OFF' });
  const large = Readable.from([Buffer.alloc(200_000), Buffer.alloc(1), Buffer.alloc(9)]);
  const chunks = large.iterator({ destroyOnReturn: false });
  await assert.rejects(receive(own, chunks, 200_000), { code: 'FILE_TOO_LARGE' });
  assert.equal(large.destroyed, false);
  assert.deepEqual(readdirSync(folder), []);
});

test('a temporary file in a shared folder has no name even while it is written', async () => {
  const folder = temporaryFolder();
  const { file } = await receive(shared(folder), Readable.from([Buffer.alloc(1e5)]), 1e9);
  assert.deepEqual(readdirSync(folder), []);
  await file.discard();
});

test('a shared folder keeps files that are just being made', async () => {
  const folder = temporaryFolder();
  for (const name of ['new', 'old']) writeFileSync(join(folder, name), 'x');
  utimesSync(join(folder, 'old'), 0, Date.now() / 1000 - 61);
  await prepareTemporaryFolder(shared(folder));
  assert.deepEqual(readdirSync(folder), ['new']);
});

test('a file that vanishes from a shared folder during a start does not stop the replica from starting', async () => {
  const folder = temporaryFolder();
  // The folder lists it, but it is gone by the time it is examined.
  symlinkSync(join(folder, 'gone'), join(folder, 'listed'));
  await prepareTemporaryFolder(shared(folder));
  assert.deepEqual(readdirSync(folder), []);
});

test('on disk, nobody else may read the contents, whatever the umask is', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const folder = join(temporaryFolder(), 'files');
  const contents = await openDiskContents(folder);
  const under = await receive(
    diskTemporaryFolder(folder),
    Readable.from([Buffer.from('under way')]),
    100,
  );
  await stored({ contents, folder: diskTemporaryFolder(folder) }, Buffer.from('secret'));
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    assert.equal(modeOf(path), entry.isDirectory() ? '700' : '600', path);
  }
  assert.equal(modeOf(folder), '700');
  await under.file.discard();
});
