/** `npm run scrub` as an operator runs it, beside the service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { Readable } from 'node:stream';
import type { Environment } from '#kit/host/env.ts';
import { missing, openService, temporaryFolder } from '#kit/testing/testing.ts';
import { openS3Contents } from '../contents/s3/s3-contents-store.ts';
import { receive } from '../uploads/receive.ts';
import { keyOf } from '../contents/contents-store.ts';
import { createFileStore } from '../index.ts';
import { startS3 } from '../test/s3.ts';
import { client, madeFolder, sharedEnv, uploaded } from '../test/fixtures.ts';
import { tus } from '../test/tus.ts';

const main = new URL('./main.ts', import.meta.url).pathname;

/** Nothing that is deleted is reclaimed while a test looks. */
const fileStore = createFileStore({ reclaimEveryMs: 1_000_000 });

async function runScrub(env: Environment) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  const [out, error] = await output;
  const lines = out.split('\n').filter((line) => line !== '');
  return { code, lines: lines.map((line) => JSON.parse(line)), error };
}

/** A service with five files, two of them alike, and one that was deleted. */
async function opened(t: TestContext, env: Environment) {
  const { app } = await openService(t, fileStore, env);
  const files = client(app);
  for (const content of ['one', 'two', 'two', 'three', '']) await uploaded(files, content);
  const { id } = await uploaded(files, 'deleted');
  await files.remove(id);
  return files;
}

function contentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => keyOf(name));
}

test('a sound store has no problems, and the command ends with 0', async (t) => {
  const DATA_DIR = temporaryFolder();
  await opened(t, { DATA_DIR });
  const { code, lines } = await runScrub({ DATA_DIR });
  assert.deepEqual([code, lines], [0, [{ contents: 5, bytes: 18, problems: 0 }]]);
});

test('a flipped byte, a cut, a deleted and a further file are found, and the command ends with 1', async (t) => {
  const DATA_DIR = temporaryFolder();
  await opened(t, { DATA_DIR });
  const folder = join(DATA_DIR, 'files');
  const named = new Map(
    contentsIn(folder).map((name) => [readFileSync(join(folder, name), 'utf8'), name]),
  );
  const [one, two, three] = ['one', 'two', 'three'].map((content) => named.get(content)!);
  writeFileSync(join(folder, one!), 'onf');
  truncateSync(join(folder, two!), 2);
  rmSync(join(folder, three!));
  const orphan = three!.replace(/\.\d+$/, '.99');
  writeFileSync(join(folder, orphan), 'three');
  writeFileSync(join(folder, 'notes.txt'), 'no content');
  const { code, lines } = await runScrub({ DATA_DIR });
  assert.equal(code, 1);
  assert.deepEqual(lines.at(-1), { contents: 5, bytes: 18, problems: 5 });
  const found = new Map(lines.slice(0, -1).map((line) => [line.name, line]));
  assert.equal(found.get(one).problem, 'corrupt');
  assert.match(found.get(one).reason, /^the hash is [0-9a-f]{64}$/);
  assert.deepEqual(found.get(two), { ...found.get(two), problem: 'corrupt' });
  assert.match(found.get(two).reason, /has 2 bytes instead of 3/);
  assert.deepEqual(found.get(three), { problem: 'missing', name: three });
  assert.deepEqual(found.get(orphan), { problem: 'orphan', name: orphan });
  assert.deepEqual(found.get('notes.txt'), { problem: 'orphan', name: 'notes.txt' });
});

test('the received part of an unfinished upload is sound, and verified like any content', async (t) => {
  const DATA_DIR = temporaryFolder();
  const { app } = await openService(t, fileStore, { DATA_DIR });
  const uploads = tus(app);
  const { url } = await uploads.begin(100, { name: 'a', owner_id: 'ann' });
  for (const [offset, piece] of [
    [0, 'same'],
    [4, 'same'],
    [8, 'other'],
  ] as const) {
    assert.equal((await uploads.patch(url, offset, piece)).statusCode, 204);
  }
  const sound = await runScrub({ DATA_DIR });
  assert.deepEqual(sound.lines, [{ contents: 2, bytes: 9, problems: 0 }]);
  const folder = join(DATA_DIR, 'files');
  for (const name of contentsIn(folder)) rmSync(join(folder, name));
  const { lines } = await runScrub({ DATA_DIR });
  assert.deepEqual(
    lines.map(({ problem }) => problem),
    ['missing', 'missing', undefined],
  );
});

