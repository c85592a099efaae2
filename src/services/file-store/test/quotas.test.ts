/** How much one user may keep. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { fileStore } from '../index.ts';
import { client, form, onBothStores } from './fixtures.ts';
import { tus } from './tus.ts';

async function open(t: TestContext, env: Environment) {
  const { app, clock } = await openService(t, fileStore, { ...env, AUTH_JWT_SECRET: authSecret });
  const as = (sub: string, scope?: string) => ({
    headers: bearer(
      tokenOf(sub, clock(), {
        exp: clock() / 1000 + 200_000,
        ...(scope !== undefined && { scope }),
      }),
    ),
  });
  const [ann, bob, shop] = [as('ann'), as('bob'), as('shop', 'service')];
  return { files: client(app), uploads: tus(app), clock, ann, bob, shop };
}

interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

function assertExceeded({ statusCode, body }: Answer, quota: string, limit: number): void {
  const problem = JSON.parse(body);
  const expected = [429, 'QUOTA_EXCEEDED', quota, limit];
  assert.deepEqual([statusCode, problem.code, problem.quota, problem.limit], expected, body);
}

const statusOf = async (answer: Promise<Answer>) => (await answer).statusCode;

await onBothStores((env) => {
  test('FILE_ITEMS_PER_USER bounds versions, folders and unfinished uploads', async (t) => {
    const four = { ...env(), FILE_ITEMS_PER_USER: '4', FILE_TRASH_DAYS: '1' };
    const { files, uploads, ann, bob, shop } = await open(t, four);
    const { id } = (await files.upload('1', {}, ann)).json().file;
    assert.equal(await statusOf(files.put(id, '2', {}, ann)), 200);
    assert.equal(await statusOf(files.post('/folders', { name: 'f' }, ann)), 201);
    const begun = await uploads.begin(5, { name: 'u' }, ann);
    assert.equal(begun.response.statusCode, 201);
    for (const refused of [
      files.upload('3', {}, ann),
      files.put(id, '3', {}, ann),
      files.post('/folders', { name: 'g' }, ann),
      uploads.begin(1, { name: 'v' }, ann).then(({ response }) => response),
    ]) {
      assertExceeded(await refused, 'FILE_ITEMS_PER_USER', 4);
    }
    // An upload that was begun can be finished.
    assert.equal(await statusOf(uploads.patch(begun.url, 0, 'hello', ann)), 204);
    assert.equal(await statusOf(files.upload('3', { owner_id: 'bob' }, bob)), 201);
    assert.equal(await statusOf(files.upload('3', {}, shop)), 201);
    assertExceeded(await files.upload('4', {}, ann), 'FILE_ITEMS_PER_USER', 4);

    // Items in the trash count, too.
    assert.equal(await statusOf(files.remove(id, ann)), 200);
    assertExceeded(await files.upload('4', {}, ann), 'FILE_ITEMS_PER_USER', 4);
    assert.equal(await statusOf(files.send('DELETE', `/trash/${id}`, ann)), 200);
  });

  test('FILE_BYTES_PER_USER bounds bytes, also of forms, versions and the rest of uploads', async (t) => {
    const { files, uploads, clock, ann, bob } = await open(t, {
      ...env(),
      FILE_BYTES_PER_USER: '10',
    });
    const { id } = (await files.upload('1234', {}, ann)).json().file;
    const begun = await uploads.begin(3, { name: 'u' }, ann);
    assert.equal(begun.response.statusCode, 201);
    const { payload, headers } = form([
      ['Content-Disposition: form-data; name=f; filename=f.txt', '12345678'],
    ]);
    for (const refused of [
      files.upload('1234', {}, ann),
      files.upload(payload, {}, { headers: { ...headers, ...ann.headers } }),
      files.put(id, '1234', {}, ann),
      uploads.begin(4, { name: 'v' }, ann).then(({ response }) => response),
    ]) {
      assertExceeded(await refused, 'FILE_BYTES_PER_USER', 10);
    }
    assert.equal(await statusOf(files.put(id, '123', {}, ann)), 200);
    assert.equal(await statusOf(uploads.patch(begun.url, 0, 'abc', ann)), 204);
    assertExceeded(await files.upload('1', {}, ann), 'FILE_BYTES_PER_USER', 10);
    assert.equal(await statusOf(files.upload('12345678', { owner_id: 'bob' }, bob)), 201);
    assert.equal(await statusOf(files.remove(id, ann)), 200);
    assert.equal(await statusOf(files.upload('1234567', {}, ann)), 201);

    const unfinished = await uploads.begin(2, { name: 'w', owner_id: 'bob' }, bob);
    assert.equal(unfinished.response.statusCode, 201);
    assertExceeded(await files.upload('1', { owner_id: 'bob' }, bob), 'FILE_BYTES_PER_USER', 10);
    // It has expired.
    clock.advance(86_400_000);
    assert.equal(await statusOf(files.upload('1', { owner_id: 'bob' }, bob)), 201);
  });

  test('as many of the uploads at once are taken as there is room for', async (t) => {
    const { files, ann } = await open(t, { ...env(), FILE_ITEMS_PER_USER: '5' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => files.upload(`text ${i}`, {}, ann)),
    );
    const made = answers.filter(({ statusCode }) => statusCode === 201).length;
    // One that has just been recorded may be counted twice.
    assert.ok(made <= 5 && made > 0, `${made}`);
  });

  test('FILE_LINKS_PER_USER bounds the links that serve, of all files of a user', async (t) => {
    const { files, clock, ann, shop } = await open(t, { ...env(), FILE_LINKS_PER_USER: '2' });
    const ids: string[] = [];
    for (const text of ['1', '2']) ids.push((await files.upload(text, {}, ann)).json().file.id);
    const link = (id: string, by = ann) => files.post(`/files/${id}/links`, { expires_in: 60 }, by);
    const { link_id } = (await link(ids[0]!)).json();
    assert.equal(await statusOf(link(ids[1]!)), 201);
    assertExceeded(await link(ids[0]!), 'FILE_LINKS_PER_USER', 2);
    assert.equal(await statusOf(link(ids[0]!, shop)), 201);
    assert.equal(await statusOf(files.send('DELETE', `/links/${link_id}`, ann)), 200);
    assertExceeded(await link(ids[0]!), 'FILE_LINKS_PER_USER', 2);
    clock.advance(60_000);
    const many = await Promise.all(Array.from({ length: 6 }, () => link(ids[0]!)));
    assert.equal(many.filter(({ statusCode }) => statusCode === 201).length, 2);
  });

  test('FILE_UPLOADS_PER_HOUR bounds the resumable uploads that a user begins', async (t) => {
    const { uploads, clock, ann, shop } = await open(t, { ...env(), FILE_UPLOADS_PER_HOUR: '2' });
    const begin = async (by = ann) => {
      const metadata = { name: 'u', ...(by === shop && { owner_id: 'ann' }) };
      return (await uploads.begin(1, metadata, by)).response;
    };
    for (let i = 0; i < 2; i++) assert.equal((await begin()).statusCode, 201);
    const refused = await begin();
    assertExceeded(refused, 'FILE_UPLOADS_PER_HOUR', 2);
    assert.equal(refused.headers['retry-after'], '3600');
    for (let i = 0; i < 3; i++) assert.equal((await begin(shop)).statusCode, 201);
    clock.advance(3_600_000);
    assert.equal((await begin()).statusCode, 201);
  });
});
