/** Requests that break off: how much of each is kept, to the byte. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { join } from 'node:path';
import { fakeClock, temporaryFolder } from '#kit/testing/testing.ts';
import { anyone } from '#kit/web/identity/caller.ts';
import { KeptQuotas } from '../quotas.ts';
import { diskTemporaryFolder, openDiskContents } from '../contents/disk.ts';
import { openDatabase, sqliteStore } from '../store/sqlite/sqlite-file-store.ts';
import { metadataOf } from '../test/tus.ts';
import { UploadLocks } from './locks.ts';
import { answerTus } from './server.ts';

async function opened(t: TestContext) {
  const folder = temporaryFolder();
  const db = openDatabase({ file: join(folder, 'file-store.db') });
  t.after(() => db.close());
  const files = sqliteStore(db);
  const context = {
    files,
    quotas: new KeptQuotas(files, {}, fakeClock()),
    contents: await openDiskContents(join(folder, 'files')),
    temporaryFolder: diskTemporaryFolder(join(folder, 'files')),
    maxBytes: 1e9,
    clock: fakeClock(),
  };
  const locks = new UploadLocks();
  const send = (
    method: 'POST' | 'HEAD' | 'PATCH',
    id: string | undefined,
    more: Record<string, string>,
    body?: Readable,
  ) => {
    const headers = { 'tus-resumable': '1.0.0', ...more };
    return answerTus(context, locks, {
      method,
      id,
      endsInSlash: false,
      headers,
      body,
      user: undefined,
      caller: anyone,
    });
  };
  const begin = async (length: number) => {
    const metadata = metadataOf({ name: 'a', owner_id: 'ann' });
    const made = await send('POST', undefined, {
      'upload-length': String(length),
      'upload-metadata': metadata,
    });
    return made.headers['location']!.split('/').at(-1)!;
  };
  const patch = (id: string, offset: number, body: Readable, more = {}) => {
    const type = 'application/offset+octet-stream';
    return send(
      'PATCH',
      id,
      { 'upload-offset': String(offset), 'content-type': type, ...more },
      body,
    );
  };
  const offset = async (id: string) =>
    Number((await send('HEAD', id, {})).headers['upload-offset']);
  return { context, begin, patch, offset };
}

/** Ends as the body of a client that goes away. */
async function* breakingOff(bytes: Buffer) {
  for (let i = 0; i < bytes.length; i += 10_000) yield bytes.subarray(i, i + 10_000);
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}

test('all that has arrived when a request breaks off is kept, and counts', async (t) => {
  const { context, begin, patch, offset } = await opened(t);
  const bytes = randomBytes(500_000);
  const id = await begin(bytes.length);
  let at = 0;
  for (const end of [1, 150_000, 150_000, 499_999]) {
    const broken = patch(id, at, Readable.from(breakingOff(bytes.subarray(at, end))));
    await assert.rejects(broken, { code: 'UPLOAD_BROKEN_OFF' });
    assert.equal(await offset(id), end);
    at = end;
  }
  // The last byte is there: the answer alone is lost.
  await patch(id, at, Readable.from(breakingOff(bytes.subarray(at))));
  const { file_id } = (await context.files.findUpload(id, context.clock()))!;
  const { content_id, content_hash: hash, size } = (await context.files.findFile(file_id!))!;
  const stored = await context.contents.open({ id: content_id, hash, size });
  assert.ok((await buffer(stored!)).equals(bytes));
});

test('nothing counts of a request with a checksum that breaks off', async (t) => {
  const { begin, patch, offset } = await opened(t);
  const bytes = randomBytes(100_000);
  const id = await begin(bytes.length);
  for (const end of [50_000, 100_000]) {
    const part = bytes.subarray(0, end);
    const digest = createHash('sha1').update(part).digest('base64');
    const checksum = { 'upload-checksum': `sha1 ${digest}` };
    const broken = patch(id, 0, Readable.from(breakingOff(part)), checksum);
    await assert.rejects(broken, { code: 'UPLOAD_BROKEN_OFF' });
    assert.equal(await offset(id), 0);
  }
});

test('a long request counts piece by piece, and one with a checksum at its end', async (t) => {
  const mebibyte = 1024 * 1024;
  const { context, begin, patch, offset } = await opened(t);
  const chunk = Buffer.alloc(mebibyte, 'some bytes');
  const counted = new Set<number>();
  async function* sent(id: string, chunks: number) {
    for (let n = 0; n < chunks; n++) {
      yield chunk;
      counted.add((await context.files.findUpload(id, context.clock()))!.received / mebibyte);
    }
  }
  const digestOf = (algorithm: string, chunks: number) => {
    const hash = createHash(algorithm);
    for (let n = 0; n < chunks; n++) hash.update(chunk);
    return hash;
  };
  for (const [expected, headers] of [
    [[0, 64], {}],
    [[0], { 'upload-checksum': `sha256 ${digestOf('sha256', 70).digest('base64')}` }],
  ] as const) {
    const id = await begin(72 * mebibyte);
    counted.clear();
    await patch(id, 0, Readable.from(sent(id, 70)), headers);
    assert.deepEqual([...counted], expected);
    assert.equal(await offset(id), 70 * mebibyte);
    await patch(id, 70 * mebibyte, Readable.from(sent(id, 2)));
    const { file_id } = (await context.files.findUpload(id, context.clock()))!;
    const { content_hash } = (await context.files.findFile(file_id!))!;
    assert.equal(content_hash, digestOf('sha256', 72).digest('hex'));
  }
});

test('a later request learns how far the earlier one came, and the earlier one gives way', async (t) => {
  const { begin, patch, offset } = await opened(t);
  const bytes = randomBytes(1_000_000);
  const id = await begin(2_000_000);
  const taken = Promise.withResolvers<void>();
  async function* stalling() {
    for (let i = 0; i < bytes.length; i += 10_000) yield bytes.subarray(i, i + 10_000);
    // So much does not fit into the buffers on its way: some of it was taken in.
    taken.resolve();
    await new Promise(() => {});
  }
  const earlier = patch(id, 0, Readable.from(stalling()));
  await taken.promise;
  const seen = await offset(id);
  assert.ok(seen > 0 && seen <= bytes.length, `${seen} bytes`);
  const { status, headers } = await earlier;
  assert.deepEqual([status, headers['upload-offset']], [204, String(seen)]);
  assert.equal(await offset(id), seen);
});