test('a lost content is mended by uploading it again', async (t) => {
  const DATA_DIR = temporaryFolder();
  const files = await opened(t, { DATA_DIR });
  const folder = join(DATA_DIR, 'files');
  for (const name of contentsIn(folder)) rmSync(join(folder, name));
  for (const content of ['one', 'two', 'three', '', 'deleted']) await uploaded(files, content);
  const { lines } = await runScrub({ DATA_DIR });
  assert.deepEqual(lines, [{ contents: 5, bytes: 18, problems: 0 }]);
});

test('a wrong count of references is found', async (t) => {
  const DATA_DIR = temporaryFolder();
  const service = await openService(t, fileStore, { DATA_DIR });
  const { id } = await uploaded(client(service.app), 'one');
  await service.close();
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(join(DATA_DIR, 'file-store.db'));
  db.exec('UPDATE content SET refs = 2');
  db.exec(`INSERT INTO version VALUES (${id.slice(5)}, 2, 77, 0)`);
  db.close();
  const { code, lines } = await runScrub({ DATA_DIR });
  assert.equal(code, 1);
  assert.deepEqual(lines.slice(0, -1), [
    { problem: 'miscounted', content: 1, refs: 2, found: 1 },
    { problem: 'miscounted', content: 77, refs: null, found: 1 },
  ]);
});

test('reports items that are neither in the tree nor in the trash', async (t) => {
  const DATA_DIR = temporaryFolder();
  const service = await openService(t, fileStore, { DATA_DIR, FILE_TRASH_DAYS: '1' });
  const files = client(service.app);
  const [outer, gone] = [await madeFolder(files, {}), await madeFolder(files, {})];
  for (const parent_id of [outer.id, gone.id]) {
    const inner = await madeFolder(files, { parent_id });
    for (const text of ['a', 'b']) await uploaded(files, text, { parent_id: inner.id });
  }
  await files.send('DELETE', `/folders/${gone.id}?recursive=true`);
  await service.close();
  assert.deepEqual((await runScrub({ DATA_DIR })).lines, [{ contents: 2, bytes: 2, problems: 0 }]);
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(join(DATA_DIR, 'file-store.db'));
  db.exec('UPDATE folder SET parent = 3 WHERE id = 1'); // 1 and 3 in each other
  db.exec('UPDATE file SET parent = -1 WHERE id = 3');
  db.exec("UPDATE trash SET type = 'file' WHERE id = 2");
  db.exec("INSERT INTO folder VALUES (9, 0, 2, 'high', 'ann', '{}', 0)");
  db.close();
  const { code, lines } = await runScrub({ DATA_DIR });
  assert.equal(code, 1);
  const lost = (item: string) => `${item}: it is in no folder, and not in the trash`;
  assert.deepEqual(
    lines
      .slice(0, -1)
      .map(({ item, reason }) => `${item}: ${reason}`)
      .toSorted(),
    [
      ...['file_1', 'file_2'].map(lost),
      'file_2: it is in the trash, and in a folder',
      ...['file_3', 'file_4', 'folder_1', 'folder_2', 'folder_3', 'folder_4'].map(lost),
      'folder_9: its height is not that of what is in it',
    ],
  );
});

test('without a store to look at the command ends with 2', async () => {
  const { code, error } = await runScrub({ DATA_DIR: temporaryFolder() });
  assert.match(error, /^scrub: .*file-store\.db is not there; see DATA_DIR\n$/);
  assert.equal(code, 2);
});

test('on S3 and PostgreSQL it finds the same', { skip: missing('postgres') }, async (t) => {
  const s3 = await startS3();
  const env = sharedEnv(s3.env);
  await opened(t, env);
  const sound = await runScrub(env);
  assert.deepEqual([sound.code, sound.lines], [0, [{ contents: 5, bytes: 18, problems: 0 }]]);

  const config = { bucket: 'files', endpoint: s3.endpoint, region: 'us-east-1' };
  const contents = await openS3Contents(config, env['FILE_STORE_PREFIX']!);
  t.after(() => contents.close());
  const folder = { path: temporaryFolder(), isShared: true };
  const put = async (key: { id: number; hash: string }, bytes: string) => {
    const body = await receive(folder, Readable.from([Buffer.from(bytes)]), 100);
    await contents.remove(key);
    // The hash goes with the bytes to S3, so the wrong bytes come under the right name by hand.
    await contents.put({ ...key, size: body.size }, body);
    await body.file.discard();
  };
  const keys = (await Array.fromAsync(contents.list())).map(({ key }) => key!);
  const [first, second] = keys.toSorted((a, b) => a.id - b.id);
  await put(first!, 'onf');
  await contents.remove(second!);
  await put({ ...second!, id: 999_999_999 }, 'two');
  const { code, lines } = await runScrub(env);
  assert.equal(code, 1);
  assert.deepEqual(
    lines.map(({ problem }) => problem),
    ['corrupt', 'missing', 'orphan', undefined],
  );
});
